import type { Api } from '@solvane/client/api'
import { SidePanel } from '@solvane/ui/side-panel'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useApi } from '../../lib/api-provider.tsx'
import { ChatForm } from './chat-form.tsx'
import styles from './chat-panel.module.css'
import { type ChatStore, createChatStore } from './chat-store.ts'
import { chatTexts } from './chat-texts.ts'
import { MessageList } from './message-list.tsx'
import { OfficeNote } from './office-note.tsx'

interface ChatPanelProps {
  isOpen: boolean
  onClose: () => void
  /** Told how many answers have not been read. */
  onUnread: (unread: number) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

let opened: ChatStore | undefined

/** One for the page: it goes on while the panel is closed. */
function openStore(api: Api): ChatStore {
  opened ??= createChatStore(api)
  return opened
}

const statusWords = {
  connecting: 'Connecting',
  connected: 'Connected',
  disconnected: 'Not connected',
} as const

/** The conversation with the house. */
export function ChatPanel({ isOpen, onClose, onUnread, returnFocusTo }: ChatPanelProps) {
  const api = useApi()
  const [store] = useState(() => openStore(api))
  const chat = useSyncExternalStore(store.subscribe, store.snapshot)
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    store.setInSight(isOpen)
    return () => store.setInSight(false)
  }, [store, isOpen])
  useEffect(() => onUnread(chat.unread), [onUnread, chat.unread])

  return (
    <SidePanel
      isOpen={isOpen}
      onClose={onClose}
      title="Online Support"
      status={
        <p className={styles.status} data-status={chat.status} role="status">
          {statusWords[chat.status]}
        </p>
      }
      initialFocus={input}
      returnFocusTo={returnFocusTo}
    >
      <OfficeNote chat={chat} onLeaveEmail={store.leaveEmail} />
      {chat.messages.length === 0 && chat.history === 'loaded' ? (
        <p className={styles.greeting} role="status">
          {chat.status === 'connected' ? chatTexts.greeting : chatTexts.connecting}
        </p>
      ) : (
        <MessageList
          className={styles.list}
          chat={chat}
          onRetry={store.retry}
          onReload={store.reload}
          isInSight={isOpen}
        />
      )}
      <ChatForm chat={chat} store={store} inputRef={input} />
    </SidePanel>
  )
}

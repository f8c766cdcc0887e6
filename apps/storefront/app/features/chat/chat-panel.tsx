import type { Api } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { SidePanel } from '@solvane/ui/drawer'
import { TextField } from '@solvane/ui/field'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import {
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { messageOf } from '../../lib/api/failure.tsx'
import { Queries } from '../../lib/api/query-client.tsx'
import { useSessionId } from '../../lib/session/use-session.ts'
import { type ChatSnapshot, chatTexts } from './chat-events.ts'
import { ChatForm, emptyDraft } from './chat-form.tsx'
import styles from './chat-panel.module.css'
import { type ChatStore, createChatStore } from './chat-store.ts'
import { MessageList } from './message-list.tsx'

interface ChatPanelProps {
  isOpen: boolean
  onClose: () => void
  /** Called with the number of unread answers. */
  onUnread: (unread: number) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

let opened: ChatStore | undefined

/** One store for the page, which stays connected while the panel is closed. */
function openStore(api: Api): ChatStore {
  opened ??= createChatStore(api)
  return opened
}

const statusTexts = {
  connecting: 'Connecting',
  connected: 'Connected',
  disconnected: 'Not connected',
} as const

/** The state of the connection, and whether an adviser is present. */
function StatusLine({ chat: { status, office, isSupportHere } }: { chat: ChatSnapshot }) {
  const isAway = status === 'connected' && office?.isOpen === false && !isSupportHere
  return (
    <p className={styles.status} data-status={status} role="status">
      {isAway ? (
        <>
          <VisuallyHidden>Connected. </VisuallyHidden>
          Away, replies by e-mail
        </>
      ) : (
        statusTexts[status]
      )}
      {status === 'connected' && isSupportHere && ' · an adviser is here'}
    </p>
  )
}

/** The greeting of a conversation without messages; null when there are some or loading failed. */
function openingOf({ messages, history, status }: ChatSnapshot): string | null {
  if (messages.length > 0 || history === 'failed') return null
  if (status !== 'connected') return chatTexts.connecting
  return history === 'loaded' ? chatTexts.greeting : null
}

/** The conversation with support. */
export function ChatPanel({ isOpen, onClose, onUnread, returnFocusTo }: ChatPanelProps) {
  const api = useApi()
  const [store] = useState(() => openStore(api))
  const chat = useSyncExternalStore(store.subscribe, store.snapshot)
  const input = useRef<HTMLTextAreaElement>(null)
  // Here, because the form is gone while the panel is closed.
  const [draft, setDraft] = useState(emptyDraft)
  useAfterSignOut(() => setDraft(emptyDraft))
  useEffect(() => {
    store.setInSight(isOpen)
    return () => store.setInSight(false)
  }, [store, isOpen])
  useEffect(() => onUnread(chat.unread), [onUnread, chat.unread])

  const opening = openingOf(chat)
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={onClose}
      title="Online Support"
      status={<StatusLine chat={chat} />}
      initialFocus={input}
      returnFocusTo={returnFocusTo}
    >
      <OfficeNote chat={chat} onLeaveEmail={store.leaveEmail} />
      {opening ? (
        <p className={styles.greeting} role="status">
          {opening}
        </p>
      ) : (
        <Queries>
          <MessageList
            className={styles.list}
            chat={chat}
            onRetry={store.retry}
            onReload={store.reload}
            isInSight={isOpen}
          />
        </Queries>
      )}
      <ChatForm chat={chat} store={store} inputRef={input} draft={draft} onDraft={setDraft} />
    </SidePanel>
  )
}

/** Calls `forget` when the shopper of the page signs out: the next one at it is someone else. */
function useAfterSignOut(forget: () => void) {
  const session = useSessionId()
  const hadSession = useRef(false)
  const onSignOut = useEffectEvent(forget)
  useEffect(() => {
    if (session === null && hadSession.current) onSignOut()
    hadSession.current = Boolean(session)
  }, [session])
}

interface OfficeNoteProps {
  chat: ChatSnapshot
  /** Rejects with an `ApiError`. */
  onLeaveEmail: (email: string) => Promise<void>
}

/** Says when support is open while it is closed, and asks a guest for the e-mail of the answer. */
function OfficeNote({ chat: { office, room }, onLeaveEmail }: OfficeNoteProps) {
  if (!office || office.isOpen) return null
  return (
    <section className={styles.note} aria-label="Office hours">
      <p>
        {office.sentence} {room?.hasEmail ? 'We will reply by e-mail.' : null}
        {!room && 'Leave us a message and we will reply by e-mail.'}
      </p>
      {room && !room.hasEmail && <EmailForm onLeaveEmail={onLeaveEmail} />}
    </section>
  )
}

function EmailForm({ onLeaveEmail }: Pick<OfficeNoteProps, 'onLeaveEmail'>) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) {
      setError('Please enter a valid email')
      return
    }
    setIsBusy(true)
    try {
      await onLeaveEmail(email.trim())
    } catch (failure) {
      setError(messageOf(failure) || 'This could not be saved. Please try again.')
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Your e-mail for our answer"
        type="email"
        autoComplete="email"
        required
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" kind="secondary" isBusy={isBusy}>
        Save
      </Button>
    </form>
  )
}

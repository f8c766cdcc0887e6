import { ChatIcon } from '@solvane/ui/icon'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../lib/api-provider.tsx'
import { readRoomId } from './chat-keys.ts'
import styles from './chat-launcher.module.css'

const loadPanel = () => import('./chat-panel.tsx')

/** Where letters lead who answer in the conversation. */
const openingHash = '#chat'

/**
 * The button that opens the support chat, on every page. The chat itself, and its connection, are loaded
 * when it is first opened; whether answers wait is asked for once the page is at rest, where there is a
 * conversation at all.
 */
export function ChatLauncher() {
  const api = useApi()
  const panel = useOnDemand(loadPanel)
  const [isOpen, setIsOpen] = useState(false)
  const [unread, setUnread] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const watch = useRef<Promise<() => void>>(null)

  const beginWatch = () => {
    watch.current ??= import('./chat-watch.ts').then(({ watchChat }) => watchChat(api, setUnread))
    watch.current.catch(() => {
      watch.current = null
    })
  }

  async function open() {
    beginWatch()
    if (await panel.demand()) setIsOpen(true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page
  useEffect(() => {
    if (location.hash === openingHash) {
      history.replaceState(history.state, '', location.pathname + location.search)
      void open()
    }
    if (!readRoomId()) return
    const wait = window.requestIdleCallback ?? ((work) => setTimeout(work, 2_000))
    wait(beginWatch)
  }, [])

  const news = unread === 1 ? '1 new message' : `${unread} new messages`
  return (
    <aside className={styles.place} aria-label="Support">
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={unread ? `Online Support, ${news}` : 'Online Support'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-busy={panel.isLoading || undefined}
        onPointerEnter={panel.prepare}
        onFocus={panel.prepare}
        onClick={() => (isOpen ? setIsOpen(false) : void open())}
      >
        <ChatIcon size={22} />
        {unread > 0 && (
          <span className={styles.unread} aria-hidden="true">
            {unread > 9 ? '9+' : unread}
          </span>
        )}
      </button>
      {panel.part && (
        <panel.part.ChatPanel
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          onUnread={setUnread}
          returnFocusTo={button}
        />
      )}
    </aside>
  )
}

import { ChatIcon } from '@solvane/ui/icon'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createListeners } from '../../components/external-store.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import { whenIdle } from '../../lib/when.tsx'
import styles from './chat-launcher.module.css'
import { readRoomId } from './chat-storage.ts'

const loadPanel = () => import('./chat-panel.tsx')

/** How long the chat lets the page load first, in milliseconds. */
const pageFirst = 1_000

/**
 * Shows `place` clear of the page's content, once the page is idle. Returns a function that stops
 * it.
 */
function keepClearWhenIdle(place: HTMLElement): () => void {
  let isOver = false
  let stop = () => {}
  whenIdle(async () => {
    try {
      const { keepClear } = await import('./keep-clear.ts')
      if (!isOver) stop = keepClear(place)
    } catch {
      // Rather over the content than not at all.
      place.removeAttribute('data-away')
    }
  }, pageFirst)
  return () => {
    isOver = true
    stop()
  }
}

/** The fragment of links in e-mails that open the chat. */
const openingHash = '#chat'

/**
 * The button that opens the support chat. It floats over every page, moves away from text and
 * controls, and `isHidden` where a page has a `ChatLink` instead. The chat and its connection are
 * loaded when it is first opened; unread answers are requested once the page is idle, if there is a
 * conversation.
 */
export function ChatLauncher({ isHidden = false }: { isHidden?: boolean }) {
  const api = useApi()
  const panel = useOnDemand(loadPanel)
  const [isOpen, setIsOpen] = useState(false)
  const [unread, setUnread] = useState(0)
  const opener = useRef<HTMLElement | null>(null)
  const watch = useRef<Promise<() => void>>(null)

  const beginWatch = () => {
    watch.current ??= import('./chat-watch.ts').then(({ watchChat }) => watchChat(api, setUnread))
    watch.current.catch(() => {
      watch.current = null
    })
  }

  async function open(from: Element | null = document.activeElement) {
    opener.current = from as HTMLElement | null
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
    whenIdle(beginWatch, pageFirst)
  }, [])

  const openNow = useEffectEvent(() => void open())
  useEffect(() => onOpenChat(openNow), [])

  const news = unread === 1 ? '1 new message' : `${unread} new messages`
  return (
    <>
      {!isHidden && (
        <aside
          ref={(place) => (place ? keepClearWhenIdle(place) : undefined)}
          className={styles.place}
          aria-label="Support"
          data-away=""
        >
          <button
            type="button"
            className={styles.button}
            aria-label={unread ? `Online Support, ${news}` : 'Online Support'}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-busy={panel.isLoading || undefined}
            onPointerEnter={panel.prepare}
            onFocus={panel.prepare}
            onClick={({ currentTarget }) => (isOpen ? setIsOpen(false) : void open(currentTarget))}
          >
            <ChatIcon size={22} />
            {unread > 0 && (
              <span className={styles.unread} aria-hidden="true">
                {unread > 9 ? '9+' : unread}
              </span>
            )}
          </button>
        </aside>
      )}
      {panel.part && (
        <panel.part.ChatPanel
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          onUnread={setUnread}
          returnFocusTo={opener}
        />
      )}
    </>
  )
}

const { notify, subscribe } = createListeners()

/** Opens the support chat, from any part of the page. */
const openChat = notify

/** Calls `listener` when the chat is to be opened, until the returned function is called. */
const onOpenChat = subscribe

/** Opens the support chat from the footer, or while it is closed the contact; `className` makes it look like the links there. */
export function ChatLink({ className, children }: { className?: string; children: ReactNode }) {
  const { isChatClosed, contactUrl } = useLayoutData().settings
  if (isChatClosed)
    return (
      <a className={className} href={contactUrl}>
        {children}
      </a>
    )
  return (
    <button type="button" className={className} aria-haspopup="dialog" onClick={openChat}>
      {children}
    </button>
  )
}

import { ChatIcon } from '@solvane/ui/icon'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createListeners } from '../../components/external-store.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import styles from './chat-launcher.module.css'
import { readRoomId } from './chat-storage.ts'

/** Controls. Of links around pictures only the text counts. */
const controls = 'button, input, select, textarea, summary, label, a:not(:has(img))'
/** Pixels between the sampled points: less than a line's height. */
const step = 7

/**
 * How far the element may move up to find a free place: per step, and the number of steps, in
 * pixels.
 */
const liftStep = 56
const mostLifts = 6
/** Milliseconds without scrolling after which it looks for a place. */
const rest = 150

/**
 * Keeps `place`, which floats over the page, clear of text and controls: it moves up to the first
 * free position, and is marked with `data-away` if there is none, and while content scrolls under
 * it. Both are set on the element itself, so that scrolling renders nothing. Returns the function
 * that stops it.
 */
function keepClear(place: HTMLElement): () => void {
  let frame = 0
  let resting: ReturnType<typeof setTimeout> | undefined
  let lift = 0
  const isClear = (at: number) => isFree(place, lift - at)
  const look = () => {
    frame = 0
    if (!isClear(lift)) place.toggleAttribute('data-away', true)
    clearTimeout(resting)
    resting = setTimeout(settle, rest)
  }
  const settle = () => {
    const lifts = Array.from({ length: mostLifts + 1 }, (_, index) => index * liftStep)
    const free = lifts.find(isClear)
    if (free !== undefined) {
      lift = free
      place.style.setProperty('--lift', `${lift}px`)
    }
    place.toggleAttribute('data-away', free === undefined)
  }
  const lookSoon = () => {
    frame ||= requestAnimationFrame(look)
  }
  const resized = new ResizeObserver(lookSoon)
  const changed = new MutationObserver(lookSoon)
  resized.observe(document.body)
  changed.observe(document.getElementById('main') ?? document.body, {
    childList: true,
    subtree: true,
  })
  addEventListener('scroll', lookSoon, { passive: true })
  addEventListener('resize', lookSoon)
  lookSoon()
  return () => {
    clearTimeout(resting)
    cancelAnimationFrame(frame)
    resized.disconnect()
    changed.disconnect()
    removeEventListener('scroll', lookSoon)
    removeEventListener('resize', lookSoon)
  }
}

/** Whether there is no text or control under `place` after moving it down by `down` pixels. */
function isFree(place: HTMLElement, down: number): boolean {
  const { left, top, width, height } = place.getBoundingClientRect()
  const box = new DOMRect(left, top + down, width, height)
  const under = new Set<Element>()
  for (const x of points(box.left, box.right)) {
    for (const y of points(box.top, box.bottom)) {
      for (const element of document.elementsFromPoint(x, y)) under.add(element)
    }
  }
  for (const element of under) {
    if (place.contains(element)) continue
    if (element.closest(controls) || hasTextIn(element, box)) return false
  }
  return true
}

/** Points from one edge to the other, inclusive. */
function points(from: number, to: number): number[] {
  const count = Math.max(1, Math.ceil((to - from) / step))
  return Array.from({ length: count + 1 }, (_, index) => from + ((to - from - 1) * index) / count)
}

function hasTextIn(element: Element, box: DOMRect): boolean {
  const range = document.createRange()
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) continue
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      const isBeside = line.right <= box.left || line.left >= box.right
      if (!isBeside && line.bottom > box.top && line.top < box.bottom) return true
    }
  }
  return false
}

const loadPanel = () => import('./chat-panel.tsx')

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
    const wait = window.requestIdleCallback ?? ((work) => setTimeout(work, 2_000))
    wait(beginWatch)
  }, [])

  const openNow = useEffectEvent(() => void open())
  useEffect(() => onOpenChat(openNow), [])

  const news = unread === 1 ? '1 new message' : `${unread} new messages`
  return (
    <>
      {!isHidden && (
        <aside
          ref={(place) => (place ? keepClear(place) : undefined)}
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

import { Button, IconButton } from '@solvane/ui/button'
import { ChevronDownIcon, CloseIcon } from '@solvane/ui/icon'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import styles from './ordered-list.module.css'

interface MoveButtonsProps {
  /** The plural name of the items, for assistive technology. */
  of: string
  at: number
  count: number
  onMove: (to: number) => void
}

/** Moves an item up or down without a mouse. The pressed button keeps the focus. */
export function MoveButtons({ of, at, count, onMove }: MoveButtonsProps) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const pressed = useRef<typeof up | null>(null)
  const isFirst = at === 0
  const isLast = at === count - 1

  // A moved element loses the focus, and so does a button that becomes disabled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the item has its new position
  useLayoutEffect(() => {
    if (!pressed.current) return
    const ended = pressed.current === up ? isFirst : isLast
    const other = pressed.current === up ? down : up
    const wanted = ended ? other : pressed.current
    wanted.current?.focus()
    pressed.current = null
  }, [at])

  function move(button: typeof up, to: number) {
    pressed.current = button
    onMove(to)
  }

  return (
    <span className={styles.buttons}>
      <IconButton
        ref={up}
        className={styles.up}
        label={`Move ${of} up`}
        disabled={isFirst}
        onClick={() => move(up, at - 1)}
      >
        <ChevronDownIcon size={14} />
      </IconButton>
      <IconButton
        ref={down}
        label={`Move ${of} down`}
        disabled={isLast}
        onClick={() => move(down, at + 1)}
      >
        <ChevronDownIcon size={14} />
      </IconButton>
    </span>
  )
}

/** A copy of a list with the item at `from` moved to `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** An item that keeps its place on the screen while it is moved and edited. */
export type Keyed<Item> = Item & { key: string }

let keys = 0

/** `item` with a key, so that equal items can be distinguished. */
export function keyed<Item extends object>(item: Item): Keyed<Item> {
  keys += 1
  return { ...item, key: String(keys) }
}

/** The items without their keys. */
export function unkeyed<Item extends { key: string }>(items: readonly Item[]): Omit<Item, 'key'>[] {
  return items.map(({ key: _, ...item }) => item)
}

interface OrderedListProps<Item extends { key: string }> {
  label: string
  /** The name of an item, shown before its number: "Slide". */
  what: string
  items: readonly Item[]
  onChange: (items: Item[]) => void
  /** The smallest and largest number of items. */
  least?: number
  most: number
  /** Makes an empty one for the end of the list. */
  make?: () => Item
  /** The head of an item in place of its name and number. */
  summary?: (item: Item) => ReactNode
  /**
   * Items show only their head until they are opened. New ones are open, one that is alone, and those
   * for which it returns true: those with an error.
   */
  foldedUnless?: (at: number) => boolean
  children: (item: Item, at: number, change: (part: Partial<Item>) => void) => ReactNode
}

/** A list of items to reorder (by dragging or with buttons), edit, remove and add. */
export function OrderedList<Item extends { key: string }>(props: OrderedListProps<Item>) {
  const { label, what, items, onChange, least = 0, most, make, summary, foldedUnless } = props
  const [dragged, setDragged] = useState<number | null>(null)
  // By place: a saved list has new keys.
  const [opened, setOpened] = useState<readonly boolean[]>([])
  const openedPlaces = items.map((_, at) => opened[at] ?? items.length === 1)

  function move(from: number, to: number) {
    onChange(moved(items, from, to))
    setOpened(moved(openedPlaces, from, to))
  }

  return (
    <div>
      <ol className={styles.list} aria-label={label}>
        {items.map((item, at) => {
          const name = `${what.toLowerCase()} ${at + 1}`
          const change = (part: Partial<Item>) => onChange(items.with(at, { ...item, ...part }))
          const canFold = foldedUnless && items.length > 1 && !foldedUnless(at)
          const isOpen = !canFold || openedPlaces[at]
          return (
            <li
              key={item.key}
              className={styles.item}
              data-dragged={dragged === at || undefined}
              onDragOver={(event) => {
                if (dragged === null) return
                event.preventDefault()
                if (dragged === at) return
                move(dragged, at)
                setDragged(at)
              }}
            >
              <div className={styles.head}>
                {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same by keyboard */}
                <span
                  className={styles.handle}
                  draggable
                  title="Drag to reorder"
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = 'move'
                    event.dataTransfer.setData('text/plain', item.key)
                    setDragged(at)
                  }}
                  onDragEnd={() => setDragged(null)}
                >
                  {summary ? summary(item) : `${what} ${at + 1}`}
                </span>
                {canFold && (
                  <Button
                    kind="link"
                    className={styles.fold}
                    aria-expanded={isOpen}
                    aria-label={`Edit ${name}`}
                    onClick={() => setOpened(openedPlaces.with(at, !isOpen))}
                  >
                    {isOpen ? 'Close' : 'Edit'}
                  </Button>
                )}
                <MoveButtons of={name} at={at} count={items.length} onMove={(to) => move(at, to)} />
                <IconButton
                  label={`Remove ${name}`}
                  disabled={items.length <= least}
                  onClick={() => {
                    onChange(items.toSpliced(at, 1))
                    setOpened(openedPlaces.toSpliced(at, 1))
                  }}
                >
                  <CloseIcon size={16} />
                </IconButton>
              </div>
              {isOpen && props.children(item, at, change)}
            </li>
          )
        })}
      </ol>
      {make && items.length < most && (
        <Button
          kind="link"
          className={styles.add}
          onClick={() => {
            onChange([...items, make()])
            setOpened([...openedPlaces, true])
          }}
        >
          {`Add ${what.toLowerCase()}`}
        </Button>
      )}
    </div>
  )
}

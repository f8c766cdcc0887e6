import { CloseIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { Sheet } from '@solvane/ui/sheet'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { Queries } from '../../lib/queries.tsx'
import { FoundProducts } from './found-products.tsx'
import { PopularProducts } from './popular-products.tsx'
import styles from './search-overlay.module.css'
import type { SearchSlots } from './search-slots.ts'
import { useDebounced } from './use-debounced.ts'

/** Milliseconds (spec section 9). */
const inputDebounce = 300
const closeDelay = 1000

interface SearchOverlayProps extends SearchSlots {
  isOpen: boolean
  onClose: () => void
  /** The button that opened it. */
  returnFocusTo: RefObject<HTMLElement | null>
}

/** The search over the whole screen: results while typing, popular pieces before. */
export function SearchOverlay({ isOpen, onClose, returnFocusTo, ...slots }: SearchOverlayProps) {
  const [text, setText] = useState('')
  const [settledText, settle] = useDebounced(text.trim(), inputDebounce)
  const input = useRef<HTMLInputElement>(null)

  // An emptied line shows the popular pieces at once; only typing waits.
  const search = text.trim() && settledText

  function ask(words: string) {
    setText(words)
    settle(words.trim())
    input.current?.focus()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    settle(text.trim())
    // Phones then put their keyboard away and the results are in sight.
    if (window.matchMedia('(hover: none)').matches) input.current?.blur()
  }

  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      onClosed={() => setText('')}
      title="Search"
      closeLabel="Close search"
      initialFocus={input}
      returnFocusTo={returnFocusTo}
      releaseDelay={closeDelay}
    >
      <search className={styles.search}>
        <form className={styles.form} onSubmit={onSubmit}>
          <input
            ref={input}
            className={styles.input}
            aria-label="Search"
            placeholder="search..."
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {text && (
            <IconButton label="Clear" onClick={() => ask('')}>
              <CloseIcon size={16} />
            </IconButton>
          )}
        </form>
        <div className={styles.content}>
          <Queries>
            {search ? (
              <FoundProducts key={search} search={search} {...slots} onClear={() => ask('')} />
            ) : (
              <PopularProducts {...slots} onAsk={ask} />
            )}
          </Queries>
        </div>
      </search>
    </Sheet>
  )
}

import { IconButton } from '@solvane/ui/button'
import { SearchIcon } from '@solvane/ui/icon'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createListeners } from '../../components/external-store.ts'
import { useOnNewPage, useOpenOnPage } from '../../lib/when.tsx'
import { type KeptSearch, keptSearch, type SearchSlots } from './search-results.ts'

const loadOverlay = () => import('./search-overlay.tsx')

/** The header's button that opens the search; the search itself is loaded when it comes near. */
export function SearchButton(slots: SearchSlots) {
  const overlay = useOnDemand(loadOverlay)
  const [isOpen, setIsOpen] = useOpenOnPage()
  const [start, setStart] = useState<KeptSearch | null>(null)
  const button = useRef<HTMLButtonElement>(null)

  async function open(kept: KeptSearch | null = null) {
    if (!(await overlay.demand())) return
    setStart(kept)
    setIsOpen(true)
  }

  const openNow = useEffectEvent(() => void open())
  useEffect(() => onOpenSearch(openNow), [])

  // Come back to, it opens as it was left; on any other page it is closed.
  useOnNewPage(() => {
    const kept = keptSearch()
    if (kept) void open(kept)
  })

  return (
    <>
      <IconButton
        ref={button}
        label="Search"
        text="Search"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        isBusy={overlay.isLoading}
        onPointerEnter={overlay.prepare}
        onFocus={overlay.prepare}
        onClick={() => open()}
      >
        <SearchIcon />
      </IconButton>
      {overlay.part && (
        <overlay.part.SearchOverlay
          {...slots}
          start={start}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          returnFocusTo={button}
        />
      )}
    </>
  )
}

const { notify, subscribe } = createListeners()

/** Opens the search, from any part of the page. */
export const openSearch = notify

/** Calls `listener` when the search is requested, until the returned function is called. */
const onOpenSearch = subscribe

import { SearchIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useRef, useState } from 'react'
import { useOnNewPage } from '../../lib/use-on-new-page.ts'
import type { SearchSlots } from './search-slots.ts'

const loadOverlay = () => import('./search-overlay.tsx')

/** The header's button that opens the search; the search itself is loaded when it comes near. */
export function SearchButton(slots: SearchSlots) {
  const overlay = useOnDemand(loadOverlay)
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useOnNewPage(() => setIsOpen(false))

  async function open() {
    if (await overlay.demand()) setIsOpen(true)
  }

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
        onClick={open}
      >
        <SearchIcon />
      </IconButton>
      {overlay.part && (
        <overlay.part.SearchOverlay
          {...slots}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          returnFocusTo={button}
        />
      )}
    </>
  )
}

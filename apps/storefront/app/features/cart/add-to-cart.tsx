import { Button } from '@solvane/ui/button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useEffect, useRef, useState } from 'react'
import { useCart } from './cart-context.ts'
import { type OfferedPiece, offerOf } from './offer.ts'

const loadBuyBar = () => import('./buy-bar.tsx')

interface AddToCartProps {
  piece: OfferedPiece
  /** Leads to the options that are still open. */
  onMissing: () => void
}

/**
 * Puts the chosen variant into the cart; while options are open it leads to them.
 * On narrow screens a slim bar takes its place once it has scrolled away.
 */
export function AddToCart({ piece, onMissing }: AddToCartProps) {
  const { add, prepare } = useCart()
  const bar = useOnDemand(loadBuyBar)
  const place = useRef<HTMLDivElement>(null)
  const [isAway, setIsAway] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const offer = offerOf(piece)

  // biome-ignore lint/correctness/useExhaustiveDependencies: one watch for the life of the button
  useEffect(() => {
    const button = place.current
    if (!button) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isAbove = entry?.isIntersecting === false
        if (isAbove) bar.prepare()
        setIsAway(isAbove)
      },
      // All below counts as in sight: a leap from above the button to below it is told as well.
      { rootMargin: '0px 0px 1000000px 0px' },
    )
    observer.observe(button)
    return () => observer.disconnect()
  }, [])

  async function press() {
    if (offer.kind === 'choose') return onMissing()
    if (offer.kind !== 'add') return
    setIsAdding(true)
    await add(offer.piece)
    setIsAdding(false)
  }

  const button = (
    <Button
      isWide
      isBusy={isAdding}
      disabled={offer.kind === 'none'}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={press}
    >
      Add to cart
    </Button>
  )
  return (
    <div ref={place}>
      {button}
      {bar.part && (
        <bar.part.BuyBar name={piece.name} price={piece.price} isShown={isAway}>
          {button}
        </bar.part.BuyBar>
      )}
    </div>
  )
}

import { Button } from '@solvane/ui/button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useEffect, useRef, useState } from 'react'
import { type AddedItem, useCart } from './cart-context.ts'

/** A piece on its page, as far as it is chosen. */
interface ProductSelection {
  productId: string
  name: string
  /** Dollars: of the chosen variant, else of the piece. */
  price: number
  /** False when the whole piece is sold out. */
  isAvailable: boolean
  /** Names of the options without a value. */
  missing: readonly string[]
  /** Null while options are open, and when the combination is not made. */
  variant: { id: string; stock: number } | null
}

/** What the button does. */
type CartAction = { kind: 'add'; selection: AddedItem } | { kind: 'choose' } | { kind: 'none' }

/** What is offered of a piece: putting it in, choosing what is open, or nothing. */
export function cartActionOf(selection: ProductSelection): CartAction {
  const { productId, name, price, isAvailable, missing, variant } = selection
  if (!isAvailable) return { kind: 'none' }
  if (missing.length > 0) return { kind: 'choose' }
  if (!variant || variant.stock === 0) return { kind: 'none' }
  return { kind: 'add', selection: { variantId: variant.id, productId, name, price } }
}

const loadBuyBar = () => import('./buy-bar.tsx')

interface AddToCartProps {
  selection: ProductSelection
  /** Leads to the options that are still open. */
  onMissing: () => void
}

/**
 * Puts the chosen variant into the cart; while options are open it leads to them.
 * On narrow screens a slim bar takes its place once it has scrolled away.
 */
export function AddToCart({ selection, onMissing }: AddToCartProps) {
  const { add, prepare } = useCart()
  const bar = useOnDemand(loadBuyBar)
  const place = useRef<HTMLDivElement>(null)
  const [isAway, setIsAway] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const action = cartActionOf(selection)

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
    if (action.kind === 'choose') return onMissing()
    if (action.kind !== 'add') return
    setIsAdding(true)
    await add(action.selection)
    setIsAdding(false)
  }

  const button = (
    <Button
      isWide
      isBusy={isAdding}
      disabled={action.kind === 'none'}
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
        <bar.part.BuyBar name={selection.name} price={selection.price} isShown={isAway}>
          {button}
        </bar.part.BuyBar>
      )}
    </div>
  )
}

import { Button } from '@solvane/ui/button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useEffect, useRef, useState } from 'react'
import { type AddedItem, useCart } from './cart-context.ts'

/** A product and the variant chosen so far. */
interface ProductSelection {
  productId: string
  name: string
  /** Dollars: of the chosen variant, else of the product. */
  price: number
  /** False when every variant is sold out. */
  isAvailable: boolean
  /** Names of the options without a value. */
  missing: readonly string[]
  /** Null while options are missing, and for a combination that does not exist. */
  variant: { id: string; stock: number } | null
}

/** The action of the button. */
type CartAction = { kind: 'add'; selection: AddedItem } | { kind: 'choose' } | { kind: 'none' }

/** The action for a selection: add the variant, ask for missing options, or nothing. */
export function cartActionOf(selection: ProductSelection): CartAction {
  const { productId, name, price, isAvailable, missing, variant } = selection
  if (!isAvailable) return { kind: 'none' }
  if (missing.length > 0) return { kind: 'choose' }
  if (!variant || variant.stock === 0) return { kind: 'none' }
  return { kind: 'add', selection: { variantId: variant.id, productId, name, price } }
}

const loadBuyBar = () => import('./buy-bar.tsx')

interface AddButtonProps {
  selection: ProductSelection
  /** Called instead of adding while options are missing. */
  onMissing: () => void
  /** Called before an item is added. */
  onAdd?: () => void
}

/** Adds the chosen variant to the cart. */
export function AddButton({ selection, onMissing, onAdd }: AddButtonProps) {
  const { add, prepare } = useCart()
  const [isAdding, setIsAdding] = useState(false)
  const action = cartActionOf(selection)

  async function press() {
    if (action.kind === 'choose') return onMissing()
    if (action.kind !== 'add') return
    onAdd?.()
    setIsAdding(true)
    await add(action.selection)
    setIsAdding(false)
  }

  return (
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
}

interface AddToCartProps {
  selection: ProductSelection
  /** Moves the focus to the options without a value. */
  onMissing: () => void
  /** Like `onMissing`, for the bar, which is far from the options. */
  onMissingInBar: () => void
}

/**
 * Adds the chosen variant to the cart; while options are missing it leads to them.
 * On narrow screens a bar replaces it once it has scrolled out of view.
 */
export function AddToCart({ selection, onMissing, onMissingInBar }: AddToCartProps) {
  const bar = useOnDemand(loadBuyBar)
  const place = useRef<HTMLDivElement>(null)
  const [isAway, setIsAway] = useState(false)

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
      // Everything below counts as visible, so that a jump past the button is reported too.
      { rootMargin: '0px 0px 1000000px 0px' },
    )
    observer.observe(button)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={place}>
      <AddButton selection={selection} onMissing={onMissing} />
      {bar.part && (
        <bar.part.BuyBar name={selection.name} price={selection.price} isShown={isAway}>
          <AddButton selection={selection} onMissing={onMissingInBar} />
        </bar.part.BuyBar>
      )}
    </div>
  )
}

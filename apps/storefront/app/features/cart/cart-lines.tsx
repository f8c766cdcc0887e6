import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/choice'
import { formatMoney, Price } from '@solvane/ui/price'
import { QuantityStepper } from '@solvane/ui/quantity-stepper'
import { showToast } from '@solvane/ui/toast'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useState } from 'react'
import { attributeLines } from '../../components/product-options.ts'
import { Link, productPath } from '../../lib/link.tsx'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './cart-lines.module.css'
import { cartMessages } from './cart-messages.ts'
import type { CartItem } from './cart-totals.ts'
import { useCartChanges, useRemoveDialog } from './use-cart-changes.tsx'

interface CartLinesProps {
  items: readonly CartItem[]
  selection: ReturnType<typeof useSelection>
  /** After lines have been moved to the favourites. */
  onMoved: () => void
}

/** The lines of the cart, their selection, and the actions for the selected lines. */
export function CartLines({ items, selection, onMoved }: CartLinesProps) {
  const { moveToFavorites } = useCartChanges()
  const removal = useRemoveDialog()
  const { selected, selectable } = selection

  async function move(asked: readonly CartItem[]) {
    if (asked.length === 0) showToast(cartMessages.nothingToMove, 'warning')
    else if (await moveToFavorites(asked)) onMoved()
  }

  return (
    <section aria-label="Pieces in your cart">
      <div className={styles.bar}>
        <Checkbox
          label={`Select all (${selectable.length})`}
          checked={selection.isAll}
          isMixed={selection.isSome}
          disabled={selectable.length === 0}
          onChange={selection.toggleAll}
        />
        <div className={styles.actions}>
          <Button kind="link" onClick={() => move(selected)}>
            Move to wishlist
          </Button>
          <Button
            kind="link"
            disabled={selected.length === 0}
            onPointerEnter={removal.prepare}
            onFocus={removal.prepare}
            onClick={() => removal.ask(selected)}
          >
            Remove
          </Button>
        </div>
      </div>
      <ul>
        {items.map((item, index) => (
          <li key={item.id} className={styles.item}>
            <CartLine
              item={item}
              isFirst={index === 0}
              isSelected={selection.isSelected(item.id)}
              onToggle={() => selection.toggle(item.id)}
              onMove={() => move([item])}
              onRemove={() => removal.ask([item])}
            />
          </li>
        ))}
      </ul>
      {removal.question}
    </section>
  )
}

interface CartLineProps {
  item: CartItem
  /** Its picture is the largest of the first screen. */
  isFirst: boolean
  isSelected: boolean
  onToggle: () => void
  onMove: () => void
  onRemove: () => void
}

/** A line of the cart: item, quantity, price and selection. */
function CartLine({ item, isFirst, isSelected, onToggle, onMove, onRemove }: CartLineProps) {
  const { setQuantity } = useCartChanges()
  const { variant, quantity, isAvailable, previousPrice, totalPrice } = item
  const { product, picture, stock } = variant
  const path = productPath(product.identifier, variant.attributeValues.Color)
  return (
    <article className={styles.line} data-unavailable={!isAvailable || undefined}>
      <Checkbox
        className={styles.choice}
        label={<VisuallyHidden>Select {product.name}</VisuallyHidden>}
        checked={isSelected}
        disabled={!isAvailable}
        onChange={onToggle}
      />
      <Link className={styles.picture} to={path} tabIndex={-1} aria-hidden="true">
        <ShopPicture
          picture={picture}
          alt=""
          sizes="(width >= 1280px) 256px, (width >= 768px) 208px, 41vw"
          fit="cover"
          isPriority={isFirst}
          className={styles.image}
        />
      </Link>
      <div className={styles.details}>
        <h2 className={styles.name}>
          <Link to={path}>{product.name}</Link>
        </h2>
        <dl className={styles.options}>
          {attributeLines(variant.attributeValues).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {(quantity > 1 || !isAvailable) && (
          <p className={styles.each}>
            <Price
              price={variant.price}
              salePrice={variant.isOnSale ? variant.currentPrice : null}
            />
            {quantity > 1 && ' each'}
          </p>
        )}
        {!isAvailable && (
          <p className={styles.notice}>
            {cartMessages.unavailable}
            {stock > 0 && `. ${stock === 1 ? 'One is' : `${stock} are`} left.`}
          </p>
        )}
        {previousPrice !== null && (
          <p className={styles.notice}>
            The price has changed since you chose it: it was {formatMoney(previousPrice)}.
          </p>
        )}
        {isAvailable && stock <= 3 && (
          <p className={styles.note}>{stock === 1 ? 'The last one.' : `The last ${stock}.`}</p>
        )}
      </div>
      <div className={styles.foot}>
        {stock > 0 && (
          <QuantityStepper
            label={`Quantity of ${product.name}`}
            value={quantity}
            max={stock}
            onChange={(wanted) => setQuantity(item.id, wanted)}
            onBelowMinimum={onRemove}
          />
        )}
        <div className={styles.lineActions}>
          <button type="button" className={styles.action} onClick={onMove}>
            Move to wishlist<VisuallyHidden> {product.name}</VisuallyHidden>
          </button>
          <button type="button" className={styles.action} onClick={onRemove}>
            Remove<VisuallyHidden> {product.name}</VisuallyHidden>
          </button>
        </div>
      </div>
      <p className={styles.total}>
        {isAvailable &&
          (quantity === 1 && variant.isOnSale ? (
            <Price price={variant.price} salePrice={variant.currentPrice} />
          ) : (
            formatMoney(totalPrice)
          ))}
      </p>
    </article>
  )
}

const storageKey = 'cartLeftOut'

function readLeftOut(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

/** The selection of lines; survives a reload. Only in the browser. */
export function useSelection(items: readonly CartItem[]) {
  const [leftOut, setLeftOut] = useState(readLeftOut)

  function leaveOut(ids: ReadonlySet<string>) {
    setLeftOut(ids)
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...ids]))
    } catch {
      // Storage is full or forbidden: the choice lasts as long as the page.
    }
  }

  const selection = selectionOf(items, leftOut)
  return {
    ...selection,
    isSelected: (id: string) => selection.selected.some((item) => item.id === id),
    toggle(id: string) {
      const ids = new Set(leftOut)
      if (!ids.delete(id)) ids.add(id)
      leaveOut(ids)
    },
    toggleAll() {
      leaveOut(new Set(selection.isAll ? selection.selectable.map(({ id }) => id) : []))
    },
  }
}

/** The selected lines of the cart. */
interface Selection {
  /** Lines that can be bought now; only these can be chosen. */
  selectable: CartItem[]
  selected: CartItem[]
  /** Whether all that can be chosen is. */
  isAll: boolean
  isSome: boolean
}

/** Selects every available line except those of `leftOut`. */
export function selectionOf(items: readonly CartItem[], leftOut: ReadonlySet<string>): Selection {
  const selectable = items.filter(({ isAvailable }) => isAvailable)
  const selected = selectable.filter(({ id }) => !leftOut.has(id))
  return {
    selectable,
    selected,
    isAll: selected.length > 0 && selected.length === selectable.length,
    isSome: selected.length > 0 && selected.length < selectable.length,
  }
}

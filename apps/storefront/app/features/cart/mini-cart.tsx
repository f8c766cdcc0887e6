import type { ProductCard } from '@solvane/contract/catalog'
import { buttonClass } from '@solvane/ui/button'
import { Drawer } from '@solvane/ui/drawer'
import { EmptyState } from '@solvane/ui/empty-state'
import { CheckIcon } from '@solvane/ui/icon'
import { formatMoney, Price } from '@solvane/ui/price'
import { QuantityStepper } from '@solvane/ui/quantity-stepper'
import { Skeleton } from '@solvane/ui/skeleton'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { optionsOf } from '../../components/product-options.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { useDelivery } from '../../lib/api/delivery.ts'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { loadRecommendations } from '../../lib/api/recommendations.ts'
import { cartPath, Link, productPath } from '../../lib/link.tsx'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import { useCart } from './cart-context.ts'
import { cartMessages } from './cart-messages.ts'
import type { CartItem } from './cart-totals.ts'
import { FreeShippingLine } from './free-shipping-line.tsx'
import styles from './mini-cart.module.css'
import { useCartChanges, useFocusAfterRemoval, useRemoveDialog } from './use-cart-changes.tsx'

interface MiniCartProps {
  /** The button that orders these lines. */
  checkout: (items: readonly CartItem[]) => ReactNode
  /** The variant that was just added; it comes first. */
  addedId: string | null
  isOpen: boolean
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** The cart in a drawer: the added item, the others, the subtotal and the next steps. */
export function MiniCart(props: MiniCartProps) {
  const { checkout, addedId, isOpen, onClose, returnFocusTo } = props
  const { snapshot } = useCart()
  const { cart, status, failure } = snapshot
  const items = cart?.items ?? []
  const removal = useRemoveDialog()
  const content = useRef<HTMLDivElement>(null)
  useFocusAfterRemoval(cart?.items.length, content)
  const added = items.find(({ variant }) => variant.id === addedId)
  const others = items.filter((item) => item !== added)
  return (
    <Drawer
      title="Cart"
      isPaper
      isOpen={isOpen}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      footer={
        cart &&
        items.length > 0 && (
          <div className={styles.footer}>
            <DeliveryLine subtotal={cart.subtotal} />
            <p className={styles.subtotal}>
              <span>Subtotal</span>
              <span>{formatMoney(cart.subtotal)}</span>
            </p>
            {checkout(items.filter(({ isAvailable }) => isAvailable))}
            <Link className={styles.view} to={cartPath} onClick={onClose}>
              View cart
            </Link>
          </div>
        )
      }
    >
      <div ref={content} className={styles.content} tabIndex={-1} data-cart-drawer>
        <Announcement text={added ? cartMessages.added : ''} />
        {status === 'error' && (
          <p role="alert">
            {cartMessages.loadFailed} <ErrorText message={messageOf(failure)} />
          </p>
        )}
        {!cart && status !== 'error' && <Skeleton shape="title" />}
        {cart && items.length === 0 && (
          <>
            <EmptyState title={cartMessages.empty}>
              <button type="button" className={buttonClass('secondary')} onClick={onClose}>
                Go on looking
              </button>
            </EmptyState>
            <PopularPieces onFollow={onClose} />
          </>
        )}
        {added && (
          <MiniCartLine
            item={added}
            isLarge
            onFollow={onClose}
            onRemove={() => removal.ask([added])}
          />
        )}
        {added && others.length > 0 && <h3 className={styles.heading}>Also in your cart</h3>}
        {others.map((item) => (
          <MiniCartLine
            key={item.id}
            item={item}
            onFollow={onClose}
            onRemove={() => removal.ask([item])}
          />
        ))}
        {removal.question}
      </div>
    </Drawer>
  )
}

/** Announces `text`. Assistive technology announces changes only, not the first content of a region. */
function Announcement({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(text), [text])
  return (
    <p className={styles.announcement} role="status">
      {said && (
        <>
          <CheckIcon size={14} /> {said}
        </>
      )}
    </p>
  )
}

const mostPopular = 3

/** A few pieces for an empty cart; nothing until they are there, or if there are none. */
function PopularPieces({ onFollow }: { onFollow: () => void }) {
  const api = useApi()
  const [pieces, setPieces] = useState<readonly ProductCard[]>([])
  useEffect(() => {
    loadRecommendations(api).then(
      ({ hotSearches }) => setPieces(hotSearches.slice(0, mostPopular)),
      () => {},
    )
  }, [api])
  if (pieces.length === 0) return null
  return (
    <>
      <h3 className={styles.heading}>Popular now</h3>
      {pieces.map((piece) => (
        <article key={piece.id} className={clsx(styles.line, styles.large)}>
          <ShopPicture
            className={styles.picture}
            picture={piece.coverPicture}
            alt=""
            sizes="160px"
            fit="cover"
          />
          <div className={styles.details}>
            <h4 className={styles.name}>
              <Link to={productPath(piece.identifier, piece.color)} onClick={onFollow}>
                {piece.name}
              </Link>
            </h4>
            <p className={styles.price}>
              <Price
                price={piece.price}
                salePrice={piece.isOnSale ? piece.salePrice : null}
                isFrom={piece.hasPriceRange}
              />
            </p>
          </div>
        </article>
      ))}
    </>
  )
}

interface MiniCartLineProps {
  item: CartItem
  /** The item that was just added. */
  isLarge?: boolean
  /** A link of the line was followed. */
  onFollow: () => void
  onRemove: () => void
}

/** A line of the cart beside the page. */
function MiniCartLine({ item, isLarge = false, onFollow, onRemove }: MiniCartLineProps) {
  const { setQuantity } = useCartChanges()
  const { product, picture, stock } = item.variant
  return (
    <article className={clsx(styles.line, isLarge && styles.large)}>
      <ShopPicture className={styles.picture} picture={picture} alt="" sizes="160px" fit="cover" />
      <div className={styles.details}>
        <h3 className={styles.name}>
          <Link
            to={productPath(product.identifier, item.variant.attributeValues.Color)}
            onClick={onFollow}
          >
            {product.name}
          </Link>
        </h3>
        <p className={styles.options}>{optionsOf(item.variant.attributeValues)}</p>
        {item.isAvailable ? (
          <p className={styles.price}>{formatMoney(item.totalPrice)}</p>
        ) : (
          <p className={styles.price}>{cartMessages.unavailable}</p>
        )}
        <div className={styles.actions}>
          {stock > 0 && (
            <QuantityStepper
              label={`Quantity of ${product.name}`}
              value={item.quantity}
              max={stock}
              onChange={(quantity) => setQuantity(item.id, quantity)}
              onBelowMinimum={onRemove}
            />
          )}
          <button type="button" className={styles.remove} onClick={onRemove}>
            Remove<VisuallyHidden> {product.name}</VisuallyHidden>
          </button>
        </div>
      </div>
    </article>
  )
}

/** Asks for the delivery when the drawer shows something. `subtotal` in dollars. */
function DeliveryLine({ subtotal }: { subtotal: number }) {
  const delivery = useDelivery()
  return delivery && <FreeShippingLine subtotal={subtotal} freeFrom={delivery.freeFrom} />
}

import { formatMoney } from '@solvane/ui/price'
import { QuantityStepper } from '@solvane/ui/quantity-stepper'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { attributeLines } from '../../components/product-options.ts'
import { productPath } from '../../lib/paths.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import { cartMessages } from './cart-messages.ts'
import type { CartItem } from './cart-totals.ts'
import styles from './mini-cart-line.module.css'
import { useCartChanges } from './use-cart-changes.ts'

interface MiniCartLineProps {
  item: CartItem
  /** The piece that was just put in. */
  isLarge?: boolean
  /** A link of the line was followed. */
  onFollow: () => void
  onRemove: () => void
}

/** A line of the cart beside the page. */
export function MiniCartLine({ item, isLarge = false, onFollow, onRemove }: MiniCartLineProps) {
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
        <p className={styles.options}>
          {attributeLines(item.variant.attributeValues)
            .map(({ value }) => value)
            .join(', ')}
        </p>
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

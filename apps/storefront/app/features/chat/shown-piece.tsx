import type { ShownMessage } from '@solvane/client/chat-messages'
import { Price } from '@solvane/ui/price'
import { Link } from 'react-router'
import { productPath } from '../../lib/paths.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './shown-piece.module.css'

/** A piece that the house shows in the conversation. */
export function ShownPiece({ product }: { product: ShownMessage['products'][number] }) {
  return (
    <Link className={styles.piece} to={productPath(product.identifier)}>
      <ShopPicture
        className={styles.picture}
        picture={product.coverPicture}
        alt=""
        sizes="96px"
        fit="cover"
      />
      <span className={styles.caption}>
        <span className={styles.name}>{product.name}</span>
        <Price
          price={product.price}
          salePrice={product.isOnSale ? product.salePrice : null}
          isFrom={product.hasPriceRange}
        />
        {!product.isAvailable && <span>Sold out</span>}
      </span>
    </Link>
  )
}

import type { ReactNode } from 'react'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './pairs-scene.module.css'
import type { ProductPicture } from './variant-choice.ts'

interface PairsSceneProps {
  /** The product itself. */
  picture: ProductPicture
  /** The grid of the products it pairs with. */
  children: ReactNode
}

/** What a product pairs with; on wide screens one scene with the product itself, large, at their side. */
export function PairsScene({ picture, children }: PairsSceneProps) {
  return (
    <section className={styles.scene} aria-labelledby="pairs-with">
      <div className={styles.lead}>
        <h2 id="pairs-with" className={styles.title}>
          Pairs with
        </h2>
        <div className={styles.picture} aria-hidden="true">
          <ShopPicture picture={picture} alt="" sizes="50vw" />
        </div>
      </div>
      <div className={styles.products}>{children}</div>
    </section>
  )
}

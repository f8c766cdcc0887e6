import { type ReactNode, useState } from 'react'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { OptionPickers } from './option-pickers.tsx'
import { ProductAccordions } from './product-accordions.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { ProductHeading } from './product-heading.tsx'
import styles from './product-page.module.css'
import { chosenPictures, colorOptionOf } from './product-pictures.ts'
import { type Choice, matchingVariant, type Product, toggleValue } from './variant-choice.ts'

/** A piece: its pictures beside a column that says all there is to know. Children follow below. */
export function ProductPage({ product, children }: { product: Product; children: ReactNode }) {
  const [choice, setChoice] = useState<Choice>({})
  const variant = matchingVariant(product.options, product.variants, choice)
  return (
    <>
      <div className={styles.crumbs}>
        <Breadcrumbs crumbs={product.breadcrumbs} />
      </div>
      <article className={styles.product}>
        <ProductGallery
          key={choice[colorOptionOf(product) ?? ''] ?? ''}
          product={product}
          pictures={chosenPictures(product, choice)}
        />
        <div className={styles.column}>
          <ProductHeading product={product} variant={variant} />
          <OptionPickers
            product={product}
            choice={choice}
            variant={variant}
            onToggle={(option, value) => setChoice((before) => toggleValue(before, option, value))}
          />
          <ProductAccordions product={product} />
        </div>
      </article>
      {children}
    </>
  )
}

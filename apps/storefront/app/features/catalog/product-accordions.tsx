import { AccordionItem } from '@solvane/ui/accordion'
import { textLinkClass } from '@solvane/ui/button'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import { Link } from '../../lib/link.tsx'
import { careId } from './product-facts.tsx'
import styles from './product-page.module.css'
import type { Product, Variant } from './variant-choice.ts'

interface ProductAccordionsProps {
  product: Product
  /** The chosen variant; null while a choice is open. */
  variant: Variant | null
}

function compositionOf(product: Product, variant: Variant | null): string {
  return variant?.composition || product.composition
}

/** The product's details in accordions. */
export function ProductAccordions({ product, variant }: ProductAccordionsProps) {
  const { settings } = useLayoutData()
  return (
    <div>
      {product.details.length > 0 && (
        <AccordionItem title="Details" isOpen level={2}>
          <ul className={styles.details}>
            {product.details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        </AccordionItem>
      )}
      {(product.sizeAndFit || product.measurements) && (
        <AccordionItem title="Size & fit" level={2}>
          <div className={styles.text}>
            {product.sizeAndFit && <p>{product.sizeAndFit}</p>}
            {product.measurements && <p>{product.measurements}</p>}
          </div>
        </AccordionItem>
      )}
      {(product.materialsAndCare || compositionOf(product, variant)) && (
        <AccordionItem id={careId} title="Materials & care" level={2}>
          <div className={styles.text}>
            {compositionOf(product, variant)
              .split('\n')
              .filter(Boolean)
              .map((part) => (
                <p key={part}>{part}</p>
              ))}
            {product.materialsAndCare && <p>{product.materialsAndCare}</p>}
          </div>
        </AccordionItem>
      )}
      <Origin product={product} variant={variant} />
      <AccordionItem title="Shipping & returns" level={2}>
        <div className={styles.text}>
          {settings.defaultDeliveryText.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p>
            <Link className={textLinkClass} to="/shipping">
              Shipping
            </Link>
            {' · '}
            <Link className={textLinkClass} to="/returns">
              Exchanges and returns
            </Link>
          </p>
        </div>
      </AccordionItem>
    </div>
  )
}

/** The origin and the responsible party of a product; empty if neither is known. */
function Origin({ product, variant }: ProductAccordionsProps) {
  const { maker, responsiblePerson } = product
  const origin = variant?.countryOfOrigin ?? product.countryOfOrigin
  const grams = variant?.weightGrams ?? product.weightGrams
  if (!origin && !maker && !responsiblePerson) return null
  return (
    <AccordionItem title="Origin & maker" level={2}>
      <div className={styles.text}>
        {origin && <p>Made in {origin.name}.</p>}
        {grams && (
          <p>Weight: {grams >= 1_000 ? `${(grams / 1_000).toFixed(2)} kg` : `${grams} g`}.</p>
        )}
        {maker && <Party title="Maker" party={maker} />}
        {responsiblePerson && (
          <Party title="Responsible person in the European Union" party={responsiblePerson} />
        )}
        {variant?.sku && <p>Reference: {variant.sku}</p>}
      </div>
    </AccordionItem>
  )
}

function Party({ title, party }: { title: string; party: NonNullable<Product['maker']> }) {
  return (
    <p>
      {title}: {party.name}, {party.address},{' '}
      <a className={textLinkClass} href={`mailto:${party.email}`}>
        {party.email}
      </a>
    </p>
  )
}

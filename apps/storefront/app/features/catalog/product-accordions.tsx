import { AccordionItem } from '@solvane/ui/accordion'
import { textLinkClass } from '@solvane/ui/text-link'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import { Link } from '../../lib/link.tsx'
import { careId } from './product-facts.tsx'
import styles from './product-page.module.css'
import type { Product } from './variant-choice.ts'

/** The product's details in accordions. */
export function ProductAccordions({ product }: { product: Product }) {
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
      {product.materialsAndCare && (
        <AccordionItem id={careId} title="Materials & care" level={2}>
          <div className={styles.text}>
            <p>{product.materialsAndCare}</p>
          </div>
        </AccordionItem>
      )}
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

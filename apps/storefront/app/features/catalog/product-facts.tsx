import { deliveryFee } from '@solvane/contract/delivery-fee'
import { AccordionItem } from '@solvane/ui/accordion'
import { textLinkClass } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import type { Delivery } from '../../lib/api/delivery.ts'
import { useLayoutData, usualDelivery } from '../../lib/api/layout-data.ts'
import { Link } from '../../lib/link.tsx'
import { inCentimetres, inInches } from './dimension-texts.ts'
import styles from './product-facts.module.css'
import type { Product, Variant } from './variant-choice.ts'

const loadDelivery = () => import('../../lib/api/delivery.ts')
const loadScale = () => import('./scale-dialog.tsx')

/** The id of the accordion item on materials and care. */
export const careId = 'care'

interface ProductFactsProps {
  product: Product
  /** Of the chosen variant, else of the product, in dollars. */
  price: number
  /** The weight of the same; 0 if it is not known. */
  grams: number
  /** The chosen colour, `#rrggbb`. */
  hex: string | undefined
  /** The link that opens the chat; `className` is that of the links here. */
  adviser: (className: string | undefined) => ReactNode
}

/**
 * The facts that shoppers look for before buying, beside the price: size, delivery, returns, care,
 * an adviser.
 */
export function ProductFacts({ product, price, grams, hex, adviser }: ProductFactsProps) {
  return (
    <dl className={styles.facts}>
      {product.dimensions && (
        <Fact name="Dimensions">
          <span className={styles.size}>{inCentimetres(product.dimensions)}</span>{' '}
          <span className={styles.size}>({inInches(product.dimensions)})</span>{' '}
          <ScaleLink product={product} dimensions={product.dimensions} hex={hex} />
        </Fact>
      )}
      {product.fitsInside && <Fact name="Fits inside">{product.fitsInside}</Fact>}
      {product.isAvailable && (
        <Fact name="Delivery">
          <DeliveryText price={price} grams={grams} />
        </Fact>
      )}
      <Fact name="Returns">
        <Link className={textLinkClass} to="/returns">
          Exchanges and returns
        </Link>
      </Fact>
      {product.materialsAndCare && (
        <Fact name="Care">
          <a className={textLinkClass} href={`#${careId}`} onClick={openCare}>
            How to look after it
          </a>
        </Fact>
      )}
      <Fact name="Adviser">{adviser(textLinkClass)}</Fact>
    </dl>
  )
}

/**
 * Fee and time of delivery by the shop's settings, then to the shopper's address, and the days of
 * arrival.
 */
function DeliveryText({ price, grams }: { price: number; grams: number }) {
  const { settings } = useLayoutData()
  const own = useOnDemand(loadDelivery)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => own.prepare(), [])
  const text = (delivery: Delivery) => (
    <>
      {costText(delivery, price, grams)}
      <span className={styles.arrival}>{delivery.line}</span>
    </>
  )
  return own.part ? (
    <own.part.WithDelivery>{text}</own.part.WithDelivery>
  ) : (
    text({ ...usualDelivery(settings), line: '' })
  )
}

/** The fee of delivery for goods of this price and weight, and the usual days. */
function costText(delivery: Delivery, price: number, grams: number): string {
  const { freeFrom, totalDays } = delivery
  const fee = deliveryFee(delivery, price, grams)
  const days = `in ${totalDays} business days`
  if (fee === 0) return `Complimentary, ${days}`
  const from = freeFrom === null ? '' : `, complimentary from ${formatMoney(freeFrom)}`
  return `${formatMoney(fee)}${from}, ${days}`
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Opens the accordion item instead of adding its id to the address. */
function openCare(event: MouseEvent) {
  const item = document.getElementById(careId)
  if (!(item instanceof HTMLDetailsElement)) return
  event.preventDefault()
  item.open = true
  item.querySelector('summary')?.focus({ preventScroll: true })
  item.scrollIntoView({ block: 'center' })
}

interface ScaleLinkProps {
  product: Product
  dimensions: NonNullable<Product['dimensions']>
  /** The chosen colour, `#rrggbb`. */
  hex: string | undefined
}

function ScaleLink({ product, dimensions, hex }: ScaleLinkProps) {
  const scale = useOnDemand(loadScale)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${textLinkClass} ${styles.scale}`}
        aria-haspopup="dialog"
        onPointerEnter={scale.prepare}
        onFocus={scale.prepare}
        onClick={async () => {
          if (await scale.demand()) setIsOpen(true)
        }}
      >
        See it to scale
      </button>
      {scale.part && (
        <scale.part.ScaleDialog
          name={product.name}
          dimensions={dimensions}
          measurements={product.measurements}
          hex={hex}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

interface ProductAccordionsProps {
  product: Product
  /** The chosen variant; null while a choice is open. */
  variant: Variant | null
}

/** The product's details in accordions. */
export function ProductAccordions({ product, variant }: ProductAccordionsProps) {
  const { settings } = useLayoutData()
  const composition = variant?.composition || product.composition
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
      {(product.materialsAndCare || composition) && (
        <AccordionItem id={careId} title="Materials & care" level={2}>
          <div className={styles.text}>
            {composition
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

import { AccordionItem } from '@solvane/ui/accordion'
import { formatMoney, Price } from '@solvane/ui/price'
import { textLinkClass } from '@solvane/ui/text-link'
import { useHydrated } from '@solvane/ui/use-hydrated.ts'
import { type ReactNode, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { NeedsScripts } from '../../components/needs-scripts.tsx'
import { optionLabel } from '../../components/product-options.ts'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import { Link } from '../../lib/link.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { OptionPickers } from './option-pickers.tsx'
import { ProductGallery } from './product-gallery.tsx'
import styles from './product-page.module.css'
import {
  type Choice,
  chosenPictures,
  colorOptionOf,
  initialChoice,
  linkedChoice,
  matchingVariant,
  type Product,
  parameterOf,
  toggleValue,
  type Variant,
} from './variant-choice.ts'

/** The shopper's choice so far. */
interface ChosenVariant {
  variant: Variant | null
  /** Names of the options without a value. */
  missing: readonly string[]
  /** Says what is missing, scrolls to the first open option and focuses it. */
  leadToOptions: () => void
}

interface ProductPageProps {
  product: Product
  /** Beside the name, for the chosen variant: the heart. */
  heart: (variant: Variant | null) => ReactNode
  /** Under the options: the buttons for the chosen variant. */
  actions: (chosen: ChosenVariant) => ReactNode
  children: ReactNode
}

/** A product: its pictures beside a column with all details. Children follow below. */
export function ProductPage({ product, heart, actions, children }: ProductPageProps) {
  const [search, setSearch] = useSearchParams()
  const [picked, setPicked] = useState<Choice>(() => initialChoice(product, colorOptionOf(product)))
  // A button was pressed while an option had no value.
  const [isAsked, setIsAsked] = useState(false)
  const [previewed, setPreviewed] = useState<string | null>(null)
  const isHydrated = useHydrated()
  // A link to the same product in another colour, from the cart for example, may be followed from here.
  const choice = { ...picked, ...linkedChoice(product, search, { withSizes: isHydrated }) }
  const colorOption = colorOptionOf(product)
  const pickers = useRef<HTMLDivElement>(null)
  const variant = matchingVariant(product.options, product.variants, choice)
  const missing = product.options
    .map(({ name }) => name)
    .filter((name) => choice[name] === undefined)

  /** The choice is part of the URL, too: a reload or a shared link shows the same. */
  function toggle(option: string, value: string) {
    const chosen = toggleValue(choice, option, value)
    setPicked(chosen)
    if (matchingVariant(product.options, product.variants, chosen)) setIsAsked(false)
    const linked = new URLSearchParams(search)
    const parameter = parameterOf(product, option)
    linked.delete(parameter)
    if (chosen[option]) linked.set(parameter, chosen[option])
    setSearch(linked, { replace: true, preventScrollReset: true })
  }

  function leadToOptions() {
    setIsAsked(true)
    const open = pickers.current?.querySelector<HTMLElement>(
      'fieldset[data-open] button:not(:disabled)',
    )
    open?.focus({ preventScroll: true })
    open?.closest('fieldset')?.scrollIntoView({ block: 'center' })
  }

  return (
    <>
      <div className={styles.crumbs}>
        <Breadcrumbs crumbs={product.breadcrumbs} />
      </div>
      <article className={styles.product}>
        <ProductGallery
          product={product}
          pictures={chosenPictures(product, choice)}
          next={
            colorOption && previewed
              ? chosenPictures(product, { [colorOption]: previewed })
              : undefined
          }
        />
        <div className={styles.column}>
          <ProductHeading product={product} variant={variant} heart={heart(variant)} />
          <OptionPickers
            ref={pickers}
            product={product}
            choice={choice}
            variant={variant}
            isAsked={isAsked && missing.length > 0}
            onToggle={toggle}
            onPreview={setPreviewed}
          />
          <WithoutScripts product={product} />
          <NeedsScripts what="To order" />
          {actions({ variant, missing, leadToOptions })}
          <ProductAccordions product={product} />
        </div>
      </article>
      {children}
    </>
  )
}

/** The options as text, for shoppers without JavaScript. */
function WithoutScripts({ product }: { product: Product }) {
  const color = colorOptionOf(product)
  return (
    <noscript>
      <dl className={styles.plain}>
        {product.options.map(({ name, values }) => (
          <div key={name}>
            <dt>{optionLabel(name)}</dt>
            {values.map((value) => (
              <dd key={value}>
                {name === color ? (
                  <a href={`?${new URLSearchParams({ color: value })}`}>{value}</a>
                ) : (
                  value
                )}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </noscript>
  )
}

/** The buttons of a product, stacked. */
export function ProductActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

/** The name, the price of the chosen variant (else of the product) and the description. */
function ProductHeading({
  product,
  variant,
  heart,
}: {
  product: Product
  variant: Variant | null
  /** Beside the name. */
  heart: ReactNode
}) {
  const { defaultDeliveryText } = useLayoutData().settings
  const description = product.description ? [product.description] : defaultDeliveryText
  const shown = variant
    ? { price: variant.price, salePrice: variant.isOnSale ? variant.currentPrice : null }
    : { price: product.price, salePrice: product.isOnSale ? product.salePrice : null }
  return (
    <header className={styles.heading}>
      {product.isNew && <p className={styles.note}>New</p>}
      <div className={styles.title}>
        <h1 className={styles.name}>{product.name}</h1>
        {heart}
      </div>
      <p className={styles.price} aria-live="polite">
        <Price {...shown} isFrom={!variant && product.hasPriceRange} />
      </p>
      {!product.isAvailable && <p className={styles.note}>Sold out</p>}
      <div className={styles.description}>
        {description.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </header>
  )
}

/** Delivery in two lines, then the product's details in accordions. */
function ProductAccordions({ product }: { product: Product }) {
  const { settings } = useLayoutData()
  const fee = formatMoney(settings.shippingFee)
  const freeFrom = formatMoney(settings.freeShippingFrom)
  return (
    <div>
      <ul className={styles.lines}>
        <li>
          Delivery {fee}, free from {freeFrom}
        </li>
        <li>{settings.totalDays} business days to your door, preparation included</li>
      </ul>
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
        <AccordionItem title="Materials & care" level={2}>
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

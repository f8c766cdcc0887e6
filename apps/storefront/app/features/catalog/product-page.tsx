import { useHydrated } from '@solvane/ui/use-hydrated.ts'
import { type ReactNode, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { NeedsScripts } from '../../components/needs-scripts.tsx'
import { optionLabel } from '../../components/product-options.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { OptionPickers } from './option-pickers.tsx'
import { ProductAccordions } from './product-accordions.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { ProductHeading } from './product-heading.tsx'
import styles from './product-page.module.css'
import { chosenPictures, colorOptionOf, linkedChoice, parameterOf } from './product-pictures.ts'
import {
  type Choice,
  initialChoice,
  matchingVariant,
  type Product,
  toggleValue,
  type Variant,
} from './variant-choice.ts'

/** What is chosen of the piece so far. */
interface ChosenPiece {
  variant: Variant | null
  /** Names of the options without a value. */
  missing: readonly string[]
  /** Says what is missing, brings the first open option into sight and gives it the focus. */
  leadToOptions: () => void
}

interface ProductPageProps {
  product: Product
  /** Beside the name, for the chosen variant: the heart. */
  heart: (variant: Variant | null) => ReactNode
  /** Under the options: what can be done with the chosen piece. */
  actions: (chosen: ChosenPiece) => ReactNode
  children: ReactNode
}

/** A piece: its pictures beside a column that says all there is to know. Children follow below. */
export function ProductPage({ product, heart, actions, children }: ProductPageProps) {
  const [search, setSearch] = useSearchParams()
  const [picked, setPicked] = useState<Choice>(() => initialChoice(product, colorOptionOf(product)))
  // Pressed a button for a full choice while a value was open.
  const [isAsked, setIsAsked] = useState(false)
  const [previewed, setPreviewed] = useState<string | null>(null)
  const isHydrated = useHydrated()
  // A link to the piece in another colour, as one in the cart, may be followed from here.
  const choice = { ...picked, ...linkedChoice(product, search, { withSizes: isHydrated }) }
  const colorOption = colorOptionOf(product)
  const pickers = useRef<HTMLDivElement>(null)
  const variant = matchingVariant(product.options, product.variants, choice)
  const missing = product.options
    .map(({ name }) => name)
    .filter((name) => choice[name] === undefined)

  /** What is chosen goes into the address too: reloaded or passed on, the page shows the same. */
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

/** What a reader without scripts is told in place of the pickers. */
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

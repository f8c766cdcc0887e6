import { paper } from '@solvane/ui/picture'
import { Price } from '@solvane/ui/price'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { type ReactNode, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { NeedsScripts } from '../../components/needs-scripts.tsx'
import { optionLabel } from '../../components/product-options.ts'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import { useHydrated } from '../../lib/when.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { OptionPickers } from './option-pickers.tsx'
import { ProductAccordions, ProductFacts } from './product-facts.tsx'
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
  type ProductPicture,
  parameterOf,
  toggleValue,
  type Variant,
} from './variant-choice.ts'

const loadOptionDrawer = () => import('./option-drawer.tsx')

/** The shopper's choice so far. */
interface ChosenVariant {
  variant: Variant | null
  /** Names of the options without a value. */
  missing: readonly string[]
  /** Names the missing option, scrolls to the first open one and focuses it. */
  leadToOptions: () => void
  /** Opens the options in a drawer, for buttons far from them. */
  openOptions: () => void
}

interface ProductPageProps {
  product: Product
  /** Beside the name, for the chosen variant: the heart. */
  heart: (variant: Variant | null) => ReactNode
  /** Under the options: the buttons for the chosen variant. */
  actions: (chosen: ChosenVariant) => ReactNode
  /** In the drawer of the options: the button that adds the chosen variant and closes the drawer. */
  drawerAction: (chosen: Omit<ChosenVariant, 'openOptions'>, close: () => void) => ReactNode
  /** The link that opens the chat; `className` makes it look like the links there. */
  adviser: (className: string | undefined) => ReactNode
  children: ReactNode
}

/** A product: its pictures beside a column with all details. Children follow below. */
export function ProductPage(props: ProductPageProps) {
  const { product, heart, actions, drawerAction, adviser, children } = props
  const [search, setSearch] = useSearchParams()
  const colorOption = colorOptionOf(product)
  const [picked, setPicked] = useState<Choice>(() => initialChoice(product, colorOption))
  // A button was pressed while an option had no value.
  const [isAsked, setIsAsked] = useState(false)
  const [previewed, setPreviewed] = useState<string | null>(null)
  const drawer = useOnDemand(loadOptionDrawer)
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  // The server's page is of the colour alone: one whose address names more is rendered again.
  const withSizes = useHydrated(search.size > Number(search.has('color')))
  // A link to the same product in another colour, from the cart for example, may be followed from here.
  const choice = { ...picked, ...linkedChoice(product, search, { withSizes }) }
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

  async function openOptions() {
    setIsAsked(false)
    if (await drawer.demand()) setIsDrawerOpen(true)
  }

  const pickerProps = {
    product,
    choice,
    variant,
    isAsked: isAsked && missing.length > 0,
    onToggle: toggle,
    onPreview: setPreviewed,
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
          color={choice[colorOption ?? ''] ?? ''}
        />
        <div className={styles.column}>
          <ProductHeading product={product} variant={variant} heart={heart(variant)} />
          <OptionPickers ref={pickers} {...pickerProps} />
          {/* For shoppers without JavaScript: only the server writes it. */}
          <noscript>{import.meta.env.SSR && <PlainOptions product={product} />}</noscript>
          <NeedsScripts what="To order" />
          {actions({ variant, missing, leadToOptions, openOptions })}
          <ProductFacts
            product={product}
            price={variant?.currentPrice ?? product.salePrice ?? product.price}
            grams={variant?.weightGrams ?? product.weightGrams ?? 0}
            hex={product.colors.find(({ name }) => name === choice[colorOption ?? ''])?.hex}
            adviser={adviser}
          />
          <ProductAccordions product={product} variant={variant} />
        </div>
      </article>
      {drawer.part && (
        <drawer.part.OptionDrawer
          name={product.name}
          isOpen={isDrawerOpen}
          onClose={() => setIsDrawerOpen(false)}
          action={drawerAction({ variant, missing, leadToOptions: () => setIsAsked(true) }, () =>
            setIsDrawerOpen(false),
          )}
        >
          <OptionPickers {...pickerProps} />
        </drawer.part.OptionDrawer>
      )}
      {children}
    </>
  )
}

/** The options as text. */
function PlainOptions({ product }: { product: Product }) {
  const color = colorOptionOf(product)
  return (
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

interface PairsSceneProps {
  /** The product itself. */
  picture: ProductPicture
  /** The products it pairs with. */
  pairs: readonly { coverPicture: ProductPicture | null }[]
  /** Their grid. */
  children: ReactNode
}

/**
 * The products that a product pairs with, below a scene: the product on one floor with the first two. Only
 * pictures on paper become one.
 */
export function PairsScene({ picture, pairs, children }: PairsSceneProps) {
  const scene = [picture, ...pairs.flatMap(({ coverPicture }) => coverPicture ?? [])].slice(0, 3)
  return (
    <section className={styles.pairs} aria-labelledby="pairs-with">
      <h2 id="pairs-with" className={styles.pairsTitle}>
        Pairs with
      </h2>
      {scene.length > 1 && scene.every(({ color }) => color === paper) && (
        <div className={styles.scene}>
          {scene.map((each) => (
            <ShopPicture key={each.src} picture={each} alt="" sizes="33vw" />
          ))}
        </div>
      )}
      {children}
    </section>
  )
}

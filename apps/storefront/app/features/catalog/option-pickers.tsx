import { SwatchDot } from '@solvane/ui/swatch'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { clsx } from 'clsx'
import { type Ref, useId, useState } from 'react'
import { optionLabel } from '../../components/product-options.ts'
import styles from './option-pickers.module.css'
import type { SizeGuideDrawerProps } from './size-guide-drawer.tsx'
import {
  type Choice,
  colorOptionOf,
  isValuePossible,
  type Product,
  type ProductOption,
  type Variant,
} from './variant-choice.ts'

const loadSizeGuide = () => import('./size-guide-drawer.tsx')

interface OptionPickersProps {
  ref?: Ref<HTMLDivElement>
  product: Product
  choice: Choice
  /** The variant of the full choice, if there is one. */
  variant: Variant | null
  /** A button was pressed while an option has no value: the status says which. */
  isAsked: boolean
  onToggle: (option: string, value: string) => void
  /** The mouse is on a colour; a touch would render the page just before its press is answered. */
  onPreview: (color: string) => void
}

/** One picker for each option: colours as swatches with their names, the others as a grid. */
export function OptionPickers(props: OptionPickersProps) {
  const { ref, product, choice, variant, isAsked, onToggle, onPreview } = props
  const statusId = useId()
  const colorOption = colorOptionOf(product)
  return (
    <div ref={ref} className={styles.pickers}>
      {product.options.map((option) => (
        <fieldset
          key={option.name}
          data-open={choice[option.name] === undefined || undefined}
          aria-describedby={isAsked && choice[option.name] === undefined ? statusId : undefined}
        >
          <legend className={styles.legend}>
            {optionLabel(option.name)}
            {choice[option.name] && <span className={styles.chosen}>{choice[option.name]}</span>}
          </legend>
          <div className={option.name === colorOption ? styles.swatches : styles.values}>
            {option.values.map((value) => (
              <ValueButton
                key={value}
                value={value}
                hex={
                  option.name === colorOption
                    ? product.colors.find(({ name }) => name === value)?.hex
                    : undefined
                }
                isChosen={choice[option.name] === value}
                isPossible={isValuePossible(product.variants, choice, option.name, value)}
                onToggle={() => onToggle(option.name, value)}
                onLook={() => onPreview(value)}
              />
            ))}
          </div>
          {product.sizeGuide && isSizes(option, colorOption) && (
            <SizeGuideLink
              section={product.sizeGuide}
              sizeAndFit={product.sizeAndFit}
              sizes={option.values}
              isPossible={(size) => isValuePossible(product.variants, choice, option.name, size)}
              onChoose={(size) => choice[option.name] !== size && onToggle(option.name, size)}
            />
          )}
        </fieldset>
      ))}
      <p id={statusId} className={clsx(styles.status, isAsked && styles.asked)} aria-live="polite">
        {isAsked
          ? `Please choose ${openOptions(product, choice)}.`
          : statusOf(product, choice, variant)}
      </p>
    </div>
  )
}

function isSizes(option: ProductOption, colorOption: string | undefined): boolean {
  return option.name !== colorOption && /size/i.test(option.name)
}

/** The availability of the choice, in words. */
function statusOf(product: Product, choice: Choice, variant: Variant | null): string {
  if (!product.isAvailable) return 'This piece is sold out.'
  const open = product.options.filter(({ name }) => choice[name] === undefined)
  if (open.length === product.options.length && open.length > 0) return ''
  if (open.length > 0) {
    const choose = `Choose ${openOptions(product, choice)}`
    return product.hasPriceRange ? `${choose} to see its price.` : `${choose}.`
  }
  if (!variant) return 'Not available in this combination.'
  if (variant.stock === 0) return 'Sold out.'
  return variant.stock <= 3
    ? `In stock, the last ${variant.stock === 1 ? 'one' : variant.stock}.`
    : 'In stock.'
}

/** The options without a value: "a colour and a size". */
function openOptions(product: Product, choice: Choice): string {
  const open = product.options.filter(({ name }) => choice[name] === undefined)
  return open.map(({ name }) => `a ${optionLabel(name).toLowerCase()}`).join(' and ')
}

function ValueButton(props: {
  value: string
  hex: string | undefined
  isChosen: boolean
  isPossible: boolean
  onToggle: () => void
  onLook: () => void
}) {
  const { value, hex, isChosen, isPossible, onToggle, onLook } = props
  return (
    <button
      type="button"
      className={hex ? styles.swatch : styles.value}
      aria-pressed={isChosen}
      disabled={!isPossible}
      onPointerEnter={({ pointerType }) => hex && pointerType === 'mouse' && onLook()}
      onClick={onToggle}
    >
      {hex && <SwatchDot hex={hex} size={18} />}
      <span className={styles.label}>{value}</span>
      {!isPossible && <VisuallyHidden>, not available</VisuallyHidden>}
    </button>
  )
}

/** A link to the size guide's page; with JavaScript it opens in a drawer instead. */
function SizeGuideLink(props: Omit<SizeGuideDrawerProps, 'isOpen' | 'onClose'>) {
  const guide = useOnDemand(loadSizeGuide)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <a
        className={styles.guide}
        href={`/size-guide#${props.section}`}
        onPointerEnter={guide.prepare}
        onFocus={guide.prepare}
        onClick={async (event) => {
          event.preventDefault()
          if (await guide.demand()) setIsOpen(true)
        }}
      >
        Size guide, find your size
      </a>
      {guide.part && (
        <guide.part.SizeGuideDrawer
          {...props}
          onChoose={(size) => {
            setIsOpen(false)
            props.onChoose(size)
          }}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { memo, useState } from 'react'
import { readAmount } from '../../parts/form.tsx'
import { InstantField, instantInput, zoneName } from '../../parts/moment.tsx'
import { Mark, Panel } from '../../parts/panel.tsx'
import grid from './grid.module.css'
import { PriceHistoryDialog } from './price-history-dialog.tsx'
import styles from './prices-tab.module.css'
import { type VariantValues, variantName } from './product-values.ts'
import type { ProductForm } from './use-product-form.ts'

/**
 * Whether the sale price applies now, also before it is saved. Whether shoppers see it as a reduction
 * is decided by the law on prices before a reduction, too (`list_price_cents`).
 */
function isOnSale({ price, salePrice, saleStartsAt, saleEndsAt }: VariantValues): boolean {
  const now = Date.now()
  return (
    readAmount(salePrice) < readAmount(price) &&
    (saleStartsAt === null || Date.parse(saleStartsAt) <= now) &&
    (saleEndsAt === null || now <= Date.parse(saleEndsAt))
  )
}

/** Prices and sales of the variants. */
export function PricesTab(form: ProductForm) {
  const { variants } = form.values
  const [shown, setShown] = useState<VariantValues | null>(null)
  return (
    <div className={styles.tab}>
      {variants.length > 1 && <ForAll {...form} />}
      <Panel title="Prices">
        <p className={grid.hint}>
          {`In US dollars. Times are in ${zoneName()}; a sale includes its start and its end. Without them a sale price applies at once, with no end.`}
        </p>
        <div className={grid.scroll}>
          <table className={grid.grid}>
            <thead>
              <tr>
                <th scope="col">Variant</th>
                <th scope="col">Price</th>
                <th scope="col">Sale price</th>
                <th scope="col">Sale starts</th>
                <th scope="col">Sale ends</th>
                <th scope="col">Now</th>
                <th scope="col">
                  <span className={grid.hidden}>Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {variants.map((variant, at) => (
                <PriceRow
                  key={variant.key}
                  variant={variant}
                  at={at}
                  update={form.update}
                  priceError={form.errorOf(`variants.${at}.price`)}
                  saleError={form.errorOf(`variants.${at}.salePrice`)}
                  startError={form.errorOf(`variants.${at}.saleStartsAt`)}
                  endError={form.errorOf(`variants.${at}.saleEndsAt`)}
                  onHistory={setShown}
                />
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
      {shown?.id && (
        <PriceHistoryDialog
          variantId={shown.id}
          name={variantName(shown)}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  )
}

/** Sets the price or the sale of all variants. */
function ForAll({ update }: ProductForm) {
  const [price, setPrice] = useState('')
  const [salePrice, setSalePrice] = useState('')
  const [saleStartsAt, setStart] = useState<string | null>(null)
  const [saleEndsAt, setEnd] = useState<string | null>(null)
  const each = (part: Partial<VariantValues>) =>
    update(({ variants }) => ({ variants: variants.map((variant) => ({ ...variant, ...part })) }))
  return (
    <Panel title="All variants">
      <div className={styles.all}>
        <TextField
          label="Price"
          inputMode="decimal"
          required
          value={price}
          onChange={({ target }) => setPrice(target.value)}
        />
        <Button kind="secondary" disabled={!price.trim()} onClick={() => each({ price })}>
          Set price
        </Button>
      </div>
      <div className={styles.all}>
        <TextField
          label="Sale price"
          inputMode="decimal"
          required
          value={salePrice}
          onChange={({ target }) => setSalePrice(target.value)}
        />
        <InstantField label="Starts" value={saleStartsAt} onChange={setStart} />
        <InstantField label="Ends" value={saleEndsAt} onChange={setEnd} />
        <Button
          kind="secondary"
          disabled={!salePrice.trim()}
          onClick={() => each({ salePrice, saleStartsAt, saleEndsAt })}
        >
          Set sale
        </Button>
        <Button
          kind="link"
          onClick={() => each({ salePrice: '', saleStartsAt: null, saleEndsAt: null })}
        >
          End all sales
        </Button>
      </div>
    </Panel>
  )
}

interface PriceRowProps {
  variant: VariantValues
  at: number
  update: ProductForm['update']
  priceError: string | undefined
  saleError: string | undefined
  startError: string | undefined
  endError: string | undefined
  onHistory: (variant: VariantValues) => void
}

const PriceRow = memo(function PriceRow(props: PriceRowProps) {
  const { variant, at, update, priceError, saleError, startError, endError, onHistory } = props
  const change = (part: Partial<VariantValues>) =>
    update(({ variants }) => ({ variants: variants.with(at, { ...variant, ...part }) }))
  const name = variantName(variant)
  const amount = (label: string, field: 'price' | 'salePrice', error: string | undefined) => (
    <td>
      <input
        className={grid.control}
        aria-label={`${label} of ${name}`}
        aria-invalid={error ? true : undefined}
        inputMode="decimal"
        value={variant[field]}
        onChange={({ target }) => change({ [field]: target.value })}
      />
      {error && <span className={grid.error}>{error}</span>}
    </td>
  )
  return (
    <tr>
      <td className={grid.text}>{name}</td>
      {amount('Price', 'price', priceError)}
      {amount('Sale price', 'salePrice', saleError)}
      <InstantCell
        label={`Sale start of ${name}`}
        value={variant.saleStartsAt}
        onChange={(saleStartsAt) => change({ saleStartsAt })}
        error={startError}
      />
      <InstantCell
        label={`Sale end of ${name}`}
        value={variant.saleEndsAt}
        onChange={(saleEndsAt) => change({ saleEndsAt })}
        error={endError}
      />
      <td className={grid.text}>
        {isOnSale(variant) ? (
          <Mark tone="good">On sale</Mark>
        ) : (
          <Mark tone="quiet">Full price</Mark>
        )}
      </td>
      <td>
        {variant.id && (
          <Button
            kind="link"
            aria-label={`Price history of ${name}`}
            onClick={() => onHistory(variant)}
          >
            History
          </Button>
        )}
      </td>
    </tr>
  )
})

interface InstantCellProps {
  label: string
  value: string | null
  onChange: (value: string | null) => void
  error: string | undefined
}

/** A date and time in a grid, in the shop's time zone; empty when it is open. */
function InstantCell({ label, value, onChange, error }: InstantCellProps) {
  return (
    <td>
      <input
        {...instantInput(value, onChange)}
        className={`${grid.control} ${grid.moment}`}
        aria-label={label}
        aria-invalid={error ? true : undefined}
      />
      {error && <span className={grid.error}>{error}</span>}
    </td>
  )
}

import { mostVariants } from '@solvane/contract/product-draft'
import { generateVariants, missingCombinations } from '@solvane/contract/product-options'
import { Button, IconButton } from '@solvane/ui/button'
import { CloseIcon } from '@solvane/ui/icon'
import { memo } from 'react'
import { Panel } from '../../parts/panel.tsx'
import grid from './grid.module.css'
import { OptionEditor } from './option-editor.tsx'
import {
  newVariant,
  type OptionValues,
  type VariantValues,
  variantName,
  withValues,
} from './product-values.ts'
import type { ProductForm } from './use-product-form.ts'
import styles from './variants-tab.module.css'

const mostOptions = 3

/** The options of a product and its variants. */
export function VariantsTab(form: ProductForm) {
  const { values, update } = form
  return (
    <div className={styles.tab}>
      <Panel
        title="Options"
        action={
          values.options.length < mostOptions && (
            <Button
              kind="link"
              onClick={() =>
                update(({ options, variants }) => ({
                  options: [...options, { name: options.length === 0 ? 'Color' : '', values: [] }],
                  variants: variants.map((variant) => ({
                    ...variant,
                    values: [...variant.values, ''],
                  })),
                }))
              }
            >
              Add option
            </Button>
          )
        }
      >
        {values.options.length === 0 && (
          <p className={styles.hint}>
            None: the product has 1 variant. Add Color or Size to let shoppers choose.
          </p>
        )}
        <div className={styles.options}>
          {values.options.map((_option, at) => (
            // An option has no key but its position while its name is typed.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <OptionEditor key={at} form={form} at={at} />
          ))}
        </div>
      </Panel>
      <Panel title="Variants">
        <VariantGrid {...form} />
      </Panel>
    </div>
  )
}

/** The variants as a grid: their values, prices, and whether they are sold. */
function VariantGrid({ values, update, errorOf }: ProductForm) {
  const { options, variants } = values
  const missing = missingCombinations(options, variants)
  const room = mostVariants - variants.length
  const generate = () =>
    update({
      variants: generateVariants(options, variants, {
        withValues,
        add: (one, like) => newVariant(one, like?.price),
        most: mostVariants,
      }).variants,
    })
  return (
    <>
      <div className={grid.scroll}>
        <table className={grid.grid}>
          <thead>
            <tr>
              {options.map(({ name }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an option has no key but its position
                <th key={at} scope="col">
                  {name || '…'}
                </th>
              ))}
              <th scope="col">Price ($)</th>
              <th scope="col">Sold</th>
              <th scope="col">
                <span className={grid.hidden}>Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {variants.map((variant, at) => (
              <VariantRow
                key={variant.key}
                variant={variant}
                at={at}
                options={options}
                update={update}
                error={errorOf(`variants.${at}.attributeValues`) ?? errorOf(`variants.${at}.id`)}
                priceError={errorOf(`variants.${at}.price`)}
                isOnly={variants.length === 1}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className={grid.foot}>
        {options.length > 0 && missing.length > 0 && (
          <Button kind="secondary" disabled={room <= 0} onClick={generate}>
            {missing.length === 1 ? 'Generate 1 variant' : `Generate ${missing.length} variants`}
          </Button>
        )}
        {options.length > 0 && (
          <Button
            kind="link"
            disabled={room <= 0}
            onClick={() =>
              update({
                variants: [
                  ...variants,
                  newVariant(
                    options.map(() => ''),
                    variants[0]?.price,
                  ),
                ],
              })
            }
          >
            Add variant
          </Button>
        )}
        <p className={grid.hint}>
          Removed variants are no longer sold; existing orders keep them. Stock has its own tab.
        </p>
      </div>
    </>
  )
}

interface VariantRowProps {
  variant: VariantValues
  at: number
  options: readonly OptionValues[]
  update: ProductForm['update']
  error: string | undefined
  priceError: string | undefined
  isOnly: boolean
}

const VariantRow = memo(function VariantRow(props: VariantRowProps) {
  const { variant, at, options, update, error, priceError, isOnly } = props
  const change = (part: Partial<VariantValues>) =>
    update(({ variants }) => ({ variants: variants.with(at, { ...variant, ...part }) }))
  const name = variantName(variant)
  return (
    <tr>
      {options.map((option, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option has no key but its position
        <td key={place}>
          <select
            className={grid.control}
            aria-label={`${option.name} of variant ${at + 1}`}
            aria-invalid={error ? true : undefined}
            title={error}
            value={variant.values[place] ?? ''}
            onChange={({ target }) => change({ values: variant.values.with(place, target.value) })}
          >
            <option value="">Choose</option>
            {option.values.map((value) => (
              <option key={value}>{value}</option>
            ))}
          </select>
          {place === 0 && error && <span className={grid.error}>{error}</span>}
        </td>
      ))}
      <td>
        <input
          className={grid.control}
          aria-label={`Price of ${name}`}
          aria-invalid={priceError ? true : undefined}
          inputMode="decimal"
          value={variant.price}
          onChange={({ target }) => change({ price: target.value })}
        />
        {priceError && <span className={grid.error}>{priceError}</span>}
      </td>
      <td>
        <input
          type="checkbox"
          className={grid.check}
          aria-label={`${name} is sold`}
          checked={variant.isEnabled}
          onChange={({ target }) => change({ isEnabled: target.checked })}
        />
      </td>
      <td>
        <IconButton
          label={`Remove ${name}`}
          disabled={isOnly}
          onClick={() => update(({ variants }) => ({ variants: variants.toSpliced(at, 1) }))}
        >
          <CloseIcon size={14} />
        </IconButton>
      </td>
    </tr>
  )
})

import { countries } from '@solvane/contract/countries'
import type { TaxClass } from '@solvane/contract/tax'
import { SelectField, TextAreaField, TextField } from '@solvane/ui/field'
import { memo } from 'react'
import { bindFields } from '../../parts/form.tsx'
import { Panel } from '../../parts/panel.tsx'
import details from './details-tab.module.css'
import grid from './grid.module.css'
import styles from './prices-tab.module.css'
import { type PartyValues, type VariantValues, variantName } from './product-values.ts'
import type { ProductForm } from './use-product-form.ts'

/** The fields of a product and its variants for trade, customs, the law and search engines. */
export function TradeTab(form: ProductForm) {
  const { values, update, errorOf } = form
  const bind = bindFields<
    'hsCode' | 'countryOfOrigin' | 'weightGrams' | 'composition' | 'seoTitle' | 'seoDescription'
  >(values, update, errorOf)
  return (
    <div className={styles.tab}>
      <Panel title="Customs and labels">
        <div className={details.fields}>
          <TextAreaField
            label="Composition"
            {...bind('composition')}
            rows={3}
            hint="What each part is made of, in per cent: Body: 100% calfskin."
          />
          <SelectField label="Country of origin" {...bind('countryOfOrigin')}>
            <option value="">Not known</option>
            <Countries />
          </SelectField>
          <TextField
            label="HS code"
            {...bind('hsCode')}
            inputMode="numeric"
            hint="The customs tariff number, 6 to 10 digits."
          />
          <TextField
            label="Weight (g)"
            {...bind('weightGrams')}
            inputMode="numeric"
            hint="Of the product, without its parcel."
          />
          <SelectField
            label="Tax class"
            value={values.taxClass}
            onChange={({ target }) => update({ taxClass: target.value as TaxClass })}
            error={errorOf('taxClass')}
            hint="Which rate of a country’s tax rule applies."
          >
            <option value="STANDARD">Standard rate</option>
            <option value="REDUCED">Reduced rate</option>
            <option value="ZERO">Zero rate</option>
          </SelectField>
        </div>
      </Panel>
      <Panel title="Variants">
        <p className={grid.hint}>
          SKU and GTIN belong to one variant each. Leave the other fields empty where a variant is
          as its product.
        </p>
        <div className={grid.scroll}>
          <table className={grid.grid}>
            <thead>
              <tr>
                <th scope="col">Variant</th>
                <th scope="col">SKU</th>
                <th scope="col">GTIN</th>
                <th scope="col">Weight (g)</th>
                <th scope="col">HS code</th>
                <th scope="col">Origin</th>
                <th scope="col">Composition</th>
              </tr>
            </thead>
            <tbody>
              {values.variants.map((variant, at) => (
                <TradeRow
                  key={variant.key}
                  variant={variant}
                  at={at}
                  update={update}
                  skuError={errorOf(`variants.${at}.sku`)}
                  gtinError={errorOf(`variants.${at}.gtin`)}
                  weightError={errorOf(`variants.${at}.weightGrams`)}
                  hsCodeError={errorOf(`variants.${at}.hsCode`)}
                  originError={errorOf(`variants.${at}.countryOfOrigin`)}
                  compositionError={errorOf(`variants.${at}.composition`)}
                />
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
      <PartyPanel
        title="Maker"
        field="maker"
        hint="Named on the product page, as EU law asks: an address and an e-mail for questions of safety."
        form={form}
      />
      <PartyPanel
        title="Responsible person in the EU"
        field="responsiblePerson"
        hint="Needed only where the maker is outside the EU."
        form={form}
      />
      <Panel title="Search engines and link previews">
        <div className={details.fields}>
          <TextField
            label="Title"
            {...bind('seoTitle')}
            hint={`Leave empty to show the name. ${values.seoTitle.length} of 70 characters.`}
          />
          <TextAreaField
            label="Description for search engines"
            {...bind('seoDescription')}
            rows={3}
            hint={`Leave empty to show the beginning of the description. About 160 characters are shown; this has ${values.seoDescription.length}.`}
          />
        </div>
      </Panel>
    </div>
  )
}

function Countries() {
  return countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ))
}

interface PartyPanelProps {
  title: string
  field: 'maker' | 'responsiblePerson'
  hint: string
  form: ProductForm
}

/** Name, address and e-mail; all three, or none. */
function PartyPanel({ title, field, hint, form: { values, update, errorOf } }: PartyPanelProps) {
  const party = values[field]
  const bind = bindFields<keyof PartyValues>(
    party,
    (part) => update({ [field]: { ...party, ...part } }),
    (name) => errorOf(`${field}.${name}`),
  )
  return (
    <Panel title={title}>
      <p className={grid.hint}>{hint}</p>
      <div className={details.fields}>
        <TextField label={`Name of the ${title.toLowerCase()}`} {...bind('name')} />
        <TextField label={`Postal address of the ${title.toLowerCase()}`} {...bind('address')} />
        <TextField label={`E-mail of the ${title.toLowerCase()}`} type="email" {...bind('email')} />
      </div>
    </Panel>
  )
}

interface TradeRowProps {
  variant: VariantValues
  at: number
  update: ProductForm['update']
  skuError: string | undefined
  gtinError: string | undefined
  weightError: string | undefined
  hsCodeError: string | undefined
  originError: string | undefined
  compositionError: string | undefined
}

type TextName = 'sku' | 'gtin' | 'weightGrams' | 'hsCode' | 'composition'

const TradeRow = memo(function TradeRow(props: TradeRowProps) {
  const { variant, at, update, originError } = props
  const change = (part: Partial<VariantValues>) =>
    update(({ variants }) => ({ variants: variants.with(at, { ...variant, ...part }) }))
  const name = variantName(variant)
  const text = (label: string, field: TextName, error: string | undefined) => (
    <td>
      <input
        className={grid.control}
        aria-label={`${label} of ${name}`}
        aria-invalid={error ? true : undefined}
        value={variant[field]}
        onChange={({ target }) => change({ [field]: target.value })}
      />
      {error && <span className={grid.error}>{error}</span>}
    </td>
  )
  return (
    <tr>
      <td className={grid.text}>{name}</td>
      {text('SKU', 'sku', props.skuError)}
      {text('GTIN', 'gtin', props.gtinError)}
      {text('Weight', 'weightGrams', props.weightError)}
      {text('HS code', 'hsCode', props.hsCodeError)}
      <td>
        <select
          className={grid.control}
          aria-label={`Origin of ${name}`}
          aria-invalid={originError ? true : undefined}
          value={variant.countryOfOrigin}
          onChange={({ target }) => change({ countryOfOrigin: target.value })}
        >
          <option value="">As the product</option>
          <Countries />
        </select>
        {originError && <span className={grid.error}>{originError}</span>}
      </td>
      {text('Composition', 'composition', props.compositionError)}
    </tr>
  )
})

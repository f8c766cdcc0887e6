import type { StaffProduct } from '@solvane/contract/products.admin'
import { Tabs } from '@solvane/ui/tabs'
import { useEffect, useState } from 'react'
import type { SaveFailure } from '../../parts/save-failure.ts'
import { DetailsTab } from './details-tab.tsx'
import { PicturesTab } from './pictures-tab.tsx'
import { PlacesTab } from './places-tab.tsx'
import { PricesTab } from './prices-tab.tsx'
import { StockTab } from './stock-tab.tsx'
import type { ProductForm } from './use-product-form.ts'
import { VariantsTab } from './variants-tab.tsx'

interface FormTabsProps {
  form: ProductForm
  failure: SaveFailure | null
  /** Null: it is not there yet, and has no stock. */
  product: StaffProduct | null
}

/** Which tab a field of the contract is on. */
function tabOf(field: string): string {
  if (/^(pictures|variants\.\d+\.pictures)/.test(field)) return 'pictures'
  if (/^variants\.\d+\.(price|sale)/.test(field)) return 'prices'
  if (/^(options|variants)/.test(field)) return 'variants'
  if (/^(categoryIds|relatedIds)/.test(field)) return 'places'
  return 'details'
}

/** The tabs that fields are on, in the order they are shown in. */
const tabOrder = ['details', 'variants', 'pictures', 'prices', 'places']

/** The first tab, as they are shown, that has one of these fields. */
function firstTabOf(fields: string[]): string | undefined {
  const wrong = new Set(fields.map(tabOf))
  return tabOrder.find((tab) => wrong.has(tab))
}

/** The parts of a piece; after a refused save the first with a mistake is shown. */
export function FormTabs({ form, failure, product }: FormTabsProps) {
  const [shown, setShown] = useState('details')
  const tabs = Object.keys(failure?.fields ?? {}).map(tabOf)
  useEffect(() => {
    const first = firstTabOf(Object.keys(failure?.fields ?? {}))
    if (first) setShown(first)
  }, [failure])
  const labelled = (value: string, label: string) => {
    const mistakes = tabs.filter((tab) => tab === value).length
    return { value, label: mistakes > 0 ? `${label} (${mistakes} to mend)` : label }
  }
  return (
    <Tabs
      label="Parts of the piece"
      value={shown}
      onChange={setShown}
      tabs={[
        { ...labelled('details', 'Details'), content: <DetailsTab {...form} /> },
        { ...labelled('variants', 'Options & variants'), content: <VariantsTab {...form} /> },
        // An upload goes on while another part is edited.
        { ...labelled('pictures', 'Pictures'), content: <PicturesTab {...form} />, isKept: true },
        { ...labelled('prices', 'Prices & sale'), content: <PricesTab {...form} /> },
        {
          ...labelled('stock', 'Stock'),
          content: <StockTab product={product} />,
          isDisabled: product === null,
        },
        {
          ...labelled('places', 'Categories & related'),
          content: <PlacesTab {...form} ownId={product?.id ?? null} />,
        },
      ]}
    />
  )
}

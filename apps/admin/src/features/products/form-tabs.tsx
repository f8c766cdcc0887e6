import type { StaffProduct } from '@solvane/contract/products.admin'
import { Tabs } from '@solvane/ui/tabs'
import { useEffect, useState } from 'react'
import type { SaveFailure } from '../../parts/form.tsx'
import { CategoriesTab } from './categories-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import { PicturesTab } from './pictures-tab.tsx'
import { PricesTab } from './prices-tab.tsx'
import { StockTab } from './stock-tab.tsx'
import { TradeTab } from './trade-tab.tsx'
import type { ProductForm } from './use-product-form.ts'
import { VariantsTab } from './variants-tab.tsx'

interface FormTabsProps {
  form: ProductForm
  failure: SaveFailure | null
  /** Null for a new product, which has no stock yet. */
  product: StaffProduct | null
}

const tradeFields =
  /^(variants\.\d+\.)?(sku|gtin|weightGrams|hsCode|countryOfOrigin|composition|taxClass|maker|responsiblePerson|seo)/

/** The tab of a field of the contract. */
function tabOf(field: string): string {
  if (/^(pictures|variants\.\d+\.pictures)/.test(field)) return 'pictures'
  if (/^variants\.\d+\.(price|sale)/.test(field)) return 'prices'
  if (tradeFields.test(field)) return 'trade'
  if (/^(options|variants)/.test(field)) return 'variants'
  if (/^(categoryIds|relatedIds)/.test(field)) return 'categories'
  return 'details'
}

/** The tabs that have fields, in the order shown. */
const tabOrder = ['details', 'variants', 'pictures', 'prices', 'trade', 'categories']

/** The first tab, in the order shown, that has one of these fields. */
function firstTabOf(fields: string[]): string | undefined {
  const tabs = new Set(fields.map(tabOf))
  return tabOrder.find((tab) => tabs.has(tab))
}

/** The tabs of the product form; after a rejected save the first tab with an error is shown. */
export function FormTabs({ form, failure, product }: FormTabsProps) {
  const [shown, setShown] = useState('details')
  const tabs = Object.keys(failure?.fields ?? {}).map(tabOf)
  useEffect(() => {
    const first = firstTabOf(Object.keys(failure?.fields ?? {}))
    if (first) setShown(first)
  }, [failure])
  const labelled = (value: string, label: string) => {
    const errors = tabs.filter((tab) => tab === value).length
    return {
      value,
      label: errors > 0 ? `${label} (${errors} ${errors === 1 ? 'error' : 'errors'})` : label,
    }
  }
  return (
    <Tabs
      label="Product"
      value={shown}
      onChange={setShown}
      tabs={[
        { ...labelled('details', 'Details'), content: <DetailsTab {...form} /> },
        { ...labelled('variants', 'Options & variants'), content: <VariantsTab {...form} /> },
        // Kept mounted: an upload continues while another tab is shown.
        {
          ...labelled('pictures', 'Pictures'),
          content: <PicturesTab {...form} product={product} />,
          isKept: true,
        },
        { ...labelled('prices', 'Prices & sale'), content: <PricesTab {...form} /> },
        {
          ...labelled('stock', 'Stock'),
          content: <StockTab product={product} />,
          isDisabled: product === null,
        },
        { ...labelled('trade', 'Trade & search'), content: <TradeTab {...form} /> },
        {
          ...labelled('categories', 'Categories & related'),
          content: <CategoriesTab {...form} ownId={product?.id ?? null} />,
        },
      ]}
    />
  )
}

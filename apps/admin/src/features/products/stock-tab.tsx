import type { StaffProduct, StaffVariant } from '@solvane/contract/products.admin'
import { Button } from '@solvane/ui/button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMayAct } from '../../data/staff.ts'
import { Panel } from '../../parts/panel.tsx'
import grid from './grid.module.css'
import styles from './prices-tab.module.css'
import { variantName } from './product-values.ts'
import { AdjustStockDialog, LedgerDialog } from './stock-dialogs.tsx'

function withStock(product: StaffProduct, id: string, stock: number): StaffProduct {
  return {
    ...product,
    variants: product.variants.map((variant) =>
      variant.id === id ? { ...variant, stock } : variant,
    ),
  }
}

/** The stock of each variant, its changes and its history. */
export function StockTab({ product }: { product: StaffProduct | null }) {
  const queries = useQueryClient()
  const mayAdjust = useMayAct()
  const [asked, setAsked] = useState<{ what: 'adjust' | 'history'; variant: StaffVariant } | null>(
    null,
  )
  if (!product) return null
  const nameOf = ({ attributeValues }: StaffVariant) =>
    variantName({ values: product.options.map(({ name }) => attributeValues[name] ?? '') })
  const close = () => setAsked(null)
  return (
    <div className={styles.tab}>
      <Panel title="Stock">
        <p className={grid.hint}>
          Stock that can be sold; items reserved for orders are not included. Every change is
          recorded with its author and reason.
        </p>
        <div className={grid.scroll}>
          <table className={grid.grid}>
            <thead>
              <tr>
                <th scope="col">Variant</th>
                <th scope="col" className={grid.number}>
                  In stock
                </th>
                <th scope="col">
                  <span className={grid.hidden}>Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {product.variants.map((variant) => (
                <tr key={variant.id}>
                  <td className={grid.text}>{nameOf(variant)}</td>
                  <td className={grid.number}>{variant.stock}</td>
                  <td>
                    <span className={grid.buttons}>
                      {mayAdjust && (
                        <Button
                          kind="link"
                          aria-label={`Adjust stock of ${nameOf(variant)}`}
                          onClick={() => setAsked({ what: 'adjust', variant })}
                        >
                          Adjust
                        </Button>
                      )}
                      <Button
                        kind="link"
                        aria-label={`Stock history of ${nameOf(variant)}`}
                        onClick={() => setAsked({ what: 'history', variant })}
                      >
                        History
                      </Button>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
      {asked?.what === 'adjust' && (
        <AdjustStockDialog
          variantId={asked.variant.id}
          name={nameOf(asked.variant)}
          onClose={close}
          onAdjusted={(stock) => {
            // Stock is not part of the product's version: unsaved changes of the form stay.
            queries.setQueryData<StaffProduct>(
              ['staff-product', product.id],
              (before) => before && withStock(before, asked.variant.id, stock),
            )
            void queries.invalidateQueries({ queryKey: ['movements', asked.variant.id] })
          }}
        />
      )}
      {asked?.what === 'history' && (
        <LedgerDialog variantId={asked.variant.id} name={nameOf(asked.variant)} onClose={close} />
      )}
    </div>
  )
}

import type { StaffProduct, StaffVariant } from '@solvane/contract/products.admin'
import { Button } from '@solvane/ui/button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMayAct } from '../../data/staff.ts'
import { Panel } from '../../parts/panel.tsx'
import { AdjustStockDialog } from './adjust-stock-dialog.tsx'
import grid from './grid.module.css'
import { LedgerDialog } from './ledger-dialog.tsx'
import styles from './prices-tab.module.css'
import { variantName } from './product-values.ts'

function withStock(product: StaffProduct, id: string, stock: number): StaffProduct {
  return {
    ...product,
    variants: product.variants.map((variant) =>
      variant.id === id ? { ...variant, stock } : variant,
    ),
  }
}

/** How many there are of each variant, and how that came to be. */
export function StockTab({ product }: { product: StaffProduct | null }) {
  const queries = useQueryClient()
  const mayAdjust = useMayAct()
  const [asked, setAsked] = useState<{ what: 'adjust' | 'ledger'; variant: StaffVariant } | null>(
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
          What can be sold: pieces held for an order are out of it already. Every change is noted
          with who made it and why.
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
                          aria-label={`Adjust the stock of ${nameOf(variant)}`}
                          onClick={() => setAsked({ what: 'adjust', variant })}
                        >
                          Adjust
                        </Button>
                      )}
                      <Button
                        kind="link"
                        aria-label={`Ledger of ${nameOf(variant)}`}
                        onClick={() => setAsked({ what: 'ledger', variant })}
                      >
                        Ledger
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
            // What is typed elsewhere on the page stays: stock makes no new version of the piece.
            queries.setQueryData<StaffProduct>(
              ['staff-product', product.id],
              (before) => before && withStock(before, asked.variant.id, stock),
            )
            void queries.invalidateQueries({ queryKey: ['movements', asked.variant.id] })
          }}
        />
      )}
      {asked?.what === 'ledger' && (
        <LedgerDialog variantId={asked.variant.id} name={nameOf(asked.variant)} onClose={close} />
      )}
    </div>
  )
}

import type { CatalogPicture } from '@solvane/client/image-urls'
import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '../data/api.ts'
import styles from './line-editor.module.css'
import { Thumb } from './thumb.tsx'
import { optionsOf, variantTitle } from './words.tsx'

/** A line as it is to be. */
export interface EditedLine {
  variantId: string
  name: string
  options: string
  picture: CatalogPicture | null
  quantity: number
}

interface LineEditorProps {
  lines: readonly EditedLine[]
  /** The prices of the lines in dollars, by variant, as far as they are known. */
  prices: ReadonlyMap<string, number>
  /** Variants that are not in stock in this quantity. */
  unavailable: readonly string[]
  /** The most units of a line. */
  mostUnits?: number
  onChange: (lines: readonly EditedLine[]) => void
}

const mostFound = 8

/** The items of an order or a selection: quantities, removal, replacement, and a search to add. */
export function LineEditor({
  lines,
  prices,
  unavailable,
  mostUnits = 10_000,
  onChange,
}: LineEditorProps) {
  const [typed, setTyped] = useState('')
  /** The line that what is found replaces; null: it is added. */
  const [replacing, setReplacing] = useState<string | null>(null)
  const q = useDeferredValue(typed.trim())
  const { data } = useQuery({
    queryKey: ['inventory', 'to-add', q],
    queryFn: () =>
      api.call('listInventory', { query: { q, size: mostFound, availability: 'IN_STOCK' } }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
  })
  const found = (q.length > 1 ? (data?.data ?? []) : []).filter(({ id }) =>
    lines.every(({ variantId }) => variantId !== id),
  )
  const replaced = lines.find(({ variantId }) => variantId === replacing)

  function choose(variant: (typeof found)[number]) {
    const line = {
      variantId: variant.id,
      name: variant.name,
      options: optionsOf(variant.attributeValues),
      picture: variant.picture,
      quantity: replaced?.quantity ?? 1,
    }
    onChange(replaced ? lines.map((one) => (one === replaced ? line : one)) : [...lines, line])
    setTyped('')
    setReplacing(null)
  }

  return (
    <>
      <ul>
        {lines.map((line) => {
          const { variantId, name, options, picture, quantity } = line
          const price = prices.get(variantId)
          const label = [name, options].filter(Boolean).join(', ')
          return (
            <li key={variantId} className={styles.line}>
              {picture ? <Thumb picture={picture} /> : <span />}
              <div>
                {name}
                <span className={styles.more}>{options}</span>
                {price !== undefined && (
                  <span className={styles.more}>{formatMoney(price)} each</span>
                )}
                {unavailable.includes(variantId) && (
                  <span className={styles.more} data-urgent role="alert">
                    Not in stock in this quantity
                  </span>
                )}
              </div>
              <TextField
                label="Quantity"
                aria-label={`Quantity of ${label}`}
                type="number"
                min={1}
                max={mostUnits}
                required
                value={quantity || ''}
                onChange={({ target }) =>
                  onChange(
                    lines.map((one) =>
                      one === line ? { ...line, quantity: Math.trunc(Number(target.value)) } : one,
                    ),
                  )
                }
              />
              <div className={styles.choices}>
                <Button
                  kind="link"
                  aria-label={`Replace ${label}`}
                  onClick={() => {
                    setReplacing(variantId)
                    setTyped(name)
                  }}
                >
                  Replace
                </Button>
                <Button
                  kind="link"
                  aria-label={`Remove ${label}`}
                  onClick={() => onChange(lines.filter((one) => one !== line))}
                >
                  Remove
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      <div className={styles.search}>
        <TextField
          label={replaced ? `Replace ${replaced.name} with` : 'Add an item'}
          type="search"
          required
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            if (target.value === '') setReplacing(null)
          }}
          hint={
            q.length > 1 && data && found.length === 0
              ? 'Nothing in stock is called so.'
              : 'Name, SKU or option, such as a size. Items in stock only.'
          }
        />
        <ul className={styles.found} aria-label="Found">
          {found.map((variant) => (
            <li key={variant.id} className={styles.offer}>
              <span>
                {variant.name}
                <span className={styles.more}>
                  {[optionsOf(variant.attributeValues), `${variant.stock} in stock`]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
              <Button
                kind="link"
                aria-label={`${replaced ? 'Take' : 'Add'} ${variantTitle(variant)}`}
                onClick={() => choose(variant)}
              >
                {replaced ? 'Take' : 'Add'}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

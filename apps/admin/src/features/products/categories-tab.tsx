import type { EndpointOutput } from '@solvane/client/api'
import { Button, IconButton } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/choice'
import { EmptyState } from '@solvane/ui/empty-state'
import { TextField } from '@solvane/ui/field'
import { CloseIcon } from '@solvane/ui/icon'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '../../data/api.ts'
import { MoveButtons } from '../../parts/ordered-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './categories-tab.module.css'
import details from './details-tab.module.css'
import { useCategories } from './use-categories.ts'
import type { ProductForm } from './use-product-form.ts'

type Row = EndpointOutput<'listStaffProducts'>['data'][number]

const mostRelated = 20
const mostFound = 6

/** The categories of a product and its related products. */
export function CategoriesTab({ ownId, ...form }: ProductForm & { ownId: string | null }) {
  return (
    <div className={details.columns}>
      <Categories {...form} />
      <Related {...form} ownId={ownId} />
    </div>
  )
}

function Categories({ values, update, errorOf }: ProductForm) {
  const categories = useCategories()
  const chosen = new Set(values.categoryIds)
  const error = errorOf('categoryIds')
  return (
    <Panel title="Categories">
      <p className={styles.hint}>
        A product also appears in the parent categories. The first selected category, in menu order,
        is its breadcrumb.
      </p>
      {error && <p className={styles.error}>{error}</p>}
      <ul className={styles.tree}>
        {categories.map(({ id, name, depth, path }) => (
          <li key={id} data-depth={Math.min(depth, 3)}>
            <Checkbox
              label={name}
              aria-label={path}
              checked={chosen.has(id)}
              onChange={({ target }) =>
                update(({ categoryIds }) => ({
                  categoryIds: target.checked
                    ? [...categoryIds, id]
                    : categoryIds.filter((other) => other !== id),
                }))
              }
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Related({ values, update, errorOf, ownId }: ProductForm & { ownId: string | null }) {
  const { relatedIds } = values
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data: chosen } = useQuery({
    queryKey: ['staff-products', 'ids', relatedIds.toSorted().join()],
    queryFn: () =>
      api.call('listStaffProducts', { query: { ids: relatedIds.join(','), size: 100 } }),
    enabled: relatedIds.length > 0,
    placeholderData: (before) => before,
  })
  const { data: found } = useQuery({
    queryKey: ['staff-products', 'search', q],
    queryFn: () => api.call('listStaffProducts', { query: { q, size: mostFound } }),
    enabled: q.length > 1,
    placeholderData: (before) => before,
  })
  const known = new Map(
    [...(found?.data ?? []), ...(chosen?.data ?? [])].map((row) => [row.id, row]),
  )
  const offers = (q.length > 1 ? (found?.data ?? []) : []).filter(
    ({ id }) => id !== ownId && !relatedIds.includes(id),
  )
  const error = errorOf('relatedIds')
  return (
    <Panel title="Related products">
      {error && <p className={styles.error}>{error}</p>}
      {relatedIds.length === 0 && (
        <p className={styles.hint}>None yet. Related products are shown below the product.</p>
      )}
      <ol className={styles.related}>
        {relatedIds.map((id, at) => (
          <li key={id}>
            <ProductLine row={known.get(id)} />
            <MoveButtons
              of={known.get(id)?.name ?? 'the product'}
              at={at}
              count={relatedIds.length}
              onMove={(to) =>
                update({ relatedIds: relatedIds.with(at, relatedIds[to] ?? id).with(to, id) })
              }
            />
            <IconButton
              label={`Remove ${known.get(id)?.name ?? 'the product'}`}
              onClick={() => update({ relatedIds: relatedIds.filter((other) => other !== id) })}
            >
              <CloseIcon size={16} />
            </IconButton>
          </li>
        ))}
      </ol>
      {relatedIds.length < mostRelated && (
        <>
          <TextField
            label="Find product"
            type="search"
            required
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            hint="Name or identifier."
          />
          <ul className={styles.related} aria-label="Found">
            {offers.map((row) => (
              <li key={row.id}>
                <ProductLine row={row} />
                <Button
                  kind="link"
                  onClick={() => update({ relatedIds: [...relatedIds, row.id] })}
                  aria-label={`Add ${row.name}`}
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
          {q.length > 1 && found && offers.length === 0 && (
            <EmptyState title="No results">
              <Button kind="link" onClick={() => setTyped('')}>
                Clear search
              </Button>
            </EmptyState>
          )}
        </>
      )}
    </Panel>
  )
}

function ProductLine({ row }: { row: Row | undefined }) {
  return (
    <span className={styles.product}>
      {row?.cover && <Thumb picture={row.cover} />}
      <span>{row?.name ?? '…'}</span>
    </span>
  )
}

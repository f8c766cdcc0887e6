import type { EndpointOutput } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/checkbox'
import { EmptyState } from '@solvane/ui/empty-state'
import { TextField } from '@solvane/ui/field'
import { CloseIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '../../data/api.ts'
import { MoveButtons } from '../../parts/move-buttons.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import details from './details-tab.module.css'
import styles from './places-tab.module.css'
import { useCategories } from './use-categories.ts'
import type { ProductForm } from './use-product-form.ts'

type Row = EndpointOutput<'listStaffProducts'>['data'][number]

const mostRelated = 20
const mostFound = 6

/** Where a piece is found, and what it goes with. */
export function PlacesTab({ ownId, ...form }: ProductForm & { ownId: string | null }) {
  return (
    <div className={details.columns}>
      <Categories {...form} />
      <Related {...form} ownId={ownId} />
    </div>
  )
}

function Categories({ values, update, wrong }: ProductForm) {
  const categories = useCategories()
  const chosen = new Set(values.categoryIds)
  const error = wrong('categoryIds')
  return (
    <Panel title="Categories">
      <p className={styles.hint}>
        A piece is also found in the categories above. The first one chosen, in the order of the
        menu, is shown as its trail.
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

function Related({ values, update, wrong, ownId }: ProductForm & { ownId: string | null }) {
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
  const error = wrong('relatedIds')
  return (
    <Panel title="Goes with">
      {error && <p className={styles.error}>{error}</p>}
      {relatedIds.length === 0 && (
        <p className={styles.hint}>Nothing yet. What is chosen here is shown below the piece.</p>
      )}
      <ol className={styles.related}>
        {relatedIds.map((id, at) => (
          <li key={id}>
            <PieceLine row={known.get(id)} />
            <MoveButtons
              of={known.get(id)?.name ?? 'the piece'}
              at={at}
              count={relatedIds.length}
              onMove={(to) =>
                update({ relatedIds: relatedIds.with(at, relatedIds[to] ?? id).with(to, id) })
              }
            />
            <IconButton
              label={`Remove ${known.get(id)?.name ?? 'the piece'}`}
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
            label="Find a piece"
            type="search"
            required
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            hint="Name or identifier."
          />
          <ul className={styles.related} aria-label="Found">
            {offers.map((row) => (
              <li key={row.id}>
                <PieceLine row={row} />
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
            <EmptyState title="No other piece is like that">
              <Button kind="link" onClick={() => setTyped('')}>
                Look for another
              </Button>
            </EmptyState>
          )}
        </>
      )}
    </Panel>
  )
}

function PieceLine({ row }: { row: Row | undefined }) {
  return (
    <span className={styles.piece}>
      {row?.cover && <Thumb picture={row.cover} />}
      <span>{row?.name ?? '…'}</span>
    </span>
  )
}

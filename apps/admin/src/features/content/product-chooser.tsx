import type { EndpointOutput } from '@solvane/client/api'
import type { CatalogPicture } from '@solvane/client/image-urls'
import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '../../data/api.ts'
import { Mark } from '../../parts/mark.tsx'
import { type Keyed, keyed, OrderedList } from '../../parts/ordered-list.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './product-chooser.module.css'

export type Piece = Keyed<
  EndpointOutput<'getRecommendationsDraft'>['data']['document']['homeMain'][number]
>

const most = 24
const mostFound = 6

interface PieceChooserProps {
  label: string
  pieces: readonly Piece[]
  onChange: (pieces: Piece[]) => void
  error: string | undefined
}

/** Pieces in an order, found by name. */
export function PieceChooser({ label, pieces, onChange, error }: PieceChooserProps) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const isLooking = q.length > 1
  const { data: found } = useQuery({
    queryKey: ['staff-products', 'published', q],
    queryFn: () =>
      api.call('listStaffProducts', { query: { q, size: mostFound, status: 'PUBLISHED' } }),
    enabled: isLooking,
    placeholderData: (before) => before,
  })
  const offers = (isLooking ? (found?.data ?? []) : []).filter(({ id }) =>
    pieces.every((piece) => piece.id !== id),
  )
  return (
    <>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {pieces.length === 0 && (
        <p className={styles.none}>Nothing is chosen: the block is not shown.</p>
      )}
      <OrderedList
        label={label}
        what="Piece"
        items={pieces}
        onChange={onChange}
        most={most}
        summary={({ name, cover, isInShop }) => (
          <Line name={name} cover={cover} isInShop={isInShop} />
        )}
      >
        {() => null}
      </OrderedList>
      {pieces.length < most && (
        <>
          <TextField
            label={`Find a piece for “${label}”`}
            type="search"
            required
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            hint={
              isLooking && found && offers.length === 0
                ? 'No other piece is like that.'
                : 'Name or identifier.'
            }
          />
          <ul className={styles.found} aria-label="Found">
            {offers.map(({ id, identifier, name, cover }) => (
              <li key={id} className={styles.offer}>
                <Line name={name} cover={cover} isInShop />
                <Button
                  kind="link"
                  aria-label={`Add ${name}`}
                  onClick={() =>
                    onChange([...pieces, keyed({ id, identifier, name, cover, isInShop: true })])
                  }
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface LineProps {
  name: string
  cover: CatalogPicture | null
  isInShop: boolean
}

function Line({ name, cover, isInShop }: LineProps) {
  return (
    <span className={styles.piece}>
      {cover && <Thumb picture={cover} />}
      <span>
        {name}
        {!isInShop && (
          <span className={styles.note}>
            <Mark tone="look">Not in the shop</Mark>
          </span>
        )}
      </span>
    </span>
  )
}

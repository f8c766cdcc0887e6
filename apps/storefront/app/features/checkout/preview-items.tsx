import { OrderLines } from '../../components/order-page.tsx'
import { UnavailableNote } from './unavailable-note.tsx'
import type { Preview } from './use-preview.ts'

interface PreviewItemsProps {
  preview: Preview
  /** Orders so many of these variants; none for 0. */
  onChange: (variantIds: readonly string[], quantity: number) => void
}

/** The pieces of an order that is not placed yet, with what can be done about those that cannot be had. */
export function PreviewItems({ preview, onChange }: PreviewItemsProps) {
  const { items, unavailableItems } = preview
  const stocks = new Map(items.map(({ variantId, stock }) => [variantId, stock]))
  // The house no longer knows them at all.
  const gone = unavailableItems.filter((variantId) => !stocks.has(variantId))
  return (
    <>
      <OrderLines
        lines={items}
        note={({ variantId, name, isAvailable }) =>
          !isAvailable && (
            <UnavailableNote
              name={name}
              stock={stocks.get(variantId) ?? 0}
              onChange={(quantity) => onChange([variantId], quantity)}
            />
          )
        }
      />
      {gone.length > 0 && (
        <UnavailableNote
          name={gone.length === 1 ? 'the piece that is gone' : 'the pieces that are gone'}
          stock={0}
          onChange={() => onChange(gone, 0)}
        />
      )}
    </>
  )
}

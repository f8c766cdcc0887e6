import type { StaffColor } from '@solvane/contract/products.admin'
import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { TextField } from '@solvane/ui/field'
import { SwatchDot } from '@solvane/ui/swatch'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/page.tsx'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { PendingRecord } from '../../parts/panel.tsx'
import styles from './colors.module.css'

/** The query key of the shop's colours. */
const colorsKey = ['staff-colors']

function useColorQuery() {
  return useQuery({
    queryKey: colorsKey,
    queryFn: async () => (await api.call('listColors', {})).data,
  })
}

/** The shop's colours; empty while they are loaded. */
export function useColors(): readonly StaffColor[] {
  return useColorQuery().data ?? []
}

/** /colors: the colours that products can have. */
export function ColorList() {
  const { data, error, refetch } = useColorQuery()
  const [edited, setEdited] = useState<StaffColor | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <Title title="Colours" />
      <p className={styles.hint}>
        The values of the option Color: a colour has one name and one swatch in every product and in
        the shop’s filter.
      </p>
      <Button onClick={() => setIsAdding(true)}>Add colour</Button>
      {!data && (
        <PendingRecord title="The colours cannot be shown" error={error} onRetry={refetch} />
      )}
      {data?.length === 0 && (
        <EmptyState title="No colours yet" text="Add the colours your products come in." />
      )}
      {data && data.length > 0 && (
        <ul className={styles.list} aria-label="Colours">
          {data.map((color) => (
            <li key={color.name} className={styles.color}>
              <SwatchDot hex={color.hex} size={14} />
              <span className={styles.name}>{color.name}</span>
              <span className={styles.count}>{countOf(color)}</span>
              <Button
                kind="link"
                aria-label={`Edit ${color.name}`}
                onClick={() => setEdited(color)}
              >
                Edit
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isAdding && <ColorDialog color={null} onClose={() => setIsAdding(false)} />}
      {edited && <ColorDialog color={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function countOf({ products }: StaffColor): string {
  if (products === 0) return 'No products'
  return products === 1 ? '1 product' : `${products.toLocaleString('en')} products`
}

interface ColorDialogProps {
  /** The colour to edit; null for a new one. */
  color: StaffColor | null
  onClose: () => void
  onAdded?: (name: string) => void
}

/** Adds a colour to the shop's colours, or corrects one. */
export function ColorDialog({ color, onClose, onAdded }: ColorDialogProps) {
  const queries = useQueryClient()
  return (
    <ActionDialog
      title={color ? `Edit ${color.name}` : 'New colour'}
      description={
        color
          ? `Changes ${countOf(color)} and the shop’s filter at once. SKUs and stock stay; orders keep the name they were placed with. Texts, picture descriptions and links that name the colour are not changed.`
          : 'Every product can then use it, and the shop’s filter shows it.'
      }
      submit={color ? 'Save' : 'Add colour'}
      done={color ? 'Colour saved.' : 'Colour added.'}
      onClose={onClose}
      onSubmit={async (value) => {
        const body = { name: value('name'), hex: value('hex') }
        try {
          const { data } = color
            ? await api.call('updateColor', {
                params: { name: color.name },
                body: { ...body, version: color.version },
              })
            : await api.call('createColor', { body })
          onAdded?.(data.name)
        } finally {
          // Also after a conflict, so that the dialog is opened again with what there is now.
          await queries.invalidateQueries({ queryKey: colorsKey })
        }
      }}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={60}
            defaultValue={color?.name}
            error={errorOf('name')}
          />
          <TextField
            label="Swatch"
            name="hex"
            type="color"
            required
            defaultValue={color?.hex ?? '#5b1a1e'}
            error={errorOf('hex')}
          />
        </>
      )}
    </ActionDialog>
  )
}

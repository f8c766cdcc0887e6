import type { StaffColor } from '@solvane/contract/products.admin'
import { TextField } from '@solvane/ui/field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'

/** The query key of the shop's colours. */
const colorsKey = ['staff-colors']

/** The request for the shop's colours. */
export function useColorQuery() {
  return useQuery({ queryKey: colorsKey, queryFn: () => api.call('listColors', {}) })
}

/** The shop's colours; empty while they are loaded. */
export function useColors(): readonly StaffColor[] {
  return useColorQuery().data?.data ?? []
}

interface ColorDialogProps {
  /** The colour to edit; null for a new one. */
  color: StaffColor | null
  /** What saving does. */
  description?: string
  onClose: () => void
  onAdded?: (name: string) => void
}

/** Adds a colour to the shop's colours, or corrects one. */
export function ColorDialog({
  color,
  description = 'The shop’s filter shows it, too.',
  onClose,
  onAdded,
}: ColorDialogProps) {
  const queries = useQueryClient()
  return (
    <ActionDialog
      title={color ? `Edit ${color.name}` : 'New colour'}
      description={description}
      submit={color ? 'Save' : 'Add colour'}
      done="Colour saved."
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

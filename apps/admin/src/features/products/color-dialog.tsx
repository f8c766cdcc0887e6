import { TextField } from '@solvane/ui/field'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { colorsKey } from './use-colors.ts'

interface ColorDialogProps {
  onClose: () => void
  onAdded: (name: string) => void
}

/** Adds a colour to the shop's colours. */
export function ColorDialog({ onClose, onAdded }: ColorDialogProps) {
  const queries = useQueryClient()
  return (
    <ActionDialog
      title="New colour"
      description="Every product can then use it, and the shop’s filter shows it."
      submit="Add colour"
      done="Colour added."
      onClose={onClose}
      onSubmit={async (value) => {
        const body = { name: value('name'), hex: value('hex') }
        const { data } = await api.call('createColor', { body })
        await queries.invalidateQueries({ queryKey: colorsKey })
        onAdded(data.name)
      }}
    >
      {(errorOf) => (
        <>
          <TextField label="Name" name="name" required maxLength={60} error={errorOf('name')} />
          <TextField
            label="Swatch"
            name="hex"
            type="color"
            required
            defaultValue="#5b1a1e"
            error={errorOf('hex')}
          />
        </>
      )}
    </ActionDialog>
  )
}

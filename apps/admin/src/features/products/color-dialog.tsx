import { TextField } from '@solvane/ui/field'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { colorsKey } from './use-colors.ts'

interface ColorDialogProps {
  onClose: () => void
  onAdded: (name: string) => void
}

/** Adds a colour to those of the house. */
export function ColorDialog({ onClose, onAdded }: ColorDialogProps) {
  const queries = useQueryClient()
  return (
    <ActionDialog
      title="A new colour"
      description="It is then a choice for every piece, and in the shop’s filter."
      submit="Add the colour"
      done="The colour is added."
      onClose={onClose}
      act={async (said) => {
        const body = { name: said('name'), hex: said('hex') }
        const { data } = await api.call('createColor', { body })
        await queries.invalidateQueries({ queryKey: colorsKey })
        onAdded(data.name)
      }}
    >
      {(wrong) => (
        <>
          <TextField label="Name" name="name" required maxLength={60} error={wrong('name')} />
          <TextField
            label="Its dot"
            name="hex"
            type="color"
            required
            defaultValue="#5b1a1e"
            error={wrong('hex')}
          />
        </>
      )}
    </ActionDialog>
  )
}

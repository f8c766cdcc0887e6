import type { StaffCategory } from '@solvane/contract/categories.admin'
import { SelectField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { parentsFor, type TreeRow } from './tree-order.ts'
import type { SaveChange } from './use-tree-changes.ts'

interface DialogProps {
  row: TreeRow
  onClose: () => void
  save: SaveChange
}

interface MoveDialogProps extends DialogProps {
  root: StaffCategory
  rows: readonly TreeRow[]
}

/** Puts a category below another, as its last. */
export function MoveDialog({ row, root, rows, onClose, save }: MoveDialogProps) {
  return (
    <ActionDialog
      title={`Move ${row.name}`}
      description="Its pieces and the categories below it go along."
      submit="Move"
      done="The category has its new place."
      onClose={onClose}
      act={(said) => {
        const body = { parentId: said('parentId'), beforeId: null }
        return save(() => api.call('moveCategory', { params: { id: row.id }, body }))
      }}
    >
      <SelectField label="Below" name="parentId" required defaultValue={row.parentId ?? root.id}>
        <option value={root.id}>The top of the menu</option>
        {parentsFor(row, rows).map(({ id, name, depth }) => (
          <option key={id} value={id}>
            {`${'\u2003'.repeat(depth)}${name}`}
          </option>
        ))}
      </SelectField>
    </ActionDialog>
  )
}

/** Removes a category that holds nothing; the server says why not. */
export function RemoveDialog({ row, onClose, save }: DialogProps) {
  return (
    <ActionDialog
      title={`Remove ${row.name}?`}
      description="Only a category without pieces and without categories below it can be removed."
      submit="Remove"
      done="The category is removed."
      onClose={onClose}
      act={() => save(() => api.call('deleteCategory', { params: { id: row.id } }))}
    />
  )
}

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

/** Moves a category to the end of another. */
export function MoveDialog({ row, root, rows, onClose, save }: MoveDialogProps) {
  return (
    <ActionDialog
      title={`Move ${row.name}`}
      description="Its products and subcategories move with it."
      submit="Move"
      done="Category moved."
      onClose={onClose}
      onSubmit={(value) => {
        const body = { parentId: value('parentId'), beforeId: null }
        return save(() => api.call('moveCategory', { params: { id: row.id }, body }))
      }}
    >
      <SelectField
        label="Parent category"
        name="parentId"
        required
        defaultValue={row.parentId ?? root.id}
      >
        <option value={root.id}>Top level</option>
        {parentsFor(row, rows).map(({ id, name, depth }) => (
          <option key={id} value={id}>
            {`${'\u2003'.repeat(depth)}${name}`}
          </option>
        ))}
      </SelectField>
    </ActionDialog>
  )
}

/** Removes an empty category; the server rejects others. */
export function RemoveDialog({ row, onClose, save }: DialogProps) {
  return (
    <ActionDialog
      title={`Remove ${row.name}?`}
      description="Only a category without products and subcategories can be removed."
      submit="Remove"
      done="Category removed."
      onClose={onClose}
      onSubmit={() => save(() => api.call('deleteCategory', { params: { id: row.id } }))}
    />
  )
}

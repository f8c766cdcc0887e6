import type { StaffCategory } from '@solvane/contract/categories'
import { SelectField, TextAreaField, TextField } from '@solvane/ui/field'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { toIdentifier } from '../../parts/form.tsx'
import { PictureField } from '../../parts/picture-field.tsx'
import { parentsFor, type SaveChange, type TreeRow } from './tree-changes.ts'

type CategoryDialogProps = {
  onClose: () => void
  save: SaveChange
} & (
  | { category: StaffCategory; parent: null }
  /** A new category below `parent`. */
  | { category: null; parent: StaffCategory }
)

/** Fills in a field of a form that is still empty. */
function suggest(form: HTMLFormElement | null, name: string, value: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLInputElement && field.value === '') field.value = value
}

/** Adds or edits a category. */
export function CategoryDialog({ category, parent, onClose, save }: CategoryDialogProps) {
  const [picture, setPicture] = useState(category?.picture ?? null)
  return (
    <ActionDialog
      title={category ? `Edit ${category.name}` : 'New category'}
      description={
        parent?.parentId
          ? `Below ${parent.name}.`
          : category
            ? undefined
            : 'At the top level of the menu.'
      }
      submit={category ? 'Save' : 'Add category'}
      done="Category saved."
      onClose={onClose}
      onSubmit={(value) => {
        const body = {
          name: value('name'),
          slug: value('slug'),
          description: value('description'),
          picture: picture && { src: picture.src, alt: picture.alt },
        }
        if (category) {
          const { id, version } = category
          return save(() =>
            api.call('updateCategory', { params: { id }, body: { ...body, version } }),
          )
        }
        const [identifier, parentId] = [value('identifier'), parent.id]
        return save(() => api.call('createCategory', { body: { ...body, identifier, parentId } }))
      }}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={80}
            defaultValue={category?.name}
            error={errorOf('name')}
            onBlur={({ target: { form, value } }) => {
              const slug = toIdentifier(value)
              if (!slug) return
              suggest(form, 'slug', slug)
              suggest(form, 'identifier', parent?.parentId ? `${parent.identifier}-${slug}` : slug)
            }}
          />
          <TextField
            label="URL slug"
            name="slug"
            required
            maxLength={100}
            defaultValue={category?.slug}
            error={errorOf('slug')}
            hint="Lower-case letters, digits and hyphens, such as top-handle-bags."
          />
          {!category && (
            <TextField
              label="Unique ID"
              name="identifier"
              required
              maxLength={100}
              error={errorOf('identifier')}
              hint="The end of the address. Cannot be changed later."
            />
          )}
          <TextAreaField
            label="Text above the products"
            name="description"
            rows={4}
            maxLength={1000}
            defaultValue={category?.description}
            error={errorOf('description')}
          />
          <PictureField
            label="the category"
            picture={picture}
            onChange={setPicture}
            isOptional
            error={errorOf('picture.src') ?? errorOf('picture.alt')}
          />
        </>
      )}
    </ActionDialog>
  )
}

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

import type { StaffCategory } from '@solvane/contract/categories.admin'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { PictureField } from '../../parts/picture-field.tsx'
import type { SaveChange } from './use-tree-changes.ts'

type CategoryDialogProps = {
  onClose: () => void
  save: SaveChange
} & (
  | { category: StaffCategory; parent: null }
  /** A new one, which then stands below `parent`. */
  | { category: null; parent: StaffCategory }
)

/** Adds a category, or edits what one says. */
export function CategoryDialog({ category, parent, onClose, save }: CategoryDialogProps) {
  const [picture, setPicture] = useState(category?.picture ?? null)
  return (
    <ActionDialog
      title={category ? `Edit ${category.name}` : 'A new category'}
      description={
        parent?.parentId
          ? `Below ${parent.name}.`
          : category
            ? undefined
            : 'At the top of the menu.'
      }
      submit={category ? 'Save' : 'Add the category'}
      done="Saved. The menu shows it now."
      onClose={onClose}
      act={(said) => {
        const body = {
          name: said('name'),
          slug: said('slug'),
          description: said('description'),
          picture: picture && { src: picture.src, alt: picture.alt },
        }
        if (category) {
          const { id, version } = category
          return save(() =>
            api.call('updateCategory', { params: { id }, body: { ...body, version } }),
          )
        }
        const [identifier, parentId] = [said('identifier'), parent.id]
        return save(() => api.call('createCategory', { body: { ...body, identifier, parentId } }))
      }}
    >
      {(wrong) => (
        <>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={80}
            defaultValue={category?.name}
            error={wrong('name')}
          />
          <TextField
            label="Its part of the address"
            name="slug"
            required
            maxLength={100}
            defaultValue={category?.slug}
            error={wrong('slug')}
            hint="Small letters, digits and single hyphens: top-handle-bags."
          />
          {!category && (
            <TextField
              label="Identifier"
              name="identifier"
              required
              maxLength={100}
              error={wrong('identifier')}
              hint="Unlike every other, at the end of the address; it stays."
            />
          )}
          <TextAreaField
            label="Text above its pieces"
            name="description"
            rows={4}
            maxLength={1000}
            defaultValue={category?.description}
            error={wrong('description')}
          />
          <PictureField
            label="the category"
            picture={picture}
            onChange={setPicture}
            isOptional
            error={wrong('picture.src') ?? wrong('picture.alt')}
          />
        </>
      )}
    </ActionDialog>
  )
}

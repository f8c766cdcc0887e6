import type { Synonym } from '@solvane/contract/search.admin'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { useRefresh } from '../../data/list.tsx'
import { ActionDialog } from '../../parts/action-dialog.tsx'

interface SynonymDialogProps {
  /** Null for a new one. */
  synonym: Synonym | null
  onClose: () => void
}

/** Adds a word, or edits one. */
export function SynonymDialog({ synonym, onClose }: SynonymDialogProps) {
  const refresh = useRefresh()
  return (
    <ActionDialog
      title={synonym ? `Edit “${synonym.term}”` : 'A new word'}
      description="Written as it is searched for: in small letters, without accents and signs."
      submit={synonym ? 'Save' : 'Add the word'}
      done="The search knows it now."
      onClose={onClose}
      act={async (said) => {
        const synonyms = said('synonyms')
          .split(/[\n,]/)
          .map((word) => word.trim())
          .filter(Boolean)
        const body = { term: said('term'), synonyms }
        if (synonym) {
          const { id, version } = synonym
          await api.call('updateSynonym', { params: { id }, body: { ...body, version } })
        } else await api.call('createSynonym', { body })
        refresh()
      }}
    >
      {(wrong) => (
        <>
          <TextField
            label="What is typed"
            name="term"
            required
            maxLength={80}
            defaultValue={synonym?.term}
            error={wrong('term')}
          />
          <TextAreaField
            label="What is found as well"
            name="synonyms"
            required
            rows={4}
            defaultValue={synonym?.synonyms.join('\n')}
            error={wrong('synonyms') ?? wrong('synonyms.0')}
            hint="A word or a few on each line."
          />
        </>
      )}
    </ActionDialog>
  )
}

/** Removes a word. */
export function RemoveSynonymDialog({
  synonym,
  onClose,
}: {
  synonym: Synonym
  onClose: () => void
}) {
  const refresh = useRefresh()
  return (
    <ActionDialog
      title={`Remove “${synonym.term}”?`}
      description="The search no longer knows the word; pieces stay as they are."
      submit="Remove"
      done="The word is removed."
      onClose={onClose}
      act={async () => {
        await api.call('deleteSynonym', { params: { id: synonym.id } })
        refresh()
      }}
    />
  )
}

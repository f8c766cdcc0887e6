import type { Synonym } from '@solvane/contract/search.admin'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { useRefresh } from '../../data/list.tsx'
import { ActionDialog } from '../../parts/action-dialog.tsx'

interface SynonymDialogProps {
  /** Null for a new one. */
  synonym: Synonym | null
  /** What a new one is for. */
  term?: string
  onClose: () => void
}

/** Adds or edits a synonym. */
export function SynonymDialog({ synonym, term, onClose }: SynonymDialogProps) {
  const refresh = useRefresh()
  return (
    <ActionDialog
      title={synonym ? `Edit “${synonym.term}”` : 'New synonym'}
      description="Use lower-case letters without accents or punctuation."
      submit={synonym ? 'Save' : 'Add synonym'}
      done="Synonym saved."
      onClose={onClose}
      onSubmit={async (value) => {
        const synonyms = value('synonyms')
          .split(/[\n,]/)
          .map((word) => word.trim())
          .filter(Boolean)
        const body = { term: value('term'), synonyms }
        if (synonym) {
          const { id, version } = synonym
          await api.call('updateSynonym', { params: { id }, body: { ...body, version } })
        } else await api.call('createSynonym', { body })
        refresh()
      }}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Search term"
            name="term"
            required
            maxLength={80}
            defaultValue={synonym?.term ?? term}
            error={errorOf('term')}
          />
          <TextAreaField
            label="Also finds"
            name="synonyms"
            required
            rows={4}
            defaultValue={synonym?.synonyms.join('\n')}
            error={errorOf('synonyms') ?? errorOf('synonyms.0')}
            hint="One word or phrase per line."
          />
        </>
      )}
    </ActionDialog>
  )
}

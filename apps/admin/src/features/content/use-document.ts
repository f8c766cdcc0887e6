import { showToast } from '@solvane/ui/toast.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readFailure, type SaveFailure } from '../../parts/save-failure.ts'
import { useUnsavedWarning } from '../../parts/unsaved-warning.ts'

interface Versioned<Document> {
  version: string
  document: Document
}

/** Where a document of the house is read and saved, and what a form makes of it. */
export interface DocumentSource<Document, Draft, Values> {
  /** Its name, unlike those of others. */
  name: string
  load(): Promise<{ data: Versioned<Document> }>
  save(body: Versioned<Draft>): Promise<{ data: Versioned<Document> }>
  toValues(document: Document): Values
  toDraft(values: Values): Draft
}

/** What the parts of a form are given. */
export interface DocumentForm<Values> {
  values: Values
  /** Changes some of the values. */
  update(part: Partial<Values>): void
  /** What is wrong with a field of the document, as `banner.0.title`. */
  wrong(field: string): string | undefined
  /** The same, with something within it. */
  wrongWithin(field: string): string | undefined
}

/** Reads a document, keeps what is typed of it, and saves it unless somebody else has saved meanwhile. */
export function useDocument<Document, Draft, Values extends object>(
  source: DocumentSource<Document, Draft, Values>,
) {
  const queryKey = ['document', source.name]
  const asRead = ({ version, document }: Versioned<Document>) => ({
    version,
    values: source.toValues(document),
  })
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => asRead((await source.load()).data),
    // While it is edited nothing comes between; what others have saved is told at the save.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    structuralSharing: false,
  })
  const [typed, setTyped] = useState<{ version: string; values: Values } | null>(null)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  // What was typed into another version of it is not typed into this one.
  const isDirty = data !== undefined && typed?.version === data.version
  const values = isDirty ? typed.values : data?.values
  useUnsavedWarning(isDirty)

  async function save() {
    if (isSaving || !data || !values) return
    setIsSaving(true)
    setFailure(null)
    try {
      const body = { version: data.version, document: source.toDraft(values) }
      const saved = await source.save(body)
      queries.setQueryData(queryKey, asRead(saved.data))
      // What was typed meanwhile stays, upon what is saved now.
      setTyped((now) =>
        now && now !== typed ? { version: saved.data.version, values: now.values } : null,
      )
      showToast('Saved. The shop shows it now.')
    } catch (error) {
      setFailure(readFailure(error))
    } finally {
      setIsSaving(false)
    }
  }

  /** Forgets what was typed; after somebody else’s save shows theirs. */
  async function reset() {
    if (failure?.isStale) await refetch()
    setTyped(null)
    setFailure(null)
  }

  const wrong = (field: string) => failure?.fields[`document.${field}`]
  const form: DocumentForm<Values> | null =
    (data &&
      values && {
        values,
        update: (part) => setTyped({ version: data.version, values: { ...values, ...part } }),
        wrong,
        wrongWithin: (field) =>
          wrong(field) ??
          Object.entries(failure?.fields ?? {}).find(([name]) =>
            name.startsWith(`document.${field}.`),
          )?.[1],
      }) ||
    null
  return { form, error, refetch, save, reset, failure, isSaving, isDirty }
}

import { Button, TextLink } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { showToast } from '@solvane/ui/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Title } from '../../layout/page.tsx'
import { readFailure, SaveBar, type SaveFailure, useUnsavedWarning } from '../../parts/form.tsx'
import { mergeDocuments } from '../../parts/merge-lists.ts'
import styles from './content.module.css'

interface Versioned<Document> {
  version: string
  document: Document
}

/** How a document of the shop is loaded, saved and converted to form values. */
export interface DocumentSource<Document, Draft, Values> {
  /** A unique name. */
  name: string
  load(): Promise<{ data: Versioned<Document> }>
  save(body: Versioned<Draft>): Promise<{ data: Versioned<Document> }>
  toValues(document: Document): Values
  toDraft(values: Values): Draft
}

/** The props of the parts of a form. */
export interface DocumentForm<Values> {
  values: Values
  /** Changes some of the values. */
  update(part: Partial<Values>): void
  /** The error of a field of the document, such as `banner.0.title`. */
  errorOf(field: string): string | undefined
  /** The error of a field or of anything within it. */
  errorWithin(field: string): string | undefined
}

/** Loads a document, keeps unsaved changes, and saves them unless a newer version was saved. */
function useDocument<Document, Draft, Values extends object>(
  source: DocumentSource<Document, Draft, Values>,
) {
  const queryKey = ['document', source.name]
  const toLoaded = ({ version, document }: Versioned<Document>) => ({
    version,
    values: source.toValues(document),
  })
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => toLoaded((await source.load()).data),
    // The form is not refreshed while it is edited; a conflict is reported on save.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    structuralSharing: false,
  })
  const [typed, setTyped] = useState<{ version: string; values: Values } | null>(null)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  // Changes made to another version do not apply to this one.
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
      queries.setQueryData(queryKey, toLoaded(saved.data))
      // Edits made during the save stay, on top of the saved version.
      setTyped((now) =>
        now && now !== typed ? { version: saved.data.version, values: now.values } : null,
      )
      showToast('Saved.')
    } catch (error) {
      setFailure(readFailure(error))
    } finally {
      setIsSaving(false)
    }
  }

  /** Discards the changes; after a conflict loads the latest version. */
  async function reset() {
    if (failure?.isStale) await refetch()
    setTyped(null)
    setFailure(null)
  }

  /** After a conflict: loads the latest version and applies the changes to it. */
  async function merge() {
    if (!data || !values) return
    const { data: latest } = await refetch()
    setFailure(null)
    if (latest)
      setTyped({
        version: latest.version,
        values: mergeDocuments(data.values, values, latest.values),
      })
  }

  const errorOf = (field: string) => failure?.fields[`document.${field}`]
  const form: DocumentForm<Values> | null =
    (data &&
      values && {
        values,
        update: (part) => setTyped({ version: data.version, values: { ...values, ...part } }),
        errorOf,
        errorWithin: (field) =>
          errorOf(field) ??
          Object.entries(failure?.fields ?? {}).find(([name]) =>
            name.startsWith(`document.${field}.`),
          )?.[1],
      }) ||
    null
  return { form, error, refetch, save, reset, merge, failure, isSaving, isDirty }
}

interface DocumentPageProps<Document, Draft, Values extends object> {
  title: string
  source: DocumentSource<Document, Draft, Values>
  /** The page of the shop that shows it, if there is one. */
  shownAt?: string
  /** Above the form. */
  head?: ReactNode
  children: (form: DocumentForm<Values>) => ReactNode
}

/** A page that edits a document of the shop. */
export function DocumentPage<Document, Draft, Values extends object>(
  props: DocumentPageProps<Document, Draft, Values>,
) {
  const { title, source, shownAt, head, children } = props
  const { form, error, refetch, save, reset, merge, failure, isSaving, isDirty } =
    useDocument(source)
  return (
    <>
      <Title title={title} />
      {head}
      {error && !form && (
        <EmptyState title="This page cannot be shown" text={error.message} isError>
          <Button onClick={() => refetch()}>Try again</Button>
        </EmptyState>
      )}
      {!error && !form && (
        <div aria-busy="true">
          <Skeleton shape="title" width="half" />
          <Skeleton width="long" />
          <Skeleton width="full" />
        </div>
      )}
      {form && (
        <>
          {shownAt && (
            <p className={styles.shown}>
              <TextLink href={shownAt} target="_blank" rel="noreferrer">
                View in shop
              </TextLink>
            </p>
          )}
          <div className={styles.form}>{children(form)}</div>
          <SaveBar
            failure={failure}
            isSaving={isSaving}
            isDirty={isDirty}
            label="Save"
            onSave={save}
            onReset={reset}
            onMerge={merge}
          />
        </>
      )}
    </>
  )
}

/** Explains the placeholders of a text. */
export function PlaceholderHint() {
  return (
    <p className={styles.hint}>
      An empty line starts a new paragraph. These placeholders are replaced by settings:{' '}
      <span className={styles.code}>
        {'{shippingFee} {freeShippingFrom} {preparationDays} {transitDays} {totalDays}'}
      </span>
    </p>
  )
}

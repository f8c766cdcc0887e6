import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { TextLink } from '@solvane/ui/text-link'
import type { ReactNode } from 'react'
import { Title } from '../../layout/title.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import styles from './content.module.css'
import { type DocumentForm, type DocumentSource, useDocument } from './use-document.ts'

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

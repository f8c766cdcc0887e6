import type { NoResultSearch } from '@solvane/contract/search'
import { Button, buttonClass } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { showToast } from '@solvane/ui/toast'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { List, useList, useRefresh } from '../../data/list.tsx'
import { Title } from '../../layout/page.tsx'
import { ExportButton } from '../../parts/downloads.tsx'
import { ListSearch, StateTabs } from '../../parts/list-filters.tsx'
import { Day, daysAgo, ZoneNote } from '../../parts/moment.tsx'
import { CardLine, Rows, TwoLines } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import terms from './search.module.css'
import { SynonymDialog } from './synonym-list.tsx'

const counts = new Intl.NumberFormat('en-US')

/** The limit of counting results; one more stands for more. */
const mostCounted = 10_000

function resultsOf({ resultCount }: NoResultSearch): string {
  return resultCount > mostCounted ? `${counts.format(mostCounted)}+` : counts.format(resultCount)
}

const { accessor, display } = columnHelper<NoResultSearch>()

const times = (id: 'last7Days' | 'last30Days' | 'last90Days', header: string) =>
  accessor(id, {
    header,
    meta: { align: 'end' },
    cell: ({ getValue }) => counts.format(getValue()),
  })

function LastDay({ search: { lastDay } }: { search: NoResultSearch }) {
  return (
    <>
      Last on <Day on={lastDay} />
    </>
  )
}

const columns = [
  accessor('term', {
    header: 'Term',
    cell: ({ row: { original } }) => (
      <div className={terms.term}>
        <TwoLines first={original.term} second={<LastDay search={original} />} />
      </div>
    ),
  }),
  times('last7Days', '7 days'),
  times('last30Days', '30 days'),
  times('last90Days', '90 days'),
  display({
    id: 'results',
    header: 'Finds now',
    meta: { align: 'end' },
    cell: ({ row }) => resultsOf(row.original),
  }),
  display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => <Actions search={row.original} />,
  }),
]

/** /no-result-searches: what shoppers searched for without results. */
export function NoResultList() {
  return (
    <List endpoint="listNoResultSearches" sort={{ by: 'last30Days', order: 'desc' }}>
      <Title title="Searched for and not found" />
      <p className={terms.hint}>
        How often shoppers searched for a term that found no product, in the last 7, 30 and 90 days.
        A synonym leads them to what you sell under another word.
      </p>
      <StateTabs
        label="State"
        names={['dismissed']}
        tabs={[
          { label: 'Open', filter: {} },
          { label: 'Dismissed', filter: { dismissed: 'true' } },
        ]}
      />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Term" />
        <ExportTerms />
      </div>
      <Rows
        what="terms"
        none={{
          title: 'Nothing was searched for and not found',
          text: 'Terms appear here within a minute and stay for 90 days after the last search.',
        }}
        columns={columns}
        card={(search) => (
          <>
            <CardLine>
              <strong>{search.term}</strong>
              <span>{counts.format(search.last30Days)} in 30 days</span>
            </CardLine>
            <CardLine>
              <span>
                {counts.format(search.last7Days)} in 7 days, {counts.format(search.last90Days)} in
                90 days
              </span>
              <span>Finds {resultsOf(search)} now</span>
            </CardLine>
            <span>
              <LastDay search={search} />
            </span>
            <Actions search={search} />
          </>
        )}
      />
      <ZoneNote />
    </List>
  )
}

function Actions({ search: { term, hasSynonym } }: { search: NoResultSearch }) {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <div className={terms.actions}>
      {hasSynonym ? (
        <Link
          className={buttonClass('link')}
          aria-label={`Edit synonym of ${term}`}
          to={`/synonyms?q=${encodeURIComponent(term)}`}
        >
          Edit synonym
        </Link>
      ) : (
        <Button
          kind="link"
          aria-label={`Add a synonym for ${term}`}
          onClick={() => setIsAdding(true)}
        >
          Add a synonym
        </Button>
      )}
      <DismissButton term={term} />
      {isAdding && <SynonymDialog synonym={null} term={term} onClose={() => setIsAdding(false)} />}
    </div>
  )
}

/** Moves a term to the dismissed ones, or back. */
function DismissButton({ term }: { term: string }) {
  const refresh = useRefresh()
  const isDismissed = useList().filters.dismissed === 'true'
  const move = useMutation({
    mutationFn: () =>
      api.call(isDismissed ? 'restoreNoResultSearch' : 'dismissNoResultSearch', { body: { term } }),
    onSuccess() {
      showToast(isDismissed ? `“${term}” is back in the list.` : `“${term}” is dismissed.`)
      refresh()
    },
    onError: (error) => showToast(error.message, 'error'),
  })
  const label = isDismissed ? 'Restore' : 'Dismiss'
  return (
    <Button
      kind="link"
      aria-label={`${label} ${term}`}
      isBusy={move.isPending}
      onClick={() => move.mutate()}
    >
      {label}
    </Button>
  )
}

/** As long as searches are stored. */
const mostDays = 90

/** Saves all terms, the dismissed ones too. */
function ExportTerms() {
  return (
    <ExportButton
      title="Export terms"
      description={`All terms of the last ${mostDays} days, the dismissed ones too, as a CSV file.`}
      records={() => ({ kind: 'noResultSearches', from: daysAgo(mostDays - 1), until: daysAgo(0) })}
    >
      Export as CSV
    </ExportButton>
  )
}

import { countryOf } from '@solvane/contract/countries'
import type { StaffTaxRule } from '@solvane/contract/tax-rules.admin'
import { Button } from '@solvane/ui/button'
import { columnHelper, DataTable } from '@solvane/ui/data-table'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/page.tsx'
import { dutiesNames } from '../../parts/downloads.tsx'
import { daysAgo } from '../../parts/moment.tsx'
import { Mark, Unavailable } from '../../parts/panel.tsx'
import { TwoLines } from '../../parts/rows.tsx'
import { AddRule, ChooseCountry, EndRule } from './tax-rule-dialogs.tsx'
import styles from './tax-rules.module.css'

type Action = { does: 'choose' } | { does: 'add' | 'end'; country: string }

const nameOf = (country: string) => countryOf(country)?.name ?? country

/** /tax-rules: the taxes and import duties of countries. */
export function TaxRulesPage() {
  const [action, setAction] = useState<Action | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['tax-rules'],
    queryFn: async () => (await api.call('listTaxRules', {})).data,
  })
  const close = () => setAction(null)
  const latestOf = (country: string) => data?.find((rule) => rule.country === country)
  return (
    <>
      <Title title="Tax rules" />
      {error && !data && (
        <Unavailable title="The rules cannot be shown" error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && <Skeleton width="long" />}
      {data && (
        <div className={styles.column}>
          <p className={styles.lead}>
            Orders to a country without a rule have no tax. Rules are never changed, because orders
            keep theirs: a new one replaces the last from a day on, and one can be ended. Whether a
            rate applies to the shop is for its accountant to say.
          </p>
          <div>
            <Button onClick={() => setAction({ does: 'choose' })}>Add rule</Button>
          </div>
          {data.length === 0 ? (
            <EmptyState title="No rules" text="Prices, totals and invoices are without tax." />
          ) : (
            <div className={styles.table}>
              <DataTable
                label="The tax rules"
                columns={columnsOf({
                  isLatest: ({ id, country }) => latestOf(country)?.id === id,
                  onReplace: (country) => setAction({ does: 'add', country }),
                  onEnd: (country) => setAction({ does: 'end', country }),
                })}
                rows={data}
              />
            </div>
          )}
        </div>
      )}
      {action?.does === 'choose' && (
        <ChooseCountry
          onChoose={(country) => setAction({ does: 'add', country })}
          // It closes itself also once a country is chosen.
          onClose={() => setAction((now) => (now?.does === 'choose' ? null : now))}
        />
      )}
      {action?.does === 'add' && (
        <AddRule
          country={action.country}
          before={latestOf(action.country)}
          onDone={() => refetch()}
          onClose={close}
        />
      )}
      {action?.does === 'end' && (
        <EndRule country={action.country} onDone={() => refetch()} onClose={close} />
      )}
    </>
  )
}

const { display } = columnHelper<StaffTaxRule>()

interface RowActions {
  /** Whether it is the last rule of its country. */
  isLatest: (rule: StaffTaxRule) => boolean
  onReplace: (country: string) => void
  onEnd: (country: string) => void
}

const columnsOf = ({ isLatest, onReplace, onEnd }: RowActions) => [
  display({
    id: 'country',
    header: 'Country',
    cell: ({ row: { original } }) => (
      <TwoLines first={nameOf(original.country)} second={original.source} />
    ),
  }),
  display({
    id: 'tax',
    header: 'Tax',
    cell: ({ row: { original } }) => (
      <TwoLines first={ratesOf(original)} second={modeNames[original.mode]} />
    ),
  }),
  display({
    id: 'delivery',
    header: 'Delivery and duties',
    cell: ({ row: { original } }) => (
      <TwoLines
        first={original.mode === 'NONE' ? '–' : `${classNames[original.deliveryClass]} rate`}
        second={original.duties ? dutiesNames[original.duties] : 'Nothing said of duties'}
      />
    ),
  }),
  display({
    id: 'from',
    header: 'Valid from',
    cell: ({ row: { original } }) => (
      <TwoLines first={original.validFrom} second={<RuleMark rule={original} />} />
    ),
  }),
  display({
    id: 'actions',
    header: () => <VisuallyHidden>Actions</VisuallyHidden>,
    cell: ({ row: { original: rule } }) => (
      <div className={styles.actions}>
        {isLatest(rule) && (
          <Button
            kind="link"
            aria-label={`Replace the rule of ${nameOf(rule.country)}`}
            onClick={() => onReplace(rule.country)}
          >
            Replace
          </Button>
        )}
        {rule.isValid && rule.mode !== 'NONE' && (
          <Button
            kind="link"
            aria-label={`End the rule of ${nameOf(rule.country)}`}
            onClick={() => onEnd(rule.country)}
          >
            End
          </Button>
        )}
      </div>
    ),
  }),
]

const modeNames = {
  INCLUDED: 'In the prices',
  ADDED: 'Added to the prices',
  NONE: 'Ended',
} as const
const classNames = { STANDARD: 'Standard', REDUCED: 'Reduced', ZERO: 'Zero' } as const

function ratesOf({ mode, standardRate, reducedRate }: StaffTaxRule): string {
  if (mode === 'NONE') return 'No tax'
  return reducedRate === standardRate
    ? `${standardRate}%`
    : `${standardRate}%, reduced ${reducedRate}%`
}

function RuleMark({ rule: { isValid, validFrom } }: { rule: StaffTaxRule }) {
  const today = daysAgo(0)
  return (
    <Mark tone={isValid ? 'good' : 'quiet'}>
      {isValid ? 'Valid' : validFrom > today ? 'Later' : 'Replaced'}
    </Mark>
  )
}

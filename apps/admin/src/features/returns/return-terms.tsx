import type { StaffReturnPolicy } from '@solvane/contract/return-policies.admin'
import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/choice'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/page.tsx'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { daysAgo } from '../../parts/moment.tsx'
import { Facts, Mark, Panel, Unavailable } from '../../parts/panel.tsx'
import styles from './return-page.module.css'

/** /return-terms: the terms of returns by country. */
export function ReturnTerms() {
  const [isAdding, setIsAdding] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['return-policies'],
    queryFn: async () => (await api.call('listReturnPolicies', {})).data,
  })
  const rest = data?.find(({ countries, isValid }) => countries.length === 0 && isValid)
  return (
    <>
      <Title title="Return terms" />
      {error && !data && (
        <Unavailable title="The terms cannot be shown" error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && <Skeleton width="long" />}
      {data && (
        <div className={styles.column}>
          <p className={styles.more}>
            Terms are never changed, because returns keep theirs: new ones replace them from a day
            on, for orders that are delivered then.
          </p>
          <div>
            <Button onClick={() => setIsAdding(true)}>Add terms</Button>
          </div>
          {data.map((policy) => (
            <Policy key={policy.id} policy={policy} />
          ))}
        </div>
      )}
      {isAdding && (
        <AddDialog like={rest} onDone={() => refetch()} onClose={() => setIsAdding(false)} />
      )}
    </>
  )
}

const names = new Intl.DisplayNames(['en'], { type: 'region' })
const nameOf = (code: string) => names.of(code) ?? code
const titleOf = (countries: readonly string[]) =>
  countries.length === 0
    ? 'All other countries'
    : countries.length > 3
      ? `${countries.length} countries`
      : countries.map(nameOf).join(', ')

function Policy({ policy }: { policy: StaffReturnPolicy }) {
  const { countries, feeFrom, feeUntil, isValid, validFrom } = policy
  const today = daysAgo(0)
  return (
    <Panel
      title={titleOf(countries)}
      action={
        <Mark tone={isValid ? 'good' : 'quiet'}>
          {isValid ? 'Valid' : validFrom > today ? `From ${validFrom}` : 'Replaced'}
        </Mark>
      }
    >
      <Facts
        facts={[
          ['Countries', countries.map(nameOf).join(', ')],
          ['Valid from', validFrom],
          ['Source', policy.source],
          ['Asked for within', `${policy.noticeDays} days of delivery`],
          ['Must arrive within', `${policy.arrivalDays} days`],
          ['Fee', feeUntil === 0 ? 'None' : `${feeFrom}%–${feeUntil}%`],
          ['Right to withdraw', policy.isWithdrawal ? 'Yes, without a reason' : 'No'],
          ['Delivery fee', policy.refundsDelivery ? 'Refunded with the last item' : 'Kept'],
          ['Postage', policy.shopPaysPostage ? 'Paid by us' : 'Paid by the customer'],
          [
            'Address',
            <p key="address" className={styles.text}>
              {policy.address ?? 'None: that of the seller, under Invoicing'}
            </p>,
          ],
        ]}
      />
    </Panel>
  )
}

interface AddDialogProps {
  /** The terms whose values are filled in. */
  like: StaffReturnPolicy | undefined
  onDone: () => Promise<unknown>
  onClose: () => void
}

function AddDialog({ like, onDone, onClose }: AddDialogProps) {
  const number = (name: string, label: string, value: number | undefined, max: number) => ({
    name,
    label,
    type: 'number',
    inputMode: 'decimal' as const,
    min: 0,
    max,
    required: true,
    defaultValue: value,
  })
  return (
    <ActionDialog
      title="Add terms"
      description="They count for orders delivered from their day on."
      submit="Add"
      done="The terms are added."
      onClose={onClose}
      onSubmit={(value) =>
        api
          .call('addReturnPolicy', {
            body: {
              countries: value('countries')
                .toUpperCase()
                .split(/[\s,;]+/)
                .filter(Boolean),
              validFrom: value('validFrom'),
              source: value('source'),
              noticeDays: Number(value('noticeDays')),
              arrivalDays: Number(value('arrivalDays')),
              feeFrom: Number(value('feeFrom')),
              feeUntil: Number(value('feeUntil')),
              isWithdrawal: value('isWithdrawal') === 'yes',
              refundsDelivery: value('refundsDelivery') === 'yes',
              shopPaysPostage: value('shopPaysPostage') === 'yes',
              address: value('address') || null,
            },
          })
          .then(onDone)
      }
    >
      {(errorOf) => (
        <>
          <TextField
            label="Countries"
            name="countries"
            hint="Two letters each, such as FR, DE; empty for all others."
            error={errorOf('countries')}
          />
          <TextField
            label="Valid from"
            name="validFrom"
            type="date"
            min={daysAgo(0)}
            defaultValue={daysAgo(0)}
            required
            error={errorOf('validFrom')}
          />
          <TextField
            label="Source"
            name="source"
            hint="The law, or the text of the shop, that says so."
            required
            maxLength={300}
            error={errorOf('source')}
          />
          <TextField
            {...number('noticeDays', 'Days after delivery to ask', like?.noticeDays, 365)}
            error={errorOf('noticeDays')}
          />
          <TextField
            {...number('arrivalDays', 'Days after that to arrive', like?.arrivalDays, 365)}
            error={errorOf('arrivalDays')}
          />
          <TextField
            {...number('feeFrom', 'Lowest restocking fee in percent', like?.feeFrom, 100)}
            step={0.01}
            error={errorOf('feeFrom')}
          />
          <TextField
            {...number('feeUntil', 'Highest restocking fee in percent', like?.feeUntil, 100)}
            step={0.01}
            error={errorOf('feeUntil')}
          />
          <Checkbox
            name="isWithdrawal"
            value="yes"
            label="Right to withdraw"
            hint="No reason is asked, nobody approves it, and the page for withdrawals accepts it."
          />
          <Checkbox
            name="refundsDelivery"
            value="yes"
            label="Refund the delivery fee with the last item"
          />
          <Checkbox name="shopPaysPostage" value="yes" label="The shop pays the postage" />
          <TextAreaField
            label="Address for returns"
            name="address"
            maxLength={500}
            defaultValue={like?.address ?? ''}
            error={errorOf('address')}
          />
        </>
      )}
    </ActionDialog>
  )
}

import { Button } from '@solvane/ui/button'
import { RadioGroup } from '@solvane/ui/choice'
import { Drawer } from '@solvane/ui/drawer'
import { TextField } from '@solvane/ui/field'
import { type FormEvent, type RefObject, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { isReversed, noFilter, type OrderFilter, orderSearch } from './order-filter.ts'
import styles from './order-filter-bar.module.css'
import { type OrderStatus, statusNames } from './order-texts.ts'

const allStatuses = 'ALL'
const options = [
  { value: allStatuses, label: 'All orders' },
  ...Object.entries(statusNames).map(([value, label]) => ({ value, label })),
]

interface OrderFilterDrawerProps {
  isOpen: boolean
  /** The filter in the URL. */
  filter: OrderFilter
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** The drawer with the filter of the orders, which is stored in the URL. */
export function OrderFilterDrawer(props: OrderFilterDrawerProps) {
  const { isOpen, filter, onClose, returnFocusTo } = props
  const navigate = useNavigate()
  const form = useId()
  const [chosen, setChosen] = useState<OrderFilter | null>(null)
  const shown = chosen ?? filter
  const isWrong = isReversed(shown)

  function apply(next: OrderFilter) {
    onClose()
    void navigate(`/profile/orders${orderSearch(next)}`)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isWrong) apply(shown)
  }

  return (
    <Drawer
      title="Filter"
      isOpen={isOpen}
      onClose={onClose}
      onClosed={() => setChosen(null)}
      returnFocusTo={returnFocusTo}
      footer={
        <div className={styles.footer}>
          <Button kind="link" onClick={() => apply(noFilter)}>
            Clear all
          </Button>
          <Button type="submit" form={form}>
            Show orders
          </Button>
        </div>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={submit}>
        <RadioGroup
          legend="Order status"
          name="status"
          options={options}
          value={shown.status ?? allStatuses}
          onChange={(value) =>
            setChosen({ ...shown, status: value === allStatuses ? null : (value as OrderStatus) })
          }
        />
        <TextField
          type="date"
          label="Start date"
          max={shown.createdAtEnd ?? undefined}
          value={shown.createdAtStart ?? ''}
          onChange={({ target }) => setChosen({ ...shown, createdAtStart: target.value || null })}
        />
        <TextField
          type="date"
          label="End date"
          min={shown.createdAtStart ?? undefined}
          value={shown.createdAtEnd ?? ''}
          error={isWrong ? 'The end date is before the start date.' : undefined}
          onChange={({ target }) => setChosen({ ...shown, createdAtEnd: target.value || null })}
        />
      </form>
    </Drawer>
  )
}

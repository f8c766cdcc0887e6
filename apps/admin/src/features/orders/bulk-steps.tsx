import type { OrderStep, OrderStepLine } from '@solvane/contract/order-steps.admin'
import { mostOrdersAtOnce } from '@solvane/contract/order-steps.admin'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { EmptyState } from '@solvane/ui/empty-state'
import { TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { useList, useRefresh } from '../../data/list.tsx'
import { readFailure } from '../../parts/form.tsx'
import { Mark, type MarkTone } from '../../parts/panel.tsx'
import styles from './bulk-steps.module.css'
import { carriers } from './correction-dialogs.tsx'

const steps: Readonly<Record<OrderStep, { label: string; title: string; description: string }>> = {
  ship: {
    label: 'Mark as shipped',
    title: 'Mark as shipped',
    description:
      'Each order needs its tracking number; those without one stay as they are. Customers get an e-mail.',
  },
  deliver: {
    label: 'Mark as delivered',
    title: 'Mark as delivered',
    description: 'Customers get an e-mail.',
  },
  collectCash: {
    label: 'Record cash',
    title: 'Record cash payments',
    description: 'The whole amount of each order is recorded as received.',
  },
}

/** The steps that the selected orders can take at once. */
export function BulkSteps({ ids }: { ids: readonly string[] }) {
  const [step, setStep] = useState<OrderStep | null>(null)
  if (ids.length > mostOrdersAtOnce)
    return <span>Select {mostOrdersAtOnce} orders at most to change them.</span>
  return (
    <>
      {Object.entries(steps).map(([name, { label }]) => (
        <Button key={name} kind="link" onClick={() => setStep(name as OrderStep)}>
          {label}
        </Button>
      ))}
      {step && <StepsDialog step={step} ids={ids} onClose={() => setStep(null)} />}
    </>
  )
}

interface StepsDialogProps {
  step: OrderStep
  ids: readonly string[]
  onClose: () => void
}

/** Previews a step for each order, takes it, and shows the outcome for each. */
function StepsDialog({ step, ids, onClose }: StepsDialogProps) {
  const { select } = useList()
  const refresh = useRefresh()
  const formId = useId()
  const [orderIds] = useState(() => [...ids])
  const [results, setResults] = useState<readonly OrderStepLine[] | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const preview = useQuery({
    queryKey: ['order-steps', step, orderIds],
    queryFn: () => api.call('previewOrderSteps', { body: { step, orderIds } }),
    enabled: results === null,
    gcTime: 0,
  })
  const lines = results ?? preview.data?.data
  const ready = lines?.filter(({ state }) => state === 'READY') ?? []

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    const value = (name: string) => String(form.get(name) ?? '').trim()
    setIsBusy(true)
    setFailure(null)
    try {
      const { data } = await take(step, ready, value)
      setResults(data)
      const undone = data
        .filter(({ state }) => state === 'REFUSED')
        .flatMap((line) => line.orderId ?? [])
      select(
        orderIds.filter((id) => undone.includes(id) || !data.some((line) => line.orderId === id)),
      )
      refresh()
    } catch (error) {
      setFailure(readFailure(error).text)
    } finally {
      setIsBusy(false)
    }
  }

  const { title, description, label } = steps[step]
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={title}
      description={results ? undefined : description}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {results ? 'Close' : 'Cancel'}
          </Button>
          {!results && (
            <Button type="submit" form={formId} isBusy={isBusy} disabled={ready.length === 0}>
              {label}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        {preview.error && !lines && (
          <EmptyState title="The orders could not be loaded" text={preview.error.message} isError>
            <Button onClick={() => preview.refetch()}>Try again</Button>
          </EmptyState>
        )}
        {!lines && !preview.error && <Skeleton width="full" />}
        {lines && <StepCounts lines={lines} isOver={results !== null} />}
        {step === 'ship' && !results && ready.length > 0 && <CarrierField />}
        {lines && (
          <StepLines
            lines={lines}
            isOver={results !== null}
            beside={(line) =>
              step === 'ship' && line.state === 'READY' && <TrackingInput line={line} />
            }
          />
        )}
      </form>
    </Dialog>
  )
}

function take(step: OrderStep, ready: readonly OrderStepLine[], value: (name: string) => string) {
  const ids = ready.flatMap(({ orderId }) => orderId ?? [])
  if (step !== 'ship') return api.call('takeOrderSteps', { body: { step, orderIds: ids } })
  const orders = ids
    .map((orderId) => ({ orderId, carrier: value('carrier'), trackingNumber: value(orderId) }))
    .filter(({ trackingNumber }) => trackingNumber !== '')
  return api.call('shipOrders', { body: { orders } })
}

function CarrierField() {
  return (
    <>
      <TextField
        label="Carrier"
        name="carrier"
        required
        maxLength={100}
        list="carriers"
        autoComplete="off"
      />
      <datalist id="carriers">
        {carriers.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
    </>
  )
}

/** Enter, as scanners send it, leads to the next number. */
function toNextNumber(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const inputs = [
    ...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>(`.${styles.number}`) ?? []),
  ]
  inputs[inputs.indexOf(event.currentTarget) + 1]?.focus()
}

function TrackingInput({ line }: { line: OrderStepLine }) {
  return (
    <input
      className={styles.number}
      name={line.orderId ?? ''}
      aria-label={`Tracking number of ${line.orderNumber}`}
      placeholder="Tracking number"
      maxLength={100}
      autoComplete="off"
      onKeyDown={toNextNumber}
    />
  )
}

/** How many orders take the step, or took it. */
export function StepCounts({
  lines,
  isOver,
}: {
  lines: readonly OrderStepLine[]
  isOver: boolean
}) {
  const count = (state: OrderStepLine['state']) =>
    lines.filter((line) => line.state === state).length
  const parts = [
    count('READY') > 0 && `${count('READY')} ready`,
    count('DONE') > 0 && `${count('DONE')} ${isOver ? 'done' : 'done already'}`,
    count('REFUSED') > 0 && `${count('REFUSED')} ${isOver ? 'not changed' : 'cannot be changed'}`,
  ]
  return <p role="status">{parts.filter(Boolean).join(', ')}.</p>
}

const marks: Readonly<
  Record<OrderStepLine['state'], { tone: MarkTone; before: string; after: string }>
> = {
  READY: { tone: 'open', before: 'Ready', after: 'Not changed' },
  DONE: { tone: 'good', before: 'Done already', after: 'Done' },
  REFUSED: { tone: 'urgent', before: 'Cannot be changed', after: 'Not changed' },
}

interface StepLinesProps<Line extends OrderStepLine> {
  lines: readonly Line[]
  /** Whether the step was taken. */
  isOver: boolean
  beside?: (line: Line) => ReactNode
}

/** Orders with the effect of a step, previewed or taken. */
export function StepLines<Line extends OrderStepLine>({
  lines,
  isOver,
  beside,
}: StepLinesProps<Line>) {
  return (
    <ul className={styles.lines}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an order may stand in a file twice
        <li key={at} className={styles.line}>
          <span className={styles.order}>
            {line.orderId ? (
              <Link to={`/orders/${line.orderId}`} target="_blank">
                {line.orderNumber}
              </Link>
            ) : (
              line.orderNumber || 'Unknown order'
            )}
            <span className={styles.quiet}>
              {[line.name, line.totalAmount !== null && formatMoney(line.totalAmount)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          {beside?.(line)}
          <span className={styles.state}>
            <Mark tone={marks[line.state].tone}>
              {marks[line.state][isOver ? 'after' : 'before']}
            </Mark>
            {line.reason && <span className={styles.quiet}>{line.reason}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

import type { OrderStepLine, TrackingLine } from '@solvane/contract/order-steps.admin'
import { Button } from '@solvane/ui/button'
import { TextAreaField } from '@solvane/ui/field'
import { type FormEvent, useState } from 'react'
import { api } from '../../data/api.ts'
import { lastShown } from '../../data/list.tsx'
import { Title } from '../../layout/page.tsx'
import { readFailure, useUnsavedWarning } from '../../parts/form.tsx'
import { BackLink, Panel } from '../../parts/panel.tsx'
import styles from './bulk-steps.module.css'
import { StepCounts, StepLines } from './bulk-steps.tsx'

/** Lines of a file of tracking numbers. */
const example = 'order_number,carrier,tracking_number\nSV100123,DHL Express,JD014600003'

/** /tracking-import: ships the orders of a file with tracking numbers. */
export function TrackingImport() {
  const [csv, setCsv] = useState('')
  const [checked, setChecked] = useState<readonly TrackingLine[] | null>(null)
  const [results, setResults] = useState<readonly OrderStepLine[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useUnsavedWarning(csv !== '' && results === null)
  const ready = (checked ?? []).flatMap(
    ({ state, orderId, carrier, trackingNumber, trackingUrl }) =>
      state === 'READY' && orderId ? [{ orderId, carrier, trackingNumber, trackingUrl }] : [],
  )

  async function attempt(work: () => Promise<void>) {
    if (isBusy) return
    setIsBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      const { text, fields } = readFailure(error)
      setFailure(fields.csv ?? text)
    } finally {
      setIsBusy(false)
    }
  }

  function read(text: string) {
    setCsv(text)
    setChecked(null)
    setResults(null)
    setFailure(null)
  }

  const check = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      setResults(null)
      setChecked((await api.call('checkTracking', { body: { csv } })).data)
    })
  }

  const ship = () =>
    attempt(async () => {
      setResults((await api.call('shipOrders', { body: { orders: ready } })).data)
    })

  return (
    <>
      <Title title="Tracking numbers" />
      <BackLink to={lastShown('/orders')}>All orders</BackLink>
      <form className={styles.page} onSubmit={check}>
        <p>
          A CSV file with the columns order_number, carrier and tracking_number, and tracking_url if
          there is one.
        </p>
        <label>
          File{' '}
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={async ({ target }) => read((await target.files?.[0]?.text()) ?? '')}
          />
        </label>
        <TextAreaField
          label="Or paste its lines"
          required
          rows={8}
          className={styles.csv}
          placeholder={example}
          value={csv}
          error={failure ?? undefined}
          onChange={({ target }) => read(target.value)}
        />
        <div>
          <Button type="submit" kind="secondary" isBusy={isBusy}>
            Preview
          </Button>
        </div>
      </form>
      {results ? (
        <Panel title="Result">
          <StepCounts lines={results} isOver />
          <StepLines lines={results} isOver />
        </Panel>
      ) : (
        checked && (
          <Panel title="Preview">
            <StepCounts lines={checked} isOver={false} />
            <StepLines
              lines={checked}
              isOver={false}
              beside={({ line, carrier, trackingNumber }) => (
                <span className={styles.quiet}>
                  Line {line}: {[carrier, trackingNumber].filter(Boolean).join(' ')}
                </span>
              )}
            />
            <div className={styles.foot}>
              <Button disabled={ready.length === 0} isBusy={isBusy} onClick={ship}>
                {ready.length === 1 ? 'Ship 1 order' : `Ship ${ready.length} orders`}
              </Button>
              <span className={styles.quiet}>
                Customers get an e-mail with the tracking number.
              </span>
            </div>
          </Panel>
        )
      )}
    </>
  )
}

import type { EndpointOutput } from '@solvane/client/api'
import { randomUuid } from '@solvane/client/random-uuid'
import { mostInventoryLines } from '@solvane/contract/inventory.admin'
import { Button } from '@solvane/ui/button'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { showToast } from '@solvane/ui/toast'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/page.tsx'
import { justSaved, readFailure, type SaveFailure, useUnsavedWarning } from '../../parts/form.tsx'
import { BackLink, Panel } from '../../parts/panel.tsx'
import { variantTitle } from '../../parts/words.tsx'
import grid from './grid.module.css'
import styles from './inventory.module.css'
import { type ReadLines, readDeliveryLines } from './read-stock.ts'
import { GoodsLines } from './received-goods.tsx'

type CheckedLine = EndpointOutput<'checkGoods'>['data'][number]

/** The server's check of the typed lines. */
interface Checked {
  lines: readonly CheckedLine[]
  mistakes: ReadLines['mistakes']
}

/** /received-goods/new: books the goods of a delivery into the stock. */
export function ReceiveGoods() {
  const navigate = useNavigate()
  // One key for the page, so that repeated submits are the same delivery.
  const [key] = useState(randomUuid)
  const [reference, setReference] = useState('')
  const [note, setNote] = useState('')
  const [typed, setTyped] = useState('')
  const [checked, setChecked] = useState<Checked | null>(null)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useUnsavedWarning(`${reference}${note}${typed}` !== '')
  const received = receivedOf(checked)

  async function attempt(work: () => Promise<void>) {
    setIsBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(readFailure(error))
    } finally {
      setIsBusy(false)
    }
  }

  function check(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const { lines, mistakes } = readDeliveryLines(typed)
    if (lines.length > mostInventoryLines) {
      const text = `A delivery has ${mostInventoryLines} lines at most: please divide it.`
      return setFailure({ text, fields: {}, isStale: false })
    }
    void attempt(async () => {
      const found = lines.length > 0 && (await api.call('checkGoods', { body: { lines } }))
      setChecked({ lines: found ? found.data : [], mistakes })
    })
  }

  const book = () =>
    attempt(async () => {
      const body = { key, reference, note, lines: received ?? [] }
      const { data } = await api.call('receiveGoods', { body })
      showToast(`Delivery ${data.reference} booked.`)
      navigate(`/received-goods/${data.id}`, { state: justSaved, replace: true })
    })

  return (
    <>
      <Title title="Receive goods" />
      <BackLink to="/received-goods">All deliveries</BackLink>
      <form className={styles.form} onSubmit={check}>
        <TextField
          label="Reference"
          required
          maxLength={100}
          autoComplete="off"
          hint="The number of the delivery note, for example."
          value={reference}
          error={failure?.fields.reference}
          onChange={({ target }) => setReference(target.value)}
        />
        <TextAreaField
          label="Note"
          maxLength={1_000}
          value={note}
          error={failure?.fields.note}
          onChange={({ target }) => setNote(target.value)}
        />
        <TextAreaField
          label="Goods"
          required
          rows={10}
          className={styles.lines}
          hint="A SKU or GTIN a line, then its quantity: typed, scanned, or pasted from a spreadsheet. A code alone counts once."
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setChecked(null)
          }}
        />
        <div>
          <Button type="submit" kind="secondary" isBusy={isBusy}>
            Preview
          </Button>
        </div>
      </form>
      {failure && (
        <p className={styles.wrong} role="alert">
          {failure.text}
        </p>
      )}
      {checked && (
        <Panel title="Preview">
          <Preview {...checked} />
          <div className={grid.foot}>
            <Button
              disabled={received === null || reference.trim() === ''}
              isBusy={isBusy}
              onClick={book}
            >
              Book delivery
            </Button>
            <span className={grid.hint} role="status">
              {received
                ? `${received.reduce((sum, { quantity }) => sum + quantity, 0)} units are added to the stock.`
                : 'Please correct the marked lines above and preview again.'}
            </span>
          </div>
        </Panel>
      )}
    </>
  )
}

/** The lines to be booked, those of one variant as one; null while there is something wrong. */
function receivedOf(checked: Checked | null): { variantId: string; quantity: number }[] | null {
  if (!checked || checked.mistakes.length > 0 || checked.lines.length === 0) return null
  const quantities = new Map<string, number>()
  for (const { variant, quantity } of checked.lines) {
    if (!variant) return null
    quantities.set(variant.id, (quantities.get(variant.id) ?? 0) + quantity)
  }
  return [...quantities].map(([variantId, quantity]) => ({ variantId, quantity }))
}

function Preview({ lines, mistakes }: Checked) {
  return (
    <GoodsLines
      lines={[
        ...mistakes.map(({ line, text }) => ({
          key: `line ${line}`,
          code: text,
          what: `Line ${line}: this is no SKU or GTIN with a quantity`,
          isWrong: true,
        })),
        ...lines.map(({ code, quantity, variant }) => ({
          key: code,
          code,
          what: variant ? variantTitle(variant) : 'No variant has this SKU or GTIN',
          isWrong: variant === null,
          quantity,
          stock: variant ? `${variant.stock} → ${variant.stock + quantity} in stock` : undefined,
        })),
      ]}
    />
  )
}

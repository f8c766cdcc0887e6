import { isApiFailure } from '@solvane/client/api'
import { randomUuid } from '@solvane/client/random-uuid'
import type { InventoryRow } from '@solvane/contract/inventory.admin'
import { Button, buttonClass } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { SelectField, TextField } from '@solvane/ui/field'
import { showToast } from '@solvane/ui/toast.ts'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { createContext, type KeyboardEvent, useContext, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { List, useRefresh } from '../../data/list.tsx'
import { useMayAct } from '../../data/staff.ts'
import { Title } from '../../layout/title.tsx'
import { ListFilters, ListSearch } from '../../parts/list-filters.tsx'
import { CardLine, RowLink, Rows, TwoLines } from '../../parts/rows.tsx'
import { readFailure, SaveBar, type SaveFailure, useUnsavedWarning } from '../../parts/save-bar.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import toolbar from '../../parts/toolbar.module.css'
import grid from './grid.module.css'
import styles from './inventory.module.css'
import productListStyles from './product-list.module.css'
import { readStock } from './read-stock.ts'
import { LedgerDialog } from './stock-dialogs.tsx'
import { useCategories } from './use-categories.ts'

/** The options of a variant, such as `Black / 40`. */
export function optionsOf({ attributeValues }: Pick<InventoryRow, 'attributeValues'>): string {
  return Object.values(attributeValues).join(' / ')
}

/** A variant's name for assistive technology and dialogs. */
function fullNameOf(row: Pick<InventoryRow, 'name' | 'attributeValues'>): string {
  return [row.name, optionsOf(row)].filter(Boolean).join(', ')
}

/** A stock that was typed and is not saved yet. */
interface Edit {
  /** The variant as it was shown when the stock was typed. */
  row: InventoryRow
  typed: string
  /** Of this value: saved again after a lost answer, it counts once. */
  key: string
}

interface Editing {
  edits: ReadonlyMap<string, Edit>
  errors: ReadonlyMap<string, string>
  change: (row: InventoryRow, typed: string) => void
}

const EditingContext = createContext<Editing | null>(null)

const defaultReason = 'Counted'

/** The unsaved edits of stock, and how they are saved. */
function useInventoryEdits() {
  const refresh = useRefresh()
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(new Map())
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [latest, setLatest] = useState<readonly InventoryRow[]>([])
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [reason, setReason] = useState(defaultReason)
  const isDirty = edits.size > 0
  useUnsavedWarning(isDirty)

  function change(row: InventoryRow, typed: string) {
    const next = new Map(edits)
    const base = edits.get(row.id)?.row ?? row
    if (typed === String(base.stock)) next.delete(row.id)
    else next.set(row.id, { row: base, typed, key: randomUuid() })
    setEdits(next)
    setErrors(new Map())
    setFailure(null)
  }

  function reset() {
    setEdits(new Map())
    setErrors(new Map())
    setFailure(null)
    refresh()
  }

  /** Counts the edits from the latest stock. */
  function merge() {
    const next = new Map(edits)
    for (const row of latest) {
      const edit = next.get(row.id)
      if (edit) next.set(row.id, { ...edit, row, key: randomUuid() })
    }
    setEdits(next)
    setFailure(null)
    refresh()
  }

  async function save() {
    const wrong = new Map<string, string>()
    const lines = [...edits.values()].flatMap(({ row, typed, key }) => {
      const stock = readStock(typed, row.stock)
      if (Number.isNaN(stock)) wrong.set(row.id, 'Please write a whole number')
      const delta = stock - row.stock
      return delta === 0 ? [] : [{ variantId: row.id, delta, revision: row.revision, key }]
    })
    if (wrong.size > 0) return fail('Please check the marked quantities.', wrong)
    if (lines.length === 0) return reset()
    setIsSaving(true)
    try {
      await api.call('saveInventory', { body: { lines, reason } })
      showToast(lines.length === 1 ? '1 variant saved.' : `${lines.length} variants saved.`)
      reset()
    } catch (error) {
      const { text, isStale, fields } = readFailure(error)
      const details = (isApiFailure(error) && error.details) || {}
      const scarce = (details.lines ?? []) as { variantId: string; available: number }[]
      const rows = (details.rows ?? []) as InventoryRow[]
      setLatest(rows)
      setErrors(
        new Map([
          ...scarce.map(
            ({ variantId, available }) => [variantId, `Only ${available} in stock now`] as const,
          ),
          ...rows.map(({ id, stock }) => [id, `Changed meanwhile: ${stock} now`] as const),
        ]),
      )
      setFailure({ text: fields.reason ?? text, fields: {}, isStale })
    } finally {
      setIsSaving(false)
    }
  }

  function fail(text: string, wrong: ReadonlyMap<string, string>) {
    setErrors(wrong)
    setFailure({ text, fields: {}, isStale: false })
  }

  return {
    edits,
    errors,
    change,
    failure,
    isSaving,
    isDirty,
    reason,
    setReason,
    save,
    reset,
    merge,
  }
}

/** /inventory: every variant with its stock, which is edited in place. */
export function Inventory() {
  const mayEdit = useMayAct()
  const editing = useInventoryEdits()
  const { edits, isDirty, reason, setReason } = editing
  const count = edits.size === 1 ? '1 variant' : `${edits.size} variants`
  return (
    <List endpoint="listInventory" sort={{ by: 'name', order: 'asc' }}>
      <Title title="Inventory" />
      {mayEdit && (
        <div className={productListStyles.actions}>
          <Link className={buttonClass('secondary')} to="/received-goods/new">
            Receive goods
          </Link>
        </div>
      )}
      <div className={toolbar.toolbar}>
        <ListSearch hint="SKU, name or option" />
        <InventoryFilters />
      </div>
      {mayEdit && (
        <p className={grid.hint}>
          Type a count, or +3 or −2. Enter and the arrow keys lead to the next line. Orders that are
          placed meanwhile are kept.
        </p>
      )}
      <EditingContext value={editing}>
        <InventoryRows />
      </EditingContext>
      {mayEdit && isDirty && (
        <div className={styles.reason}>
          <TextField
            label="Reason for the ledger"
            required
            maxLength={300}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </div>
      )}
      {mayEdit && (
        <SaveBar
          failure={editing.failure}
          isSaving={editing.isSaving}
          isDirty={isDirty}
          idle="No unsaved quantities."
          label={isDirty ? `Save ${count}` : 'Save'}
          onSave={editing.save}
          onReset={editing.reset}
          onMerge={editing.merge}
        />
      )}
    </List>
  )
}

const availabilities = { IN_STOCK: 'In stock', LOW: 'Low stock', SOLD_OUT: 'Sold out' }

function InventoryFilters() {
  const categories = useCategories()
  return (
    <ListFilters names={['category', 'availability']}>
      {(bind) => (
        <>
          <SelectField label="Category" {...bind('category')}>
            <option value="">Any</option>
            {categories.map(({ identifier, path }) => (
              <option key={identifier} value={identifier}>
                {path}
              </option>
            ))}
          </SelectField>
          <SelectField label="Stock" {...bind('availability')}>
            <option value="">Any</option>
            {Object.entries(availabilities).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </ListFilters>
  )
}

function ProductLink({ row }: { row: InventoryRow }) {
  const mayEdit = useMayAct()
  return mayEdit ? <RowLink to={`/products/${row.productId}`}>{row.name}</RowLink> : row.name
}

const { accessor, display } = columnHelper<InventoryRow>()
const columns = [
  accessor('name', {
    header: 'Product',
    cell: ({ row: { original: row } }) => (
      <span className={styles.product}>
        {row.picture ? <Thumb picture={row.picture} /> : <span className={styles.noPicture} />}
        <span>
          <TwoLines
            first={<ProductLink row={row} />}
            second={row.isInShop ? optionsOf(row) : `${optionsOf(row)} · Not in the shop`}
          />
        </span>
      </span>
    ),
  }),
  accessor('code', {
    header: 'SKU',
    cell: ({ getValue }) => <span className={styles.code}>{getValue()}</span>,
  }),
  display({
    id: 'reserved',
    header: 'Reserved',
    meta: { align: 'end' },
    cell: ({ row }) => row.original.reserved || '—',
  }),
  accessor('stock', {
    header: 'In stock',
    meta: { align: 'end' },
    cell: ({ row }) => <StockInput row={row.original} />,
  }),
  display({
    id: 'history',
    header: () => <VisuallyHidden>History</VisuallyHidden>,
    cell: ({ row }) => <History row={row.original} />,
  }),
]

function InventoryRows() {
  return (
    <Rows
      what="variants"
      none={{ title: 'No variants yet', text: 'Variants of products appear here.' }}
      columns={columns}
      card={(row) => (
        <>
          <CardLine>
            <TwoLines first={<ProductLink row={row} />} second={optionsOf(row)} />
          </CardLine>
          <CardLine>
            <span className={styles.code}>{row.code}</span>
            <span>{row.reserved > 0 && `${row.reserved} reserved`}</span>
          </CardLine>
          <CardLine>
            <History row={row} />
            <StockInput row={row} />
          </CardLine>
        </>
      )}
    />
  )
}

/** Goes to the quantity of the next or the previous line. */
function onStockKey(event: KeyboardEvent<HTMLInputElement>) {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  const inputs = [...document.querySelectorAll<HTMLInputElement>(`.${styles.stock}`)]
  const next = inputs[inputs.indexOf(event.currentTarget) + step]
  next?.focus()
  next?.select()
}

function StockInput({ row }: { row: InventoryRow }) {
  const mayEdit = useMayAct()
  const editing = useContext(EditingContext)
  if (!mayEdit || !editing) return row.stock
  const edit = editing.edits.get(row.id)
  const error = editing.errors.get(row.id)
  return (
    <span className={styles.quantity}>
      <input
        className={`${grid.control} ${styles.stock}`}
        aria-label={`Stock of ${fullNameOf(row)}`}
        aria-invalid={error ? true : undefined}
        inputMode="numeric"
        autoComplete="off"
        data-edited={edit ? true : undefined}
        value={edit?.typed ?? row.stock}
        onChange={({ target }) => editing.change(row, target.value)}
        onFocus={({ target }) => target.select()}
        onKeyDown={onStockKey}
      />
      {error && <span className={grid.error}>{error}</span>}
    </span>
  )
}

function History({ row }: { row: InventoryRow }) {
  const [isOpen, setIsOpen] = useState(false)
  const name = fullNameOf(row)
  return (
    <>
      <Button kind="link" aria-label={`Stock history of ${name}`} onClick={() => setIsOpen(true)}>
        History
      </Button>
      {isOpen && <LedgerDialog variantId={row.id} name={name} onClose={() => setIsOpen(false)} />}
    </>
  )
}

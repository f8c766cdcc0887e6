import type { InventoryRow } from '@solvane/contract/inventory.admin'
import { Button, buttonClass } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { TextField } from '@solvane/ui/field'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { createContext, type KeyboardEvent, useContext, useState } from 'react'
import { Link } from 'react-router'
import { List } from '../../data/list.tsx'
import { useMayAct } from '../../data/staff.ts'
import { Title } from '../../layout/page.tsx'
import { SaveBar } from '../../parts/form.tsx'
import { CardLine, RowLink, Rows, TwoLines } from '../../parts/rows.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { optionsOf, variantTitle } from '../../parts/words.tsx'
import grid from './grid.module.css'
import styles from './inventory.module.css'
import { ProductFilters } from './product-filters.tsx'
import productListStyles from './product-list.module.css'
import { LedgerDialog } from './stock-dialogs.tsx'
import { type Editing, useInventoryEdits } from './use-inventory-edits.ts'

const EditingContext = createContext<Editing | null>(null)

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
      <ProductFilters hint="SKU, name or option" />
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
            second={
              row.isInShop
                ? optionsOf(row.attributeValues)
                : `${optionsOf(row.attributeValues)} · Not in the shop`
            }
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
            <TwoLines first={<ProductLink row={row} />} second={optionsOf(row.attributeValues)} />
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
        aria-label={`Stock of ${variantTitle(row)}`}
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
  const name = variantTitle(row)
  return (
    <>
      <Button kind="link" aria-label={`Stock history of ${name}`} onClick={() => setIsOpen(true)}>
        History
      </Button>
      {isOpen && <LedgerDialog variantId={row.id} name={name} onClose={() => setIsOpen(false)} />}
    </>
  )
}

import type { EndpointInput } from '@solvane/client/api'
import type { OrderEditPreview } from '@solvane/contract/order-edits.admin'
import type { StaffOrder } from '@solvane/contract/orders.admin'
import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/choice'
import { TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/page.tsx'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { bindFields, justSaved, readFailure, useUnsavedWarning } from '../../parts/form.tsx'
import { type EditedLine, LineEditor } from '../../parts/line-editor.tsx'
import { BackLink, Panel, Unavailable } from '../../parts/panel.tsx'
import { optionsOf } from '../../parts/words.tsx'
import { contactFields, optionalContact } from './correction-dialogs.tsx'
import styles from './edit-order.module.css'

type Contact = Record<'email' | (typeof contactFields)[number][0], string>

/** /orders/:id/edit: changes what is in an order, where it goes, and shows what that comes to. */
export function EditOrder() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['order-to-edit', id],
    queryFn: async () => (await api.call('getOrder', { params: { orderId: id } })).data,
    // Edited values must not change while they are edited; the version decides on saving.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <Title title={data ? `Change order ${data.orderNumber}` : 'Change order'} />
      <BackLink to={`/orders/${id}`}>Back to the order</BackLink>
      {data && <EditForm key={data.version} order={data} onReload={() => refetch()} />}
      {!data && error && (
        <Unavailable title="This order cannot be shown" error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && <Skeleton width="full" />}
    </>
  )
}

function EditForm({ order, onReload }: { order: StaffOrder; onReload: () => void }) {
  const navigate = useNavigate()
  const [lines, setLines] = useState<readonly EditedLine[]>(() => order.lines.map(toEdited))
  const [contact, setContact] = useState<Contact>(() => contactOf(order))
  const [takesNewDelivery, setTakesNewDelivery] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const items = lines.map(({ variantId, quantity }) => ({ variantId, quantity }))
  const body = {
    version: order.version,
    items,
    takesNewDelivery,
    ...changedContact(order, contact),
  }
  const wanted = useDeferredValue(JSON.stringify(body))
  const isDirty =
    wanted !==
    JSON.stringify({
      version: order.version,
      items: order.lines.map(toItem),
      takesNewDelivery: false,
    })
  useUnsavedWarning(isDirty)
  const isComplete = items.length > 0 && items.every(({ quantity }) => quantity > 0)
  const preview = useQuery({
    queryKey: ['order-edit', order.id, wanted],
    queryFn: async () => {
      const input = { params: { orderId: order.id }, body: JSON.parse(wanted) as PreviewBody }
      return (await api.call('previewOrderEdit', input)).data
    },
    enabled: isDirty && isComplete,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  const failure = preview.error ? readFailure(preview.error) : null
  const shown = isDirty && isComplete && !failure ? preview.data : undefined
  const errorOf = (name: string) => failure?.fields[name]
  const field = bindFields(
    contact,
    (part) => setContact({ ...contact, ...part }),
    (name) => errorOf(name === 'email' ? name : `address.${name}`),
  )
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <Panel title="Items">
          <LineEditor
            lines={lines}
            prices={pricesOf(order, shown)}
            unavailable={shown?.unavailableItems ?? []}
            onChange={setLines}
          />
        </Panel>
        <Panel title="Delivery and e-mail">
          <div className={styles.fields}>
            <TextField label="E-mail" type="email" required {...field('email')} />
            {contactFields.map(([name, label]) => (
              <TextField
                key={name}
                label={label}
                required={!optionalContact.includes(name)}
                autoComplete="off"
                {...field(name)}
              />
            ))}
          </div>
          <DeliveryChoice
            preview={shown}
            fee={order.shippingFee}
            isTaken={takesNewDelivery}
            onChange={setTakesNewDelivery}
          />
        </Panel>
      </div>
      <Panel title="What the change comes to">
        {!isComplete && <p className={styles.outcome}>Please leave at least one item.</p>}
        {isComplete && !isDirty && <p className={styles.outcome}>Nothing is changed yet.</p>}
        {failure && (
          <p className={styles.outcome} data-urgent role="alert">
            {failure.text}{' '}
            {failure.isStale && (
              <Button kind="link" onClick={onReload}>
                Load latest version
              </Button>
            )}
          </p>
        )}
        {shown && <Sums wrapFee={order.gift?.wrapFee ?? 0} {...shown} />}
        {shown && (
          <p className={styles.outcome} role="status">
            {outcomeOf(shown)}
          </p>
        )}
        <Button
          disabled={!shown || preview.isPlaceholderData || shown.unavailableItems.length > 0}
          onClick={() => setIsAsking(true)}
        >
          Change order
        </Button>
      </Panel>
      {isAsking && shown && (
        <ActionDialog
          title={`Change ${order.orderNumber}`}
          description={`${outcomeOf(shown)} The customer gets an e-mail.`}
          submit="Change order"
          done="The order is changed."
          onClose={() => setIsAsking(false)}
          onSubmit={async () => {
            const change = { ...(JSON.parse(wanted) as PreviewBody), difference: shown.difference }
            try {
              await api.call('editOrder', { params: { orderId: order.id }, body: change })
            } catch (error) {
              // Whatever the reason for the rejection, the amounts may have changed.
              void preview.refetch()
              throw error
            }
            navigate(`/orders/${order.id}`, { state: justSaved, replace: true })
          }}
        />
      )}
    </div>
  )
}

type PreviewBody = EndpointInput<'previewOrderEdit'>['body']

function toItem({ variantId, quantity }: StaffOrder['lines'][number]) {
  return { variantId, quantity }
}

function toEdited(line: StaffOrder['lines'][number]): EditedLine {
  const { variantId, name, attributeValues, picture, quantity } = line
  return {
    variantId,
    name,
    options: optionsOf(attributeValues),
    picture,
    quantity,
  }
}

/** The agreed prices of the order's lines, and those of the preview. */
function pricesOf({ lines }: StaffOrder, preview: OrderEditPreview | undefined) {
  const priced = [...lines, ...(preview?.after.items ?? [])]
  return new Map(priced.map(({ variantId, unitPrice }) => [variantId, unitPrice]))
}

function contactOf({ email, address }: StaffOrder): Contact {
  const fields = contactFields.map(([name]) => [name, address[name] ?? ''] as const)
  return { email: email ?? '', ...Object.fromEntries(fields) } as Contact
}

/** The parts of the contact that differ from the order's. */
function changedContact(order: StaffOrder, contact: Contact) {
  const before = contactOf(order)
  const { email, ...address } = contact
  const isMoved = contactFields.some(([name]) => before[name] !== contact[name])
  return { ...(email !== before.email && { email }), ...(isMoved && { address }) }
}

interface DeliveryChoiceProps {
  preview: OrderEditPreview | undefined
  /** The agreed fee, in dollars. */
  fee: number
  isTaken: boolean
  onChange: (isTaken: boolean) => void
}

/** Shows what delivery costs now where that is not what was agreed, and lets the manager charge it. */
function DeliveryChoice({ preview, fee, isTaken, onChange }: DeliveryChoiceProps) {
  const now = preview?.deliveryNow
  if (preview && !now)
    return (
      <p className={styles.more} data-urgent>
        The shop does not deliver to this address. The agreed fee stays.
      </p>
    )
  if (!now || (now.fee === fee && !isTaken)) return null
  return (
    <Checkbox
      label={`Charge ${formatMoney(now.fee)} for delivery (${now.method})`}
      hint={`${formatMoney(fee)} was agreed and stays otherwise.`}
      checked={isTaken}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}

type Side = OrderEditPreview['before']
/** Tax on top of the prices. */
const added = ({ tax }: Side) => (tax && !tax.isIncluded ? tax.amount : 0)
/** Tax in the prices. */
const contained = ({ tax }: Side) => (tax?.isIncluded ? tax.amount : 0)

function Sums({ before, after, wrapFee }: OrderEditPreview & { wrapFee: number }) {
  const rows: [string, number, number][] = [
    ['Items', before.itemsTotalPrice, after.itemsTotalPrice],
    ['Coupon', -before.couponDiscountAmount, -after.couponDiscountAmount],
    ['Shipping', before.shippingFee, after.shippingFee],
    ['Gift wrapping', wrapFee, wrapFee],
    ['Tax', added(before), added(after)],
    ['Total', before.totalAmount, after.totalAmount],
    ['Includes tax', contained(before), contained(after)],
  ]
  return (
    <dl className={styles.sums}>
      <div aria-hidden="true">
        <span className={styles.names} />
        <span>Before</span>
        <span>After</span>
      </div>
      {rows
        .filter(
          ([name, was, is]) =>
            ['Items', 'Shipping', 'Total'].includes(name) || was !== 0 || is !== 0,
        )
        .map(([name, was, is]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatMoney(was)}</dd>
            <dd>{formatMoney(is)}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The effect on the payment, in a sentence or two. */
function outcomeOf(preview: OrderEditPreview): string {
  const { effect, difference, after, replacedSupplements } = preview
  const amount = formatMoney(Math.abs(difference))
  const sentence = {
    NONE: 'Nothing is to be paid or refunded.',
    TOTAL: `The customer has not paid yet, and will pay ${formatMoney(after.totalAmount)}.`,
    CASH: `${formatMoney(after.totalAmount)} will be collected on delivery.`,
    SUPPLEMENT: `A supplementary order for ${amount} is made, which the customer pays. The order can be sent once it is paid.`,
    REFUND: refundOf(preview),
  }[effect]
  const replaced =
    replacedSupplements.length > 0 && `${replacedSupplements.join(', ')} is cancelled.`
  return [sentence, replaced].filter(Boolean).join(' ')
}

/** What goes back of the difference that an order costs less. */
function refundOf({ difference, refund: { amount, isByProvider } }: OrderEditPreview): string {
  const less = formatMoney(-difference)
  if (amount === 0)
    return `It costs ${less} less, which was refunded before: nothing more goes back.`
  const back = formatMoney(amount)
  const sentence =
    amount < -difference
      ? `It costs ${less} less; ${back} is refunded, all that can still be.`
      : `${back} is refunded.`
  return isByProvider
    ? sentence
    : `${sentence} Send it yourself, then record it: this payment cannot be refunded automatically.`
}

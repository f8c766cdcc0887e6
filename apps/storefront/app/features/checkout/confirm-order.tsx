import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { TextAreaField } from '@solvane/ui/field'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isApiFailure } from '../../lib/api.ts'
import { previewFailure } from '../../lib/chinese-texts.ts'
import { ErrorText } from '../../lib/error-text.tsx'
import { type OrderLine, OrderLines } from '../../lib/order-page/order-lines.tsx'
import { OrderPage } from '../../lib/order-page/order-page.tsx'
import { OrderSection } from '../../lib/order-page/order-section.tsx'
import { OrderSums } from '../../lib/order-page/order-sums.tsx'
import { messageOf } from '../../lib/show-failure.ts'
import { addressChoice } from './address-choice.ts'
import { checkoutMessages } from './checkout-messages.ts'
import styles from './confirm-order.module.css'
import { ConfirmOrderSkeleton } from './confirm-order-skeleton.tsx'
import { CouponField } from './coupon-field.tsx'
import { draftFor, type OrderRequest, unansweredRequest, withQuantity } from './order-draft.ts'
import { PlacePanel } from './place-panel.tsx'
import { previewChanges } from './preview-changes.ts'
import { UnavailableNote } from './unavailable-note.tsx'
import { useLeaveWhenEmpty } from './use-leave-when-empty.ts'
import { changeDraft, useOrderDraft } from './use-order-draft.ts'
import { type PlacedOrder, usePlaceOrder } from './use-place-order.ts'
import { type Preview, usePreview } from './use-preview.ts'

/** Letters of a remark at most, as the API takes them. */
const longestRemark = 500

interface ConfirmOrderProps<Address extends { id: string; isDefault: boolean }> {
  /** Id of the shopper. */
  shopperId: string
  /** Undefined until they are known. */
  addresses: readonly Address[] | undefined
  /** Shows the chosen address and lets another be chosen or written. */
  addressPicker: (chosen: Address | null, choose: (id: string) => void) => ReactNode
  /** Whether the shop takes payments in any way; undefined until it is known. */
  canBePaid: boolean | undefined
  /** Under the button: how it will be paid. */
  paymentNote: ReactNode
  onPlaced: (order: PlacedOrder, source: 'cart' | 'buyNow') => void
}

/** An order before it is placed: its pieces, where they go, what they come to. */
export function ConfirmOrder<Address extends { id: string; isDefault: boolean }>(
  props: ConfirmOrderProps<Address>,
) {
  const { shopperId, addresses, addressPicker, canBePaid, paymentNote, onPlaced } = props
  const draft = useOrderDraft()
  useEffect(() => changeDraft((before) => draftFor(before, shopperId)), [shopperId])

  const { preview, isLoading, error, reload, put } = usePreview(draft.items, draft.couponCode)
  const place = usePlaceOrder()
  const [changes, setChanges] = useState<readonly string[]>([])
  const title = useRef<HTMLHeadingElement>(null)
  useLeaveWhenEmpty(draft.items.length === 0 && place.isIdle)

  const address = addressChoice(addresses ?? [], draft.selectedAddressId)
  const unanswered = unansweredRequest(draft, address?.id ?? null)
  const couponFailure = error && draft.couponCode && isRateLimit(error) ? error.message : undefined
  const loadFailure = couponFailure ? null : error
  const hasUnavailable = Boolean(preview?.unavailableItems.length)

  if (!preview) {
    if (loadFailure) return <LoadFailure error={loadFailure} onRetry={reload} />
    return <ConfirmOrderSkeleton />
  }

  function send(request: OrderRequest) {
    setChanges([])
    place.mutate(request, {
      onSuccess: (order) => onPlaced(order, draft.source),
      onError: (refusal) => follow(refusal),
    })
  }

  /** What a refusal tells of the order shows at once. */
  function follow(refusal: unknown) {
    if (!preview || !isApiFailure(refusal)) return
    const told = refusal.code === 'TOTAL_CHANGED' ? (refusal.details as Preview | undefined) : null
    if (told?.items) {
      setChanges(previewChanges(preview, told))
      put(told)
    } else if (refusal.status >= 400) reload()
  }

  function placeOrder() {
    if (unanswered) return send(unanswered)
    if (!preview || !address) return
    const { items, source, remark } = draft
    send({
      items: [...items],
      source,
      addressId: address.id,
      couponCode: preview.appliedCouponInfo?.code ?? null,
      remark: remark.trim() || null,
      expectedTotal: preview.finalAmount,
    })
  }

  function change(variantId: string, quantity: number) {
    setChanges([])
    changeDraft((before) => withQuantity(before, variantId, quantity))
    title.current?.focus({ preventScroll: true })
  }

  const hindrance = hindranceOf({
    isLoaded: addresses !== undefined && canBePaid !== undefined,
    hasAddress: Boolean(address),
    hasUnavailable: hasUnavailable && !unanswered,
    canBePaid: canBePaid ?? true,
  })

  return (
    <OrderPage
      title="Confirm Order"
      titleRef={title}
      lead={
        <p className={styles.loading} role="status">
          {isLoading && checkoutMessages.loading}
        </p>
      }
      aside={
        <>
          <h2 className={styles.label}>Coupon</h2>
          <CouponField
            asked={draft.couponCode}
            applied={preview.appliedCouponInfo}
            isLoading={isLoading}
            failure={couponFailure}
            onAsk={(code) => {
              if (code && code === draft.couponCode) return reload()
              setChanges([])
              changeDraft((before) => ({ ...before, couponCode: code }))
            }}
          />
          <h2 className={styles.label}>Order summary</h2>
          <OrderSums
            isBusy={isLoading}
            sums={{
              goods: preview.goodsTotalPrice,
              delivery: preview.shippingFee,
              discount: preview.couponDiscountAmount,
              couponCode: preview.appliedCouponInfo?.code,
              total: preview.finalAmount,
            }}
          />
          {loadFailure && <Recalculation error={loadFailure} onRetry={reload} />}
          <PlacePanel
            hindrance={hindrance}
            isDisabled={isLoading || Boolean(error) || hindrance !== null || !addresses}
            isPlacing={place.isPending || place.isSuccess}
            error={place.error}
            changes={changes}
            onPlace={placeOrder}
          >
            {unanswered && !place.isPending && (
              <p className={styles.hindrance}>
                We did not hear whether your order was placed. Place it once more: it stays one
                order.
              </p>
            )}
            {paymentNote}
          </PlacePanel>
        </>
      }
    >
      <div inert={place.isPending || place.isSuccess}>
        <OrderSection title="Order items">
          <OrderLines
            lines={linesOf(preview)}
            note={(line) =>
              line.isAvailable ? null : (
                <UnavailableNote
                  name={line.name}
                  stock={
                    preview.items.find((item) => item.variantId === line.variantId)?.stock ?? 0
                  }
                  onChange={(quantity) => change(line.variantId, quantity)}
                />
              )
            }
          />
          <Vanished
            preview={preview}
            onRemove={(variantIds) => {
              for (const variantId of variantIds) change(variantId, 0)
            }}
          />
        </OrderSection>
        <OrderSection title="Shipping address">
          {addresses?.length === 0 && <p>{checkoutMessages.noAddress}</p>}
          {addressPicker(address, (id) =>
            changeDraft((before) => ({ ...before, selectedAddressId: id })),
          )}
        </OrderSection>
        <OrderSection title="Order remark">
          <TextAreaField
            label="For us to know"
            hint="A greeting for a gift, a doorbell that does not ring."
            rows={3}
            maxLength={longestRemark}
            value={draft.remark}
            onChange={({ target }) =>
              changeDraft((before) => ({ ...before, remark: target.value }))
            }
          />
        </OrderSection>
      </div>
    </OrderPage>
  )
}

const isRateLimit = (error: unknown) => isApiFailure(error) && error.status === 429

const linesOf = (preview: Preview): OrderLine[] => preview.items

/** What stands in the way of the order, in a sentence. */
function hindranceOf(state: {
  isLoaded: boolean
  hasAddress: boolean
  hasUnavailable: boolean
  canBePaid: boolean
}): string | null {
  if (state.hasUnavailable) return 'Please take out what is unavailable first.'
  if (!state.isLoaded) return null
  if (!state.hasAddress) return checkoutMessages.addressMissing
  return state.canBePaid ? null : 'No payment can be taken at the moment. Please try again later.'
}

/** Pieces that the house no longer knows at all. */
function Vanished(props: { preview: Preview; onRemove: (variantIds: string[]) => void }) {
  const { items, unavailableItems } = props.preview
  const known = new Set(items.map(({ variantId }) => variantId))
  const gone = unavailableItems.filter((variantId) => !known.has(variantId))
  if (gone.length === 0) return null
  return (
    <UnavailableNote
      name={gone.length === 1 ? 'the piece that is gone' : 'the pieces that are gone'}
      stock={0}
      onChange={() => props.onRemove(gone)}
    />
  )
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <EmptyState
      title={<LoadFailureTitle />}
      text={<ErrorText message={messageOf(error)} />}
      isError
    >
      <Button kind="secondary" onClick={onRetry}>
        Try again
      </Button>
    </EmptyState>
  )
}

function LoadFailureTitle() {
  return (
    <>
      {checkoutMessages.loadFailed} <ErrorText message={previewFailure.chinese} />
    </>
  )
}

/** The sums beside it are those of before. */
function Recalculation({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={styles.recalculation} role="alert">
      <p>
        {checkoutMessages.loadFailed} <ErrorText message={messageOf(error)} />
      </p>
      <Button kind="link" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

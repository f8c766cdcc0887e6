import { isApiFailure } from '@solvane/client/api'
import { AccordionItem } from '@solvane/ui/accordion'
import { TextAreaField } from '@solvane/ui/field'
import { LoadingMask } from '@solvane/ui/loading-mask'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { OrderPage, OrderSection, OrderSums } from '../../components/order-page.tsx'
import { messageOf } from '../../lib/api/failure.tsx'
import {
  addressChoice,
  checkoutMessages,
  draftFor,
  giftOf,
  type PlacedOrder,
  type Preview,
  previewChanges,
  unansweredRequest,
  useGiftOptions,
  usePlaceOrder,
  usePreview,
  withQuantity,
} from './checkout-requests.ts'
import styles from './confirm-order.module.css'
import {
  ConfirmOrderSkeleton,
  LoadFailure,
  orderBlocker,
  PlacePanel,
  PreviewItems,
  StaleSums,
  useLeaveWhenEmpty,
} from './confirm-order-parts.tsx'
import { CouponField, isSameCode, useReloadCoupons } from './coupon-field.tsx'
import {
  CompanyFields,
  DeliveryChoice,
  GiftChoice,
  isCardFull,
  isWrongTaxNumber,
} from './order-choices.tsx'
import { changeDraft, type OrderRequest, useOrderDraft } from './order-draft.ts'

/** The longest remark that the API accepts. */
const longestRemark = 500

interface ConfirmOrderProps<Address extends { id: string; isDefault: boolean }> {
  /** Id of the shopper. */
  shopperId: string
  /** Ids of the variants in the cart; null while it is not known. */
  inCart: ReadonlySet<string> | null
  /** Undefined until they are known. */
  addresses: readonly Address[] | undefined
  /** They are still to come: false once they have failed to load, too. */
  isAddressPending: boolean
  /** Fetches them again: one may have been changed in another tab. */
  reloadAddresses: () => Promise<unknown>
  /** Shows the chosen address and lets another be chosen or written. */
  addressPicker: (chosen: Address | null, choose: (id: string) => void) => ReactNode
  /** Whether the shop takes payments in any way; undefined until it is known. */
  canBePaid: boolean | undefined
  /** Under the button: how it will be paid. */
  paymentNote: ReactNode
  onPlaced: (order: PlacedOrder, source: 'cart' | 'buyNow') => void
}

/** An order before it is placed: items, address and totals. */
export function ConfirmOrder<Address extends { id: string; isDefault: boolean }>(
  props: ConfirmOrderProps<Address>,
) {
  const { shopperId, inCart, addresses, isAddressPending, reloadAddresses } = props
  const { addressPicker, canBePaid, paymentNote, onPlaced } = props
  const draft = useOrderDraft()
  useEffect(() => changeDraft((before) => draftFor(before, shopperId)), [shopperId])

  const address = addressChoice(addresses ?? [], draft.selectedAddressId)
  const { data: giftOptions, refetch: reloadGiftOptions } = useGiftOptions()
  const gift = giftOptions?.isOffered === false ? null : draft.gift
  const { preview, isLoading, error, reload, put } = usePreview(
    { ...draft, isWrapped: gift?.isWrapped ?? false },
    address,
    isAddressPending,
  )
  const reloadCoupons = useReloadCoupons()
  const place = usePlaceOrder()
  const [changes, setChanges] = useState<readonly string[]>([])
  const title = useRef<HTMLHeadingElement>(null)
  const [hadCoupon] = useState(draft.couponCode !== '')
  useLeaveWhenEmpty(draft.items.length === 0 && place.isIdle)

  const isPlacing = place.isPending || place.isSuccess
  const hasLeftCart =
    !isPlacing &&
    draft.source === 'cart' &&
    inCart !== null &&
    !draft.items.some(({ variantId }) => inCart.has(variantId))
  const unanswered = unansweredRequest({ ...draft, gift }, address?.id ?? null)
  const couponFailure =
    draft.couponCode && isRateLimit(error)
      ? messageOf(error, 'Please try again in a moment.')
      : undefined
  const loadFailure = couponFailure ? null : error
  const isCouponRejected = isApiFailure(place.error) && place.error.code === 'COUPON_REFUSED'
  const hasUnavailable = Boolean(preview?.unavailableItems.length)

  // What comes after the page is rendered in steps: at once it would hold up a press on a slow phone.
  const isShown = useDeferredValue(Boolean(preview))
  if (!preview || !isShown) {
    return error ? (
      <LoadFailure error={error} onRetry={() => void reload()} />
    ) : (
      <ConfirmOrderSkeleton />
    )
  }

  function send(request: OrderRequest) {
    setChanges([])
    place.mutate(request, {
      onSuccess: (order) => onPlaced(order, draft.source),
      onError: (rejection) => void follow(rejection),
    })
  }

  /** Shows the facts about the order that a rejection contains. */
  async function follow(rejection: unknown) {
    if (!preview || !isApiFailure(rejection)) return
    const newPreview =
      rejection.code === 'TOTAL_CHANGED' ? (rejection.details as Preview | undefined) : null
    if (newPreview?.items) {
      setChanges(previewChanges(preview, newPreview))
      put(newPreview)
    } else if (rejection.status >= 400) {
      // Items that are no longer reserved can still be ordered from stock.
      if (rejection.code === 'SELECTION_ENDED')
        changeDraft((before) => ({ ...before, selection: null }))
      const now = await reload()
      if (now) setChanges(previewChanges(preview, now))
      await Promise.all([reloadCoupons(), reloadGiftOptions(), reloadAddresses()])
    }
  }

  function placeOrder() {
    if (unanswered) return send(unanswered)
    if (!preview || !address) return
    const { items, source, remark, company, taxNumber, selection } = draft
    const chosenGift = giftOf(gift)
    send({
      items: [...items],
      source,
      addressId: address.id,
      deliveryMethodId: preview.deliveryMethodId,
      couponCode: preview.appliedCouponInfo?.code ?? null,
      remark: remark.trim() || null,
      company: company.trim() || null,
      taxNumber: taxNumber.trim() || null,
      ...(chosenGift && { gift: chosenGift }),
      ...(selection && { selection }),
      expectedTotal: preview.finalAmount,
    })
  }

  /** The draft has changed: earlier changes and errors no longer apply. */
  function startOver() {
    setChanges([])
    place.reset()
  }

  function change(variantIds: readonly string[], quantity: number) {
    startOver()
    for (const variantId of variantIds) {
      changeDraft((before) => withQuantity(before, variantId, quantity))
    }
    title.current?.focus({ preventScroll: true })
  }

  const blocker = orderBlocker({
    isLoaded: addresses !== undefined && canBePaid !== undefined,
    hasAddress: Boolean(address),
    isDelivered: preview.deliveryMethodId !== null || Boolean(unanswered),
    hasUnavailable: hasUnavailable && !unanswered,
    canBePaid: canBePaid ?? true,
    hasWrongTaxNumber: isWrongTaxNumber(draft.taxNumber),
    isCardFull: isCardFull(gift),
  })

  return (
    <>
      {isPlacing && <LoadingMask message="Placing your order" />}
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
            <h2 className={styles.label}>Order summary</h2>
            {preview.items.some(({ isAvailable }) => isAvailable) ? (
              <OrderSums
                isBusy={isLoading}
                sums={{
                  goods: preview.goodsTotalPrice,
                  delivery: preview.shippingFee,
                  isDelivered: preview.deliveryMethodId !== null,
                  discount: preview.couponDiscountAmount,
                  couponCode: preview.appliedCouponInfo?.code,
                  wrapping: preview.gift?.isWrapped ? preview.gift.wrapFee : null,
                  total: preview.finalAmount,
                  tax: preview.tax,
                  duties: preview.duties,
                }}
              />
            ) : (
              <p>Nothing in this order is available at the moment.</p>
            )}
            <AccordionItem
              className={styles.coupon}
              title="Gift or promotion code"
              level={2}
              isOpen={hadCoupon}
            >
              <CouponField
                isPlacing={isPlacing}
                asked={draft.couponCode}
                applied={preview.appliedCouponInfo}
                isLoading={isLoading}
                failure={couponFailure}
                // The order's own error says so already.
                isShownElsewhere={isCouponRejected}
                onAsk={(code) => {
                  if (code && isSameCode(code, draft.couponCode)) return void reload()
                  startOver()
                  // Another coupon makes another order.
                  changeDraft((before) => ({ ...before, couponCode: code, request: null }))
                }}
              />
            </AccordionItem>
            {loadFailure && <StaleSums error={loadFailure} onRetry={() => void reload()} />}
            {hasLeftCart && !unanswered && (
              <p className={styles.changes} role="status">
                These pieces are no longer in your cart. If you have ordered them in another tab,
                you find the order under My Orders.
              </p>
            )}
            <PlacePanel
              blocker={blocker}
              isDisabled={isLoading || Boolean(error) || blocker !== null || !addresses}
              isPlacing={isPlacing}
              error={place.error}
              changes={changes}
              onPlace={placeOrder}
            >
              {unanswered && !place.isPending && (
                <p className={styles.blocker}>
                  We could not confirm your order. Place it again: it stays one order.
                </p>
              )}
              {paymentNote}
            </PlacePanel>
          </>
        }
      >
        <div inert={isPlacing}>
          <OrderSection title="Order items">
            <PreviewItems preview={preview} onChange={change} />
          </OrderSection>
          <OrderSection title="Shipping address">
            {addresses?.length === 0 && <p>{checkoutMessages.noAddress}</p>}
            {addressPicker(address, (selectedAddressId) => {
              startOver()
              changeDraft((before) => ({ ...before, selectedAddressId, deliveryMethodId: null }))
            })}
          </OrderSection>
          <OrderSection title="Delivery">
            <DeliveryChoice
              preview={preview}
              onChoose={(deliveryMethodId) => {
                startOver()
                changeDraft((before) => ({ ...before, deliveryMethodId, request: null }))
              }}
            />
          </OrderSection>
          {giftOptions?.isOffered && (
            <OrderSection title="Gift">
              <GiftChoice
                gift={draft.gift}
                wrapFee={giftOptions.wrapFee}
                onChange={(chosen) => {
                  // Texts change nothing that the summary shows.
                  if (chosen?.isWrapped !== draft.gift?.isWrapped) startOver()
                  changeDraft((before) => ({ ...before, gift: chosen }))
                }}
              />
            </OrderSection>
          )}
          <OrderSection title="Order remark">
            <TextAreaField
              label="A note for us"
              hint="Delivery instructions, for example."
              rows={3}
              maxLength={longestRemark}
              value={draft.remark}
              onChange={({ target }) =>
                changeDraft((before) => ({ ...before, remark: target.value }))
              }
            />
          </OrderSection>
          {(preview.tax || draft.company || draft.taxNumber) && <CompanyFields draft={draft} />}
        </div>
      </OrderPage>
    </>
  )
}

const isRateLimit = (error: unknown) => isApiFailure(error) && error.status === 429

import { useNavigate } from 'react-router'
import { AddressPicker } from '../features/addresses/address-picker.tsx'
import { AddressesGate, useAddresses } from '../features/addresses/use-addresses.tsx'
import { useCart } from '../features/cart/cart-context.ts'
import { ConfirmOrder } from '../features/checkout/confirm-order.tsx'
import { usePutOrder } from '../features/orders/order-gate.tsx'
import { PaymentNote, usePaymentMethods } from '../features/payments/payment-methods.tsx'
import { useSession } from '../lib/session/session-profile.ts'
import { PageMargins } from './layout.tsx'

/** /order/preview */
export function Component() {
  return (
    <>
      <title>Confirm Order · Solvane</title>
      <meta name="robots" content="noindex" />
      <PageMargins>
        <Preview />
      </PageMargins>
    </>
  )
}

function Preview() {
  const { profile } = useSession()
  const { data: addresses, isPending, refetch: reloadAddresses } = useAddresses()
  const { data: payments } = usePaymentMethods()
  const { demand, snapshot } = useCart()
  const inCart =
    snapshot.status === 'idle' && snapshot.cart
      ? new Set(snapshot.cart.items.map(({ variant }) => variant.id))
      : null
  const navigate = useNavigate()
  const putOrder = usePutOrder()
  if (!profile) return null
  return (
    <ConfirmOrder
      shopperId={profile.id}
      inCart={inCart}
      addresses={addresses}
      isAddressPending={isPending}
      reloadAddresses={reloadAddresses}
      addressPicker={(chosen, choose) => (
        <AddressesGate>
          {(known) => <AddressPicker addresses={known} chosen={chosen} onChoose={choose} />}
        </AddressesGate>
      )}
      canBePaid={payments && payments.methods.length > 0}
      paymentNote={<PaymentNote />}
      onPlaced={(order, source) => {
        putOrder(order)
        // The ordered items have been removed from it.
        if (source === 'cart') void demand().then((cart) => cart?.refresh())
        void navigate(`/profile/orders/${order.id}`, { replace: true })
      }}
    />
  )
}

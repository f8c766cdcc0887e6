import { useAddresses } from '../features/addresses/use-addresses.tsx'
import { CartPage } from '../features/cart/cart-page.tsx'
import { CheckoutButton } from '../features/checkout/checkout-buttons.tsx'
import { useFavorites } from '../features/favorites/favorites.tsx'

/** /cart */
export function Component() {
  const { refresh } = useFavorites()
  const { isPending } = useAddresses()
  return (
    <>
      <title>Cart · Solvane</title>
      <meta name="robots" content="noindex" />
      <CartPage
        isAddressPending={isPending}
        onMoved={() => void refresh()}
        checkout={(selected) => <CheckoutButton lines={selected} />}
      />
    </>
  )
}

import type { Address, AddressInput } from '@solvane/contract/addresses'
import { Button } from '@solvane/ui/button'
import { Skeleton } from '@solvane/ui/skeleton'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { FormFailure } from '../../components/form-request.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import { rememberDestination } from '../../lib/api/delivery.ts'
import { showFailure } from '../../lib/api/failure.tsx'
import { type FormOfShopper, keptInput } from '../../lib/session/kept-input.ts'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import styles from './address-picker.module.css'

/** The shopper's addresses, the default one first. */
export function useAddresses() {
  const api = useApi()
  const session = useSessionId()
  return useQuery({
    queryKey: personalKey(session, 'addresses'),
    queryFn: async ({ signal }): Promise<Address[]> => {
      const { data: addresses } = (await api.call('listAddresses', {}, { signal })).data
      if (session && addresses[0]) rememberDestination(session, addresses[0])
      return addresses
    },
    enabled: Boolean(session),
    // They may have been changed in another tab.
    refetchOnWindowFocus: 'always',
  })
}

/** Saves an address: a new one, or the one with `id`. */
export function useSaveAddress() {
  const api = useApi()
  const reload = useReloadAddresses()
  const isShown = useIsShown()
  return useMutation({
    mutationFn: ({ id, address }: { id: string | null; address: AddressInput }) =>
      id
        ? api.call('updateAddress', { params: { id }, body: address })
        : api.call('createAddress', { body: address }),
    // The form says so itself, unless it was closed meanwhile.
    onError: (error) => {
      if (!isShown.current) showFailure(error, 'Could not save address. Please try again.')
    },
    // A rejection reloads, too: the address may have been deleted in another tab.
    onSettled: reload,
  })
}

/** Whether the component is still on the page. */
function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

/** Deletes the address with the given id. */
export function useDeleteAddress() {
  const api = useApi()
  const reload = useReloadAddresses()
  return useMutation({
    mutationFn: (id: string) => api.call('deleteAddress', { params: { id } }),
    onSettled: reload,
  })
}

function useReloadAddresses() {
  const queryClient = useQueryClient()
  const queryKey = personalKey(useSessionId(), 'addresses')
  return () => queryClient.invalidateQueries({ queryKey })
}

/** The form in which an address is edited, or a new one is written. */
export function addressForm(owner: string, address: Pick<Address, 'id'> | null): FormOfShopper {
  return { owner, form: `address ${address?.id ?? 'new'}` }
}

/**
 * The address whose form was open when the session ended, null for a new one; undefined where nothing was
 * being written.
 */
export function keptAddress(
  owner: string | undefined,
  addresses: readonly Address[],
): Address | null | undefined {
  if (owner === undefined) return undefined
  return [null, ...addresses].find((address) => keptInput(addressForm(owner, address)) !== null)
}

/** The title that the form of the default address saves. */
export const defaultAddressTitle = 'default'

/** The shown title of an address. The form of the default address stores an internal title. */
export function shownTitle({ title, isDefault }: Pick<Address, 'title' | 'isDefault'>): string {
  if (title !== defaultAddressTitle) return title
  return isDefault ? 'Default address' : 'Former default address'
}

/** Renders its children once the addresses are loaded; until then placeholders or the error. */
export function AddressesGate({
  children,
}: {
  children: (addresses: readonly Address[]) => ReactNode
}) {
  const addresses = useAddresses()
  if (addresses.data) return children(addresses.data)
  if (addresses.error && !addresses.isFetching) {
    return (
      <div className={styles.failure}>
        <FormFailure error={addresses.error} unexpected="An unexpected error occurred." />
        <Button kind="secondary" onClick={() => addresses.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.shape} role="status">
      <VisuallyHidden>Loading your addresses</VisuallyHidden>
      <Skeleton shape="title" width="half" />
      <Skeleton shape="title" />
      <Skeleton shape="title" />
      <Skeleton shape="title" width="long" />
    </div>
  )
}

import type { Address } from '@solvane/contract/addresses'
import { Button } from '@solvane/ui/button'
import { Skeleton } from '@solvane/ui/skeleton'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import type { ReactNode } from 'react'
import { FormFailure } from '../../components/form-request.tsx'
import styles from './addresses-gate.module.css'
import { useAddresses } from './use-addresses.ts'

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

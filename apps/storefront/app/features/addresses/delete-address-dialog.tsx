import type { Address } from '@solvane/contract/addresses'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { FormFailure } from '../../components/form-failure.tsx'
import { shownTitle } from './address-title.ts'
import { useDeleteAddress } from './use-addresses.ts'

interface DeleteAddressDialogProps {
  isOpen: boolean
  /** The one to delete; none before the first question. */
  address: Address | null
  onClose: () => void
}

/** Asks before an address is deleted. */
export function DeleteAddressDialog({ isOpen, address, onClose }: DeleteAddressDialogProps) {
  const remove = useDeleteAddress()

  function close() {
    remove.reset()
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Delete this address?"
      description={
        address && `“${shownTitle(address)}” leaves your address book. Orders keep theirs.`
      }
      actions={
        <>
          <Button kind="secondary" onClick={close}>
            Keep it
          </Button>
          <Button
            isBusy={remove.isPending}
            onClick={() => address && remove.mutate(address.id, { onSuccess: close })}
          >
            Delete
          </Button>
        </>
      }
    >
      <FormFailure error={remove.error} unexpected="Failed to delete address." />
    </Dialog>
  )
}

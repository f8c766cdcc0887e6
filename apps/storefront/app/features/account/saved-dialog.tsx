import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'

/** Tells that what was changed in the account is kept. */
export function SavedDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Saving Success:"
      description="Your account information has been updated."
      actions={<Button onClick={onClose}>Done</Button>}
    />
  )
}

import { endSession } from '@solvane/client/tokens'
import { deleteAccount } from '@solvane/contract/user'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { PasswordField } from '@solvane/ui/field'
import { showToast } from '@solvane/ui/toast.ts'
import { useMutation } from '@tanstack/react-query'
import { FormFailure } from '../../components/form-failure.tsx'
import { useSchemaForm } from '../../components/use-schema-form.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import styles from './account-form.module.css'

interface DeleteAccountDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Asks for the password before the account is deleted. */
export function DeleteAccountDialog({ isOpen, onClose }: DeleteAccountDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete your account?"
      description="Your wishlist, addresses and name are deleted at once and cannot be brought back. Orders stay in our books, without you."
    >
      <DeleteAccountForm onKeep={onClose} />
    </Dialog>
  )
}

/** Inside the dialog, so that every opening begins anew. */
function DeleteAccountForm({ onKeep }: { onKeep: () => void }) {
  const api = useApi()
  const { register, handleSubmit, formState } = useSchemaForm(deleteAccount.body)
  const leave = useMutation({
    mutationFn: async (body: { password: string }) => {
      await api.call('deleteAccount', { body })
      endSession({ isSignOut: true })
      showToast('Your account is deleted.', 'info')
    },
  })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={handleSubmit((input) => leave.mutate(input))}
    >
      <PasswordField
        {...register('password')}
        label="Your password"
        autoComplete="current-password"
        required
        error={formState.errors.password?.message}
      />
      <FormFailure error={leave.error} unexpected="An unexpected error occurred." />
      <Button type="submit" isWide isBusy={leave.isPending}>
        Delete my account
      </Button>
      <Button kind="secondary" isWide onClick={onKeep}>
        Keep it
      </Button>
    </form>
  )
}

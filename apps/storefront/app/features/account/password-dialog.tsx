import type { CallInput } from '@solvane/client/api'
import { renewSession } from '@solvane/client/tokens'
import { passwordChange } from '@solvane/contract/user'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { PasswordField } from '@solvane/ui/field'
import { useMutation } from '@tanstack/react-query'
import { FormFailure } from '../../components/form-failure.tsx'
import { useSchemaForm } from '../../components/use-schema-form.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import styles from './account-form.module.css'

interface PasswordDialogProps {
  isOpen: boolean
  /** Whose password it is, for the browser's own keeper of passwords. */
  email: string
  onClose: () => void
  onSaved: () => void
}

/** The modal in which the password is changed. */
export function PasswordDialog(props: PasswordDialogProps) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title="Change Password"
      description="Every other device is signed out."
    >
      <PasswordForm {...props} />
    </Dialog>
  )
}

/** Inside the dialog, so that every opening begins anew. */
function PasswordForm({ email, onSaved }: PasswordDialogProps) {
  const api = useApi()
  const { register, handleSubmit, formState } = useSchemaForm(passwordChange)
  const { errors } = formState
  const save = useMutation({
    mutationFn: async (body: CallInput<'changePassword'>['body']) => {
      const { data } = await api.call('changePassword', { body })
      renewSession(data)
    },
    onSuccess: onSaved,
  })
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit((input) => save.mutate(input))}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...register('currentPassword')}
        label="Current password"
        autoComplete="current-password"
        required
        error={errors.currentPassword?.message}
      />
      <PasswordField
        {...register('newPassword', { deps: 'confirmPassword' })}
        label="New password"
        autoComplete="new-password"
        required
        error={errors.newPassword?.message}
      />
      <PasswordField
        {...register('confirmPassword')}
        label="Confirm new password"
        autoComplete="new-password"
        required
        error={errors.confirmPassword?.message}
      />
      <FormFailure error={save.error} unexpected="Failed to save password. Please try again." />
      <Button type="submit" isWide isBusy={save.isPending}>
        Save password
      </Button>
    </form>
  )
}

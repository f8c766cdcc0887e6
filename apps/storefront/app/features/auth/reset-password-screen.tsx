import { isApiFailure } from '@solvane/client/api'
import { endSession } from '@solvane/client/tokens'
import { resetPassword } from '@solvane/contract/auth'
import { buttonClass } from '@solvane/ui/button'
import { PasswordField } from '@solvane/ui/field'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApi } from '../../lib/api-provider.tsx'
import { FormFailure } from '../../lib/form-failure.tsx'
import { useSchemaForm } from '../../lib/use-schema-form.ts'
import styles from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useLinkToken } from './use-link-token.ts'

const chosen = resetPassword.body.pick({ newPassword: true })

/** Choosing another password by the link of a letter. */
export function ResetPasswordScreen() {
  const api = useApi()
  const token = useLinkToken()
  const { register, handleSubmit, formState } = useSchemaForm(chosen)
  const reset = useMutation({
    mutationFn: async ({ newPassword }: { newPassword: string }) => {
      await api.call('resetPassword', { body: { token: token ?? '', newPassword } })
      // The new password ended every session, the one of this browser too.
      endSession({ isSignOut: true })
    },
  })

  if (reset.isSuccess) {
    return (
      <AuthFrame
        title="Your new password is set"
        lead="You have been signed out everywhere. Sign in with the new one."
      >
        <Link className={buttonClass('primary')} to="/login">
          Sign in
        </Link>
      </AuthFrame>
    )
  }
  const isExpired = isApiFailure(reset.error) && reset.error.code === 'LINK_EXPIRED'
  if (token === null || isExpired) {
    return (
      <AuthFrame
        title="This link has lapsed"
        lead="This link is no longer valid. Please ask for a new one."
      >
        <Link className={buttonClass('primary')} to="/forgot-password">
          Ask for a new link
        </Link>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title="Choose a new password"
      lead="Afterwards you are signed out everywhere and sign in anew."
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={handleSubmit((input) => reset.mutate(input))}
      >
        <PasswordField
          {...register('newPassword')}
          label="New password"
          autoComplete="new-password"
          required
          hint="At least 6 characters"
          error={formState.errors.newPassword?.message}
        />
        <FormFailure error={reset.error} unexpected="Failed to save password. Please try again." />
        <SubmitButton isBusy={reset.isPending}>Save password</SubmitButton>
      </form>
    </AuthFrame>
  )
}

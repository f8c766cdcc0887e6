import { Button, buttonClass, textLinkClass } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { useLocation } from 'react-router'
import { FormFailure, useRequest } from '../components/form-request.tsx'
import { useSchemaForm } from '../components/use-schema-form.ts'
import styles from '../features/auth/auth-form.module.css'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { useApi } from '../lib/api/api-provider.tsx'
import { Link } from '../lib/link.tsx'

const loadSchema = async () => (await import('@solvane/contract/auth')).forgotPassword.body

/** /forgot-password: requests the e-mail with the link to choose a new password. */
export function Component() {
  const api = useApi()
  const { state, search } = useLocation()
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(loadSchema)
  const ask = useRequest((body: { email: string }) => api.call('forgotPassword', { body }))

  if (ask.sent) {
    return (
      <AuthFrame
        title="Check your inbox"
        lead={
          <>
            If there is an account with the address {ask.sent.email}, a link to choose a new
            password is on its way to it. The link is valid for one hour.
          </>
        }
      >
        <Link className={buttonClass('secondary')} to={`/login${search}`} state={state}>
          Return to sign-in
        </Link>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title="Forgot your password?"
      lead="Enter your e-mail address and we will send you a link to choose a new one."
    >
      <form className={styles.form} method="dialog" noValidate onSubmit={handleSubmit(ask.send)}>
        <TextField
          {...register('email')}
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          error={errors.email}
        />
        <FormFailure error={ask.error} unexpected="An unexpected error occurred." />
        <Button type="submit" isWide className={styles.submit} isBusy={isChecking || ask.isPending}>
          Send the link
        </Button>
        <p className={styles.note}>
          <Link className={textLinkClass} to={`/login${search}`} state={state}>
            Return to sign-in
          </Link>
        </p>
      </form>
    </AuthFrame>
  )
}

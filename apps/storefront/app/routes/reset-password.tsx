import { type EndpointOutput, isApiFailure } from '@solvane/client/api'
import { endSession } from '@solvane/client/tokens'
import { Button, buttonClass } from '@solvane/ui/button'
import { PasswordField } from '@solvane/ui/field'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormFailure } from '../components/form-request.tsx'
import { useSchemaForm } from '../components/use-schema-form.ts'
import styles from '../features/auth/auth-form.module.css'
import { AuthFrame, useLinkToken } from '../features/auth/auth-frame.tsx'
import { useStartSession } from '../features/auth/use-sign-in.ts'
import { useApi } from '../lib/api/api-provider.tsx'
import { Queries } from '../lib/api/query-client.tsx'
import { Link } from '../lib/link.tsx'
import { LinkOpening } from './link-pages.tsx'

/** /reset-password, from an e-mail */
export function Component() {
  return (
    <Queries>
      <PasswordReset />
    </Queries>
  )
}

type PasswordLink = EndpointOutput<'getPasswordLink'>['data']

/** The schema of a new password; staff choose a longer one. */
async function loadSchema(minimumLength: number) {
  const contract = await import('@solvane/contract/auth')
  const byShopper = contract.resetPassword.body.pick({ newPassword: true })
  return minimumLength === contract.minimumAdminPasswordLength
    ? byShopper.extend({ newPassword: contract.newStaffPassword })
    : byShopper
}

function isExpired(error: unknown): boolean {
  return isApiFailure(error) && error.code === 'LINK_EXPIRED'
}

/** Sets a password by the link of an e-mail: a new one, or the first of an invited colleague. */
function PasswordReset() {
  const api = useApi()
  const token = useLinkToken()
  const [state, setState] = useState<'choosing' | 'set' | 'expired'>('choosing')
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: async () => (await api.call('getPasswordLink', { body: { token: token ?? '' } })).data,
    enabled: Boolean(token),
    // The link's purpose cannot be read again once the password is set.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

  if (state === 'set') {
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
  if (token === null || state === 'expired' || isExpired(link.error)) {
    return (
      <AuthFrame
        title="This link has expired"
        lead="This link is no longer valid. Please ask for a new one."
      >
        <Link className={buttonClass('primary')} to="/forgot-password">
          Ask for a new link
        </Link>
      </AuthFrame>
    )
  }
  if (link.isPending) return <LinkOpening page="reset-password" />
  // When the link could not be checked the server still decides on submit.
  const { isInvitation, minimumLength }: PasswordLink = link.data ?? {
    isInvitation: false,
    minimumLength: 6,
  }
  return (
    <AuthFrame
      title={isInvitation ? 'Welcome to the team' : 'Choose a new password'}
      lead={
        isInvitation
          ? 'Choose a password for the back office. You are signed in with it at once.'
          : 'Afterwards you are signed out everywhere and sign in again.'
      }
    >
      <PasswordForm
        token={token}
        minimumLength={minimumLength}
        isFirst={isInvitation}
        onSet={() => setState('set')}
        onExpired={() => setState('expired')}
      />
    </AuthFrame>
  )
}

interface PasswordFormProps {
  token: string
  minimumLength: number
  /** An invited colleague's first password, which leads to the back office. */
  isFirst: boolean
  onSet: () => void
  onExpired: () => void
}

function PasswordForm({ token, minimumLength, isFirst, onSet, onExpired }: PasswordFormProps) {
  const api = useApi()
  const enter = useStartSession()
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(() =>
    loadSchema(minimumLength),
  )
  const reset = useMutation({
    mutationFn: async ({ newPassword }: { newPassword: string }) => {
      const { data: tokens } = await api.call('resetPassword', { body: { token, newPassword } })
      if (tokens) await enter(tokens)
      // The new password ended every session, the one of this browser too.
      else endSession({ isSignOut: true })
      return tokens !== null
    },
    onSuccess: (isSignedIn) => (isSignedIn ? window.location.assign('/admin') : onSet()),
    onError: (error) => isExpired(error) && onExpired(),
  })
  return (
    <form
      className={styles.form}
      method="dialog"
      noValidate
      onSubmit={handleSubmit((input) => reset.mutate(input))}
    >
      <PasswordField
        {...register('newPassword')}
        label={isFirst ? 'Password' : 'New password'}
        autoComplete="new-password"
        required
        hint={`At least ${minimumLength} characters`}
        error={errors.newPassword}
      />
      <FormFailure error={reset.error} unexpected="Failed to save password. Please try again." />
      {/* Busy until the back office is there. */}
      <Button
        type="submit"
        isWide
        className={styles.submit}
        isBusy={isChecking || reset.isPending || reset.isSuccess}
      >
        Save password
      </Button>
    </form>
  )
}

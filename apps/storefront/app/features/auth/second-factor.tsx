import { passSecondFactor } from '@solvane/contract/auth'
import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { FormFailure, useRequest } from '../../components/form-request.tsx'
import { useSchemaForm } from '../../components/use-schema-form.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import styles from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { noPasskey, useStartSession, type WaitingSignIn } from './use-sign-in.ts'

const codeInput = passSecondFactor.body.pick({ secretCode: true })

interface SecondFactorProps {
  waiting: WaitingSignIn
  isBusy: boolean
  onEntering: (enter: () => Promise<void>) => Promise<void>
  /** Restarts the sign-in. */
  onAgain: () => void
}

/** The second step of a sign-in of staff. */
export function SecondFactor({ waiting, isBusy, onEntering, onAgain }: SecondFactorProps) {
  const { ticket, ways } = waiting
  const api = useApi()
  const enter = useStartSession()
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(async () => codeInput)
  const pass = useRequest(async ({ secretCode }: { secretCode: string }) => {
    const { data } = await api.call('passSecondFactor', { body: { ticket, secretCode } })
    await onEntering(() => enter(data))
  })
  const passkey = useRequest(async (_pressed: null) => {
    const { signInByPasskey } = await import('./sign-in-by-passkey.ts')
    const tokens = await signInByPasskey(api)
    if (tokens) await onEntering(() => enter(tokens))
  })
  return (
    <AuthFrame
      title="Confirm that it is you"
      lead={
        ways.includes('TOTP')
          ? 'Enter the code that your authenticator app shows, or one of your recovery codes.'
          : 'Use your passkey, or enter one of your recovery codes.'
      }
    >
      <form className={styles.form} noValidate onSubmit={handleSubmit(pass.send)}>
        <TextField
          {...register('secretCode')}
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          // The field replaces the one that was filled in last.
          autoFocus
          required
          error={errors.secretCode}
        />
        <FormFailure error={pass.error} unexpected="An unexpected error occurred." />
        <Button
          type="submit"
          isWide
          className={styles.submit}
          isBusy={isBusy || isChecking || pass.isPending}
        >
          Confirm
        </Button>
        {ways.includes('PASSKEY') && (
          <>
            <Button
              kind="secondary"
              isWide
              isBusy={passkey.isPending}
              onClick={() => passkey.send(null)}
            >
              Use your passkey
            </Button>
            <FormFailure error={passkey.error} unexpected={noPasskey} />
          </>
        )}
        <div>
          <Button kind="link" onClick={onAgain}>
            Start again
          </Button>
        </div>
      </form>
    </AuthFrame>
  )
}

import { passSecondFactor } from '@solvane/contract/auth'
import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { FormFailure } from '../../components/form-failure.tsx'
import { useRequest } from '../../components/use-request.ts'
import { useSchemaForm } from '../../components/use-schema-form.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import styles from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { useStartSession } from './use-start-session.ts'

const codeInput = passSecondFactor.body.pick({ secretCode: true })

interface SecondFactorProps {
  ticket: string
  isBusy: boolean
  onEntering: (enter: () => Promise<void>) => Promise<void>
  /** Restarts the sign-in. */
  onAgain: () => void
}

/** The second step of a sign-in of staff. */
export function SecondFactor({ ticket, isBusy, onEntering, onAgain }: SecondFactorProps) {
  const api = useApi()
  const enter = useStartSession()
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(async () => codeInput)
  const pass = useRequest(async ({ secretCode }: { secretCode: string }) => {
    const { data } = await api.call('passSecondFactor', { body: { ticket, secretCode } })
    await onEntering(() => enter(data))
  })
  return (
    <AuthFrame
      title="Confirm that it is you"
      lead="Enter the code that your authenticator app shows, or one of your recovery codes."
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
        <div>
          <Button kind="link" onClick={onAgain}>
            Start again
          </Button>
        </div>
      </form>
    </AuthFrame>
  )
}

import { isApiFailure } from '@solvane/client/api'
import { passSecondFactor, type Tokens } from '@solvane/contract/auth'
import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { useMutation } from '@tanstack/react-query'
import { FormFailure } from '../../components/form-failure.tsx'
import { useSchemaForm } from '../../components/use-schema-form.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import styles from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { useStartSession } from './use-start-session.ts'

/** The tokens of a sign-in; null, and `onWaiting` gets the ticket, if it waits for a second factor. */
export async function tokensUnlessWaiting(
  signIn: Promise<{ data: Tokens }>,
  onWaiting: (ticket: string) => void,
): Promise<Tokens | null> {
  try {
    return (await signIn).data
  } catch (error) {
    if (!isApiFailure(error) || error.code !== 'SECOND_FACTOR_REQUIRED') throw error
    onWaiting(String(error.details?.ticket))
    return null
  }
}

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
  const { register, handleSubmit, formState } = useSchemaForm(codeInput)
  const pass = useMutation({
    mutationFn: async ({ secretCode }: { secretCode: string }) => {
      const { data } = await api.call('passSecondFactor', { body: { ticket, secretCode } })
      await onEntering(() => enter(data))
    },
  })
  return (
    <AuthFrame
      title="Confirm that it is you"
      lead="Enter the code that your authenticator app shows, or one of your recovery codes."
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={handleSubmit((input) => pass.mutate(input))}
      >
        <TextField
          {...register('secretCode')}
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          // The field replaces the one that was filled in last.
          autoFocus
          required
          error={formState.errors.secretCode?.message}
        />
        <FormFailure error={pass.error} unexpected="An unexpected error occurred." />
        <Button type="submit" isWide className={styles.submit} isBusy={isBusy || pass.isPending}>
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

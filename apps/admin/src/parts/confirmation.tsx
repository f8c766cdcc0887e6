import { ApiError, isApiFailure } from '@solvane/client/api'
import type { FactorWay } from '@solvane/contract/account.admin'
import { PasswordField, TextField } from '@solvane/ui/field'
import { useEffect, useRef } from 'react'
import { api } from '../data/api.ts'

/** The ways to confirm, if that is what a rejected request asks for; else null. */
export function waysToConfirm(error: unknown): FactorWay[] | null {
  if (!isApiFailure(error) || error.code !== 'CONFIRMATION_REQUIRED') return null
  return (error.details?.ways ?? []) as FactorWay[]
}

/** The name of the field of `ConfirmationField`. */
export const confirmationName = 'confirmation'

/**
 * Confirms with what was typed into the field, or with a passkey if nothing was; counts for ten
 * minutes. Returns false if the passkey was not given. Rejects with an `ApiError`.
 */
export async function confirmWith(ways: FactorWay[], typed: string): Promise<boolean> {
  if (!typed && ways.includes('PASSKEY')) return confirmByPasskey()
  const body = ways.includes('PASSWORD') ? { password: typed } : { secretCode: typed }
  await api.call('confirmAction', { body })
  return true
}

/** Confirms with a passkey; false if the person does not want to. Rejects with an `ApiError`. */
export async function confirmByPasskey(): Promise<boolean> {
  const { data } = await api.call('beginPasskeyConfirmation', {})
  const passkey = await inBrowser('Your browser did not reach your passkey.', async () => {
    const { signWithPasskey } = await import('@solvane/client/passkeys')
    return signWithPasskey(data)
  })
  if (!passkey) return false
  await api.call('confirmAction', { body: { passkey } })
  return true
}

/** The result of `work` of the browser; whatever goes wrong is an `ApiError` with this sentence. */
export async function inBrowser<Result>(
  sentence: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch {
    throw new ApiError(0, sentence)
  }
}

/** Asks for a code or a passkey, or for the password where there is no second factor. */
export function ConfirmationField({ ways }: { ways: FactorWay[] }) {
  const field = useRef<HTMLDivElement>(null)
  // It appears in answer to a press of the button.
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  if (ways.length === 1 && ways[0] === 'PASSKEY')
    return <p role="status">Please confirm with your passkey that it is you.</p>
  return (
    <div ref={field}>
      {ways.includes('PASSWORD') ? (
        <PasswordField
          label="Your password"
          name={confirmationName}
          autoComplete="current-password"
          hint="Please confirm that it is you. You are asked again after ten minutes."
          required
        />
      ) : (
        <TextField
          label="Code"
          name={confirmationName}
          autoComplete="one-time-code"
          spellCheck={false}
          hint={hintFor(ways)}
          required={!ways.includes('PASSKEY')}
        />
      )}
    </div>
  )
}

function hintFor(ways: FactorWay[]): string {
  const app = ways.includes('TOTP') && 'your authenticator app'
  const code = ways.includes('RECOVERY_CODE') && 'your recovery codes'
  const passkey = ways.includes('PASSKEY') ? ' Leave it empty to use your passkey.' : ''
  const sources = [app, code].filter(Boolean).join(', or one of ')
  return `From ${sources}.${passkey} You are asked again after ten minutes.`
}

import { isApiFailure } from '@solvane/client/api'
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

/** Confirms with what was typed into the field; counts for ten minutes. Rejects with an `ApiError`. */
export async function confirmWith(ways: FactorWay[], typed: string): Promise<void> {
  const body = ways.includes('PASSWORD') ? { password: typed } : { secretCode: typed }
  await api.call('confirmAction', { body })
}

/** Asks for a code, or for the password where there is no second factor. */
export function ConfirmationField({ ways }: { ways: FactorWay[] }) {
  const field = useRef<HTMLDivElement>(null)
  // It appears in answer to a press of the button.
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
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
          hint={`From your authenticator app${ways.includes('RECOVERY_CODE') ? ', or a recovery code' : ''}. You are asked again after ten minutes.`}
          required
        />
      )}
    </div>
  )
}

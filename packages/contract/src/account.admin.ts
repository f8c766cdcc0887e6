import { z } from 'zod'
import { secretCode } from './auth.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { instant } from './money.ts'
import {
  passkey,
  passkeyCreation,
  passkeyInput,
  passkeyParams,
  passkeyRequest,
  signedChallenge,
} from './passkeys.ts'

/** The ways in which a member of staff can confirm an action. */
export type FactorWay = 'PASSKEY' | 'TOTP' | 'RECOVERY_CODE' | 'PASSWORD'

/** Endpoints of one's own account: for all staff, also before they have the factor they need. */
const own = { access: 'admin', staff: 'SUPPORT', isOpenWithoutFactor: true } as const
const ownErrors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const confirmedErrors = [...ownErrors, 'CONFIRMATION_REQUIRED'] as const

/** The factors that a member of staff signs in with. */
export const staffSecurity = z.object({
  email: z.string(),
  /** The back office stays closed until a second factor is added. */
  mustAddFactor: z.boolean(),
  /** When the authenticator app was added; null without one. */
  totpSince: instant.nullable(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.number().int(),
})
export type StaffSecurity = z.infer<typeof staffSecurity>

export const getMySecurity = defineEndpoint('getMySecurity', {
  ...own,
  summary: 'How the signed-in member of staff signs in',
  response: envelope(staffSecurity),
  errors: ownErrors,
})

export const confirmAction = defineEndpoint('confirmAction', {
  ...own,
  summary:
    'Confirms for ten minutes that the member of staff is there: with a passkey or a code, or with the password where there is no second factor',
  body: z.union([
    z.strictObject({ secretCode }),
    z.strictObject({ passkey: signedChallenge }),
    z.strictObject({ password: z.string().max(128) }),
  ]),
  response: envelope(z.object({ confirmedUntil: instant })),
  errors: [
    ...ownErrors,
    'FACTOR_CODE_WRONG',
    'PASSKEY_REFUSED',
    'WRONG_PASSWORD',
    'TOO_MANY_REQUESTS',
  ],
})

export const beginPasskeyConfirmation = defineEndpoint('beginPasskeyConfirmation', {
  ...own,
  summary: 'What a passkey of the signed-in member of staff has to sign for `confirmAction`',
  response: envelope(passkeyRequest),
  errors: [...ownErrors, 'TOO_MANY_REQUESTS'],
})

export const beginTotp = defineEndpoint('beginTotp', {
  ...own,
  needsConfirmation: true,
  summary: 'Makes the secret for an authenticator app; it counts after the first code',
  response: envelope(
    z.object({
      /** In Base32, to be typed. */
      secret: z.string(),
      /** The secret as an `otpauth:` address, for a QR code. */
      uri: z.string(),
    }),
  ),
  errors: confirmedErrors,
})

/** New recovery codes, shown once; null if there are some already. */
const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

export const enableTotp = defineEndpoint('enableTotp', {
  ...own,
  summary: 'Accepts codes of the authenticator app from now on; other devices are signed out',
  body: z.strictObject({ secretCode }),
  response: envelope(newRecoveryCodes),
  errors: [...ownErrors, 'FACTOR_CODE_WRONG', 'TOO_MANY_REQUESTS'],
})

export const removeTotp = defineEndpoint('removeTotp', {
  ...own,
  needsConfirmation: true,
  summary: 'Accepts codes of the authenticator app no longer',
  response: envelope(z.null()),
  errors: [...confirmedErrors, 'LAST_FACTOR'],
})

export const renewRecoveryCodes = defineEndpoint('renewRecoveryCodes', {
  ...own,
  needsConfirmation: true,
  summary: 'Replaces the recovery codes by ten new ones',
  response: envelope(newRecoveryCodes),
  errors: confirmedErrors,
})

export const beginStaffPasskey = defineEndpoint('beginStaffPasskey', {
  ...own,
  needsConfirmation: true,
  summary: 'What the browser needs to make a passkey for the signed-in member of staff',
  response: envelope(passkeyCreation),
  errors: [...confirmedErrors, 'TOO_MANY_PASSKEYS', 'TOO_MANY_REQUESTS'],
})

export const addStaffPasskey = defineEndpoint('addStaffPasskey', {
  ...own,
  summary:
    'Adds a passkey, which counts as both factors; if it is the first factor, other devices are signed out',
  body: passkeyInput,
  response: envelope(newRecoveryCodes),
  errors: [...ownErrors, 'PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS'],
})

export const removeStaffPasskey = defineEndpoint('removeStaffPasskey', {
  ...own,
  needsConfirmation: true,
  summary: 'Removes a passkey of the signed-in member of staff',
  params: passkeyParams,
  response: envelope(z.null()),
  errors: [...confirmedErrors, 'LAST_FACTOR', 'PASSKEY_NOT_FOUND'],
})

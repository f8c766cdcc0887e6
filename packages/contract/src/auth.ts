import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'
import { plainText, requiredLine } from './text.ts'

const noEmail = 'Please enter a valid email'

/**
 * The format of an e-mail: trimmed, no spaces, one @, a dot after it. Without signs that
 * mail programs leave out or replace: with them one mailbox would have any number of addresses. Nor with
 * letters that look like `I`, `K`, `Å` and `Ω` and are the same in lower case: such an address would be
 * another mailbox of the same account. Browsers send an international domain as `xn--…`.
 */
export const email = z
  .string(noEmail)
  .trim()
  // Checked first: matching the pattern against a long text is slow.
  .max(254, { error: noEmail, abort: true })
  .regex(/^[^\s@<>()[\]\\,;:"\u0130\u2126\u212a\u212b]+@[a-z\d-]+(\.[a-z\d-]+)+$/i, noEmail)
  .regex(plainText, noEmail)

/**
 * An address that an account or an order has already: older ones may contain signs that `email`
 * rejects.
 */
export const knownEmail = z
  .string(noEmail)
  .trim()
  .max(254, { error: noEmail, abort: true })
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, noEmail)
  .regex(plainText, noEmail)

export const minimumPasswordLength = 6
/** The least length of an administrator's password. */
export const minimumAdminPasswordLength = 12
export const maximumPasswordLength = 128

/** A password chosen on the sign-in screen. */
export const newPassword = z
  .string()
  .min(minimumPasswordLength, 'Password must be at least 6 characters')
  .max(maximumPasswordLength, 'Password must be at most 128 characters')

/** A password chosen by staff. */
export const newStaffPassword = z
  .string()
  .min(minimumAdminPasswordLength, 'Password must be at least 12 characters')
  .max(maximumPasswordLength, 'Password must be at most 128 characters')

export const loginInput = z.strictObject({ email: knownEmail, password: newPassword })
export const registrationInput = z.strictObject({
  name: requiredLine('Name is required', 100),
  email,
  password: newPassword,
})

/**
 * Both are opaque to the client. The access token is valid for 15 minutes, the refresh token for 60
 * days and one refresh; used again within 20 seconds (two tabs at once) it returns the same
 * successor, later it ends the session.
 */
export const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type Tokens = z.infer<typeof tokens>

const refreshInput = z.strictObject({ refreshToken: z.string().min(1).max(200) })
/**
 * From the fragment of an e-mail's link, so that it appears in no log: `/reset-password#token=…`.
 */
const linkToken = z.string().min(1).max(200)
const nothing = envelope(z.null())

export const register = defineEndpoint('register', {
  summary: 'Opens an account and signs in',
  body: registrationInput,
  response: envelope(tokens),
  errors: ['REGISTRATION_FAILED', 'TOO_MANY_REQUESTS'],
})

export const login = defineEndpoint('login', {
  summary: 'Signs in',
  body: loginInput,
  response: envelope(tokens),
  errors: ['LOGIN_FAILED', 'TOO_MANY_REQUESTS', 'SECOND_FACTOR_REQUIRED'],
})

/** The digits of a code for signing in. */
export const signInCodeLength = 6

/** A code as people type it: with the space that apps show in its middle, or in the wide digits of a keyboard. */
const typedCode = z.string().overwrite((code) => code.normalize('NFKC').replace(/\s/g, ''))

export const requestSignInCode = defineEndpoint('requestSignInCode', {
  summary:
    'Sends a code of six digits for signing in, valid for ten minutes; answers alike whether or not there is an account',
  body: z.strictObject({ email }),
  response: envelope(
    z.object({
      /** The code counts only together with this token, which stays in the browser that asked. */
      request: z.string(),
    }),
  ),
  errors: ['TOO_MANY_REQUESTS'],
})

export const signInByCode = defineEndpoint('signInByCode', {
  summary:
    'Signs in by the code of an e-mail, once, and confirms the address; opens an account if there is none',
  body: z.strictObject({
    request: z.string().min(1).max(200),
    code: typedCode.regex(/^\d{6}$/, 'Please enter the six digits of the code'),
  }),
  response: envelope(tokens),
  errors: ['SIGN_IN_CODE_WRONG', 'TOO_MANY_REQUESTS', 'SECOND_FACTOR_REQUIRED'],
})

/** The digits of a code from an authenticator app. */
const totpLength = 6

/**
 * A code from an authenticator app, or a recovery code. The audit log leaves out fields whose names
 * contain "secret".
 */
export const secretCode = typedCode.min(totpLength, 'Please enter the code').max(40)

export const passSecondFactor = defineEndpoint('passSecondFactor', {
  summary: 'Ends a sign-in that waits for a second factor, with a code',
  body: z.strictObject({ ticket: z.string().min(1).max(200), secretCode }),
  response: envelope(tokens),
  errors: ['SIGN_IN_EXPIRED', 'FACTOR_CODE_WRONG', 'TOO_MANY_REQUESTS'],
})

export const refresh = defineEndpoint('refresh', {
  summary: 'Exchanges a refresh token for new tokens, once; within the grace for the same ones',
  body: refreshInput,
  response: envelope(tokens),
  errors: ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS'],
})

export const logout = defineEndpoint('logout', {
  summary: 'Ends the session of a refresh token; an unknown one is no error',
  body: refreshInput,
  response: nothing,
})

export const logoutEverywhere = defineEndpoint('logoutEverywhere', {
  summary: 'Ends every session of the account',
  access: 'user',
  response: nothing,
  errors: ['UNAUTHENTICATED'],
})

export const forgotPassword = defineEndpoint('forgotPassword', {
  summary:
    'Sends a link to choose a new password, if there is such an account; answers alike if not',
  body: z.strictObject({ email: knownEmail }),
  response: nothing,
  errors: ['TOO_MANY_REQUESTS'],
})

export const getPasswordLink = defineEndpoint('getPasswordLink', {
  summary: 'What the link of an e-mail to choose a password is for; it stays good',
  body: z.strictObject({ token: linkToken }),
  response: envelope(
    z.object({
      /** The link is for a new member of staff, who is signed in by choosing the password. */
      isInvitation: z.boolean(),
      minimumLength: z.union([
        z.literal(minimumPasswordLength),
        z.literal(minimumAdminPasswordLength),
      ]),
    }),
  ),
  errors: ['LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

export const resetPassword = defineEndpoint('resetPassword', {
  summary:
    'Sets a new password by the link of an e-mail and ends every session; an invitation signs in',
  body: z.strictObject({ token: linkToken, newPassword }),
  /** Null, except for an invitation. */
  response: envelope(tokens.nullable()),
  errors: ['LINK_EXPIRED', 'PASSWORD_TOO_SHORT', 'TOO_MANY_REQUESTS'],
})

export const verifyEmail = defineEndpoint('verifyEmail', {
  summary: 'Confirms an e-mail address by the link of an e-mail',
  body: z.strictObject({ token: linkToken }),
  response: nothing,
  errors: ['LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

export const resendVerification = defineEndpoint('resendVerification', {
  summary: 'Sends the link that confirms the e-mail address again',
  access: 'user',
  response: nothing,
  errors: ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'EMAIL_LIMIT_REACHED'],
})

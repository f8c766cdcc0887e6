import { z } from 'zod'
import {
  maximumPasswordLength,
  minimumPasswordLength,
  requestSignInCode,
  signInByCode,
  tokens,
} from './auth.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { staffRoles } from './staff-role.ts'
import { lineOfText } from './text.ts'

export const roles = ['USER', 'ADMIN'] as const
export type Role = (typeof roles)[number]

export const profile = z.object({
  id: z.uuid(),
  email: z.string(),
  nickName: z.string().nullable(),
  role: z.enum(roles),
  /** The role of a member of staff; null for shoppers. */
  staffRole: z.enum(staffRoles).nullable(),
  isEmailVerified: z.boolean(),
})
export type Profile = z.infer<typeof profile>

export const getProfile = defineEndpoint('getProfile', {
  summary: 'Who is signed in',
  access: 'user',
  response: envelope(z.object({ profile })),
  errors: ['UNAUTHENTICATED'],
})

export const updateProfile = defineEndpoint('updateProfile', {
  summary: 'Changes the name',
  access: 'user',
  body: z.strictObject({ nickName: lineOfText(100) }),
  response: envelope(z.object({ profile })),
  errors: ['UNAUTHENTICATED'],
})

const tooShort = 'Password must be at least 6 characters long.'
const password = z.string().min(minimumPasswordLength, tooShort).max(maximumPasswordLength)

/** The three fields of the password modal, with its texts (spec section 5); for the form. */
export const passwordChange = z
  .strictObject({ currentPassword: password, newPassword: password, confirmPassword: password })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Please ensure the confirmation password is the same as your new password.',
  })

const anyPassword = z.string().max(maximumPasswordLength)

export const changePassword = defineEndpoint('changePassword', {
  summary: 'Changes the password, ends every other session and gives this one new tokens',
  access: 'user',
  // The use case checks the rules of `passwordChange`, so that errors have the form's texts.
  body: z.strictObject({
    currentPassword: anyPassword,
    newPassword: anyPassword,
    confirmPassword: anyPassword,
  }),
  response: envelope(tokens),
  errors: [
    'UNAUTHENTICATED',
    'WRONG_PASSWORD',
    'PASSWORD_TOO_SHORT',
    'PASSWORDS_DIFFER',
    'TOO_MANY_REQUESTS',
  ],
})

export const exportMyData = defineEndpoint('exportMyData', {
  summary: 'All data of the signed-in shopper, by subject',
  access: 'user',
  response: envelope(z.record(z.string(), z.unknown())),
  errors: ['UNAUTHENTICATED'],
})

/** For the form. */
export const deletionByPassword = z.strictObject({
  password: anyPassword.min(1, 'Please enter your password'),
})

/** The proof that the owner deletes the account. */
const deletionProof = z.union([deletionByPassword, signInByCode.body])
export type DeletionProof = z.infer<typeof deletionProof>

const deletionErrors = ['UNAUTHENTICATED', 'STAFF_ACCOUNT', 'TOO_MANY_REQUESTS'] as const

export const requestDeletionCode = defineEndpoint('requestDeletionCode', {
  summary: 'E-mails the signed-in shopper a code for `deleteAccount`, valid for ten minutes',
  access: 'user',
  response: requestSignInCode.response,
  errors: deletionErrors,
})

export const deleteAccount = defineEndpoint('deleteAccount', {
  summary:
    'Deletes the account, confirmed with its password or a code of an e-mail; orders stay for the books, without the person',
  access: 'user',
  body: deletionProof,
  response: envelope(z.null()),
  errors: [...deletionErrors, 'WRONG_PASSWORD', 'SIGN_IN_CODE_WRONG', 'ORDERS_UNDER_WAY'],
})

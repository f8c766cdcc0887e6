import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { SignedIn } from '../../platform/http/caller.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import {
  answerForgottenPassword,
  describePasswordLink,
  forgotPassword,
  forgottenPassword,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './account-links.ts'
import { changePassword, getProfile, register, updateProfile } from './accounts.ts'
import {
  addStaffPasskey,
  beginPasskeyConfirmation,
  beginTotp,
  confirm,
  enableTotp,
  getSecurity,
  removeStaffPasskey,
  removeTotp,
  renewRecoveryCodes,
} from './factors.admin.ts'
import { deleteExpiredTickets } from './factors.queries.ts'
import { deleteExpiredChallenges } from './passkeys.queries.ts'
import { addPasskey, beginPasskey, passkeysOf, removePasskey } from './passkeys.ts'
import {
  deleteAccount,
  exportMyData,
  type PersonalData,
  requestDeletionCode,
} from './personal-data.ts'
import { passSecondFactor } from './second-factor.ts'
import { deleteExpiredCodes, deleteExpiredLinks } from './secrets.queries.ts'
import { deleteExpiredSessions, deleteRefreshTokensBefore } from './sessions.queries.ts'
import { logout, logoutEverywhere, refreshSession, sessionLife } from './sessions.ts'
import { beginPasskeySignIn, login, signInByPasskey } from './sign-in.ts'
import {
  answerCodeRequest,
  requestSignInCode,
  sendSignInCode,
  signInByCode,
} from './sign-in-code.ts'
import { removeOldTokenKeys } from './token-keys.ts'

/**
 * Serves sign-in, registration and sign-out, and the links in e-mails; `kept` lists the features
 * that store personal data.
 */
export function registerAuth(
  registry: EndpointRegistry,
  ctx: AppContext,
  kept: readonly PersonalData[],
): void {
  registry.register(endpoints.register, async ({ body, caller }) => ({
    data: await register(ctx, body, caller.address),
  }))
  registry.register(endpoints.login, async ({ body, caller }) => ({
    data: await login(ctx, body, caller.address),
  }))
  registry.register(endpoints.requestSignInCode, async ({ body, caller }) => ({
    data: await requestSignInCode(ctx, body.email, caller.address),
  }))
  registry.register(endpoints.signInByCode, async ({ body, caller }) => ({
    data: await signInByCode(ctx, body, caller.address, kept),
  }))
  registry.register(endpoints.passSecondFactor, async ({ body, caller }) => ({
    data: await passSecondFactor(ctx, body, caller.address),
  }))
  registry.register(endpoints.beginPasskeySignIn, async ({ caller }) => ({
    data: await beginPasskeySignIn(ctx, caller.address),
  }))
  registry.register(endpoints.signInByPasskey, async ({ body, caller }) => ({
    data: await signInByPasskey(ctx, body.passkey, caller.address),
  }))
  registry.register(endpoints.refresh, async ({ body, caller }) => ({
    data: await refreshSession(ctx, body.refreshToken, caller.address),
  }))
  registry.register(endpoints.logout, async ({ body }) => {
    await logout(ctx, body.refreshToken)
    return { data: null }
  })
  registry.register(endpoints.logoutEverywhere, async ({ caller }) => {
    await logoutEverywhere(ctx, caller.user.id)
    return { data: null }
  })
  registry.register(endpoints.forgotPassword, async ({ body, caller }) => {
    await forgotPassword(ctx, body.email, caller.address)
    return { data: null }
  })
  registry.register(endpoints.getPasswordLink, async ({ body, caller }) => ({
    data: await describePasswordLink(ctx, body.token, caller.address),
  }))
  registry.register(endpoints.resetPassword, async ({ body, caller }) => {
    return { data: await resetPassword(ctx, body, caller.address, kept) }
  })
  registry.register(endpoints.verifyEmail, async ({ body, caller }) => {
    await verifyEmail(ctx, body.token, caller.address)
    return { data: null }
  })
  registry.register(endpoints.resendVerification, async ({ caller }) => {
    await resendVerification(ctx, caller.user.id)
    return { data: null }
  })
}

/** Serves staff their own account: confirmations and second factors. */
export function registerStaffSecurity(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.getMySecurity, async ({ caller }) => ({
    data: await getSecurity(ctx, caller),
  }))
  registry.register(endpoints.confirmAction, async ({ caller, body }) => ({
    data: await confirm(ctx, caller, body),
  }))
  registry.register(endpoints.beginPasskeyConfirmation, async ({ caller }) => ({
    data: await beginPasskeyConfirmation(ctx, caller),
  }))
  registry.register(endpoints.beginStaffPasskey, async ({ caller }) => ({
    data: await beginPasskey(ctx, caller.user.id),
  }))
  registry.register(endpoints.addStaffPasskey, async ({ caller, body }) => ({
    data: await addStaffPasskey(ctx, caller, body),
  }))
  registry.register(endpoints.removeStaffPasskey, async ({ caller, params }) => {
    await removeStaffPasskey(ctx, caller, params.passkeyId)
    return { data: null }
  })
  registry.register(endpoints.beginTotp, async ({ caller }) => ({
    data: await beginTotp(ctx, caller),
  }))
  registry.register(endpoints.enableTotp, async ({ caller, body }) => ({
    data: await enableTotp(ctx, caller, body.secretCode),
  }))
  registry.register(endpoints.removeTotp, async ({ caller }) => {
    await removeTotp(ctx, caller)
    return { data: null }
  })
  registry.register(endpoints.renewRecoveryCodes, async ({ caller }) => ({
    data: await renewRecoveryCodes(ctx, caller),
  }))
}

/** Serves the signed-in account; `kept` lists the features that store personal data. */
export function registerUser(
  registry: EndpointRegistry,
  ctx: AppContext,
  kept: readonly PersonalData[],
): void {
  registry.register(endpoints.getProfile, async ({ caller }) => ({
    data: { profile: await getProfile(ctx, caller.user.id) },
  }))
  registry.register(endpoints.updateProfile, async ({ body, caller }) => ({
    data: { profile: await updateProfile(ctx, caller.user.id, body) },
  }))
  registry.register(endpoints.changePassword, async ({ body, caller }) => ({
    data: await changePassword(ctx, caller.user.id, body, caller.address),
  }))
  registry.register(endpoints.listMyPasskeys, async ({ caller }) => ({
    data: await passkeysOf(ctx.db.kysely, caller.user.id),
  }))
  registry.register(endpoints.beginPasskey, async ({ caller }) => ({
    data: await beginPasskey(ctx, shopper(caller).id),
  }))
  registry.register(endpoints.addPasskey, async ({ body, caller }) => ({
    data: await addPasskey(ctx, shopper(caller), body),
  }))
  registry.register(endpoints.removePasskey, async ({ params, caller }) => {
    await removePasskey(ctx, { id: params.passkeyId, userId: shopper(caller).id })
    return { data: null }
  })
  registry.register(endpoints.exportMyData, async ({ caller }) => ({
    data: await exportMyData(ctx, caller.user.id, kept),
  }))
  registry.register(endpoints.requestDeletionCode, async ({ caller }) => ({
    data: await requestDeletionCode(ctx, onlyShopper(caller)),
  }))
  registry.register(endpoints.deleteAccount, async ({ body, caller }) => {
    await deleteAccount(ctx, caller, body, kept)
    return { data: null }
  })
}

/**
 * The signed-in shopper. Throws `STAFF_ACCOUNT`: staff change their passkeys in the back office,
 * which requires a confirmation.
 */
function shopper(caller: SignedIn): SignedIn['user'] {
  return onlyShopper(caller).user
}

/** The caller, if not of the staff, whose accounts stay. Throws `STAFF_ACCOUNT`. */
function onlyShopper(caller: SignedIn): SignedIn {
  if (caller.user.role === 'ADMIN') throw new ShopError('STAFF_ACCOUNT')
  return caller
}

/** Sends links to new passwords and codes, and removes expired sessions, tokens, links, codes, challenges and keys. */
export async function registerAuthJobs(
  ctx: Pick<AppContext, 'config' | 'db' | 'jobs' | 'clock'>,
): Promise<void> {
  await ctx.jobs.handle(forgottenPassword, ({ email }) => answerForgottenPassword(ctx, email))
  await ctx.jobs.handle(sendSignInCode, ({ requestHash }) =>
    answerCodeRequest(ctx, Buffer.from(requestHash, 'hex')),
  )
  await ctx.jobs.daily('remove-old-sessions', '03:10', () => removeOldSessions(ctx))
}

/** A used token is kept until it would have expired, so that its reuse is detected. */
export async function removeOldSessions(ctx: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now()
  await deleteExpiredSessions(ctx.db.kysely, now)
  await deleteRefreshTokensBefore(ctx.db.kysely, new Date(now.getTime() - sessionLife))
  await deleteExpiredLinks(ctx.db.kysely, now)
  await deleteExpiredCodes(ctx.db.kysely, now)
  await deleteExpiredTickets(ctx.db.kysely, now)
  await deleteExpiredChallenges(ctx.db.kysely, now)
  await removeOldTokenKeys(ctx)
}

import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { resendVerification, verifyEmail } from './account-links.ts'
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
import { beginPasskey } from './passkeys.ts'
import { register } from './register.ts'
import { describePasswordLink, forgotPassword, resetPassword } from './reset-password.ts'
import { passSecondFactor } from './second-factor.ts'
import { logout, logoutEverywhere, refreshSession } from './sessions.ts'
import { beginPasskeySignIn, login, signInByPasskey } from './sign-in.ts'
import { requestSignInCode, signInByCode } from './sign-in-code.ts'

/** Serves sign-in, registration and sign-out, and the links in e-mails. */
export function registerAuth(registry: EndpointRegistry, ctx: AppContext): void {
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
    data: await signInByCode(ctx, body, caller.address),
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
    return { data: await resetPassword(ctx, body, caller.address) }
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

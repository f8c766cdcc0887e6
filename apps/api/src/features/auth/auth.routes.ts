import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { logout, logoutEverywhere } from './end-sessions.ts'
import { forgotPassword } from './forgot-password.ts'
import { login } from './login.ts'
import { refreshSession } from './refresh-session.ts'
import { register } from './register.ts'
import { describePasswordLink, resetPassword } from './reset-password.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

/** Serves signing in and out, and the links of letters. */
export function registerAuth(registry: CallRegistry, ctx: AppContext): void {
  registry.register(calls.register, async ({ body, visitor }) => ({
    data: await register(ctx, body, visitor.address),
  }))
  registry.register(calls.login, async ({ body, visitor }) => ({
    data: await login(ctx, body, visitor.address),
  }))
  registry.register(calls.refresh, async ({ body, visitor }) => ({
    data: await refreshSession(ctx, body.refreshToken, visitor.address),
  }))
  registry.register(calls.logout, async ({ body }) => {
    await logout(ctx, body.refreshToken)
    return { data: null }
  })
  registry.register(calls.logoutEverywhere, async ({ visitor }) => {
    await logoutEverywhere(ctx, visitor.user.id)
    return { data: null }
  })
  registry.register(calls.forgotPassword, async ({ body, visitor }) => {
    await forgotPassword(ctx, body.email, visitor.address)
    return { data: null }
  })
  registry.register(calls.getPasswordLink, async ({ body, visitor }) => ({
    data: await describePasswordLink(ctx, body.token, visitor.address),
  }))
  registry.register(calls.resetPassword, async ({ body, visitor }) => {
    return { data: await resetPassword(ctx, body, visitor.address) }
  })
  registry.register(calls.verifyEmail, async ({ body, visitor }) => {
    await verifyEmail(ctx, body.token, visitor.address)
    return { data: null }
  })
  registry.register(calls.resendVerification, async ({ visitor }) => {
    await resendVerification(ctx, visitor.user.id)
    return { data: null }
  })
}

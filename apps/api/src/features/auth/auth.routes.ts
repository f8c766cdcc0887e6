import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { login } from './login.ts'
import { register } from './register.ts'

/** Serves signing in and out. */
export function registerAuth(registry: CallRegistry, ctx: AppContext): void {
  registry.register(calls.register, async ({ body, visitor }) => ({
    data: await register(ctx, body, visitor.address),
  }))
  registry.register(calls.login, async ({ body, visitor }) => ({
    data: await login(ctx, body, visitor.address),
  }))
}

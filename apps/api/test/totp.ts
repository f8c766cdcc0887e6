import { Secret, TOTP } from 'otpauth'
import { confirm, type SignedUp } from './sign-up.ts'
import type { TestShop } from './test-shop.ts'

/** The code that an authenticator app with this secret shows at `time`. */
export function codeAt(secret: string, time: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() })
}

/** Adds an authenticator app to the account of a member of staff; returns its secret. */
export async function addTotp(
  shop: TestShop,
  account: Pick<SignedUp, 'headers' | 'password'>,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { headers } = account
  await confirm(shop, account)
  const { secret } = (await shop.call('beginTotp', { headers })).data
  const secretCode = codeAt(secret, shop.ctx.clock.now())
  const { data } = await shop.call('enableTotp', { headers, body: { secretCode } })
  return { secret, recoveryCodes: data.recoveryCodes ?? [] }
}

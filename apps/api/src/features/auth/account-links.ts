import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { insertLink, type LinkPurpose } from './account-links.queries.ts'
import { hashToken, makeToken } from './tokens.ts'

const hour = 60 * 60 * 1000

/** How long a link in an e-mail is good for, in milliseconds. */
const linkLife: Record<LinkPurpose, number> = {
  'verify-email': 7 * 24 * hour,
  'reset-password': hour,
}

/** Makes a link for an e-mail and gives its token; only the token's hash is kept. `life` in milliseconds. */
export async function makeAccountLink(
  ctx: Pick<AppContext, 'clock'>,
  tx: Queryable,
  userId: string,
  purpose: LinkPurpose,
  life = linkLife[purpose],
): Promise<string> {
  const token = makeToken()
  await insertLink(tx, {
    hash: hashToken(token),
    user_id: userId,
    purpose,
    expires_at: new Date(ctx.clock.now().getTime() + life),
  })
  return token
}

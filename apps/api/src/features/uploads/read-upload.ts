import type { AppContext } from '../../context.ts'
import { keyOfUpload } from './upload-key.ts'
import { isKnownUpload } from './uploads.queries.ts'

/**
 * The bytes, WebP, of a picture that came with a message; undefined when there is none of this id. Who may
 * see it is for the caller to decide, before.
 */
export async function readUpload(
  ctx: Pick<AppContext, 'db' | 'storage' | 'clock'>,
  id: string,
): Promise<Buffer | undefined> {
  const wanted = { id, purpose: 'CHAT' as const, at: ctx.clock.now() }
  if (!(await isKnownUpload(ctx.db.kysely, wanted))) return undefined
  return ctx.storage.read(keyOfUpload(wanted))
}

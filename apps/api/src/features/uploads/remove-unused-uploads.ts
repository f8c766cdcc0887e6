import type { AppContext } from '../../context.ts'
import { keyOfUpload } from './upload-key.ts'
import { takeForgottenUploads } from './uploads.queries.ts'

const atATime = 100

/** Deletes the uploads that nothing came to show in time, and those of accounts that were closed. */
export async function removeForgottenUploads({
  db,
  storage,
  clock,
}: Pick<AppContext, 'db' | 'storage' | 'clock'>): Promise<void> {
  let removed: number
  do {
    // A file that can not be deleted now brings its row back, for the next time.
    removed = await db.kysely.transaction().execute(async (tx) => {
      const uploads = await takeForgottenUploads(tx, clock.now(), atATime)
      for (const upload of uploads) await storage.remove(keyOfUpload(upload))
      return uploads.length
    })
  } while (removed === atATime)
}

import type { Picture } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { listShownPictures } from './content.queries.ts'

/** A page of the house's pictures whose words, or the name of whose piece, have `q`. */
export async function listPictures(
  { db }: Pick<AppContext, 'db'>,
  { q, page, size }: { q: string; page: number; size: number },
): Promise<{ data: Picture[]; total: number }> {
  const { pictures, total } = await listShownPictures(db.kysely, {
    text: q,
    limit: size,
    offset: (page - 1) * size,
  })
  return { data: pictures, total }
}

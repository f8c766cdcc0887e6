import type { Picture } from '@solvane/contract/catalog'
import type { ChosenPicture } from '@solvane/contract/content-drafts'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { describePicture } from '../media/picture-addresses.ts'
import { listShownPictures } from './content.queries.ts'

/** A picture that staff have chosen, and its field in the form. */
export interface ChosenAt {
  field: string
  picture: ChosenPicture
}

/** Returns the full picture for a chosen one. */
export type WholePicture = (chosen: ChosenPicture) => Picture

/**
 * Looks up the pictures that staff have chosen; `known` are the current ones. Throws `BAD_REQUEST`
 * with `details.fields` for unknown paths.
 */
export async function lookUpChosen(
  ctx: Pick<AppContext, 'storage'>,
  chosen: readonly ChosenAt[],
  known: readonly Picture[],
): Promise<WholePicture> {
  const bySrc = new Map<string, Omit<Picture, 'alt'>>(
    known.map((picture) => [picture.src, picture]),
  )
  const fields: { field: string; message: string }[] = []
  for (const { field, picture } of chosen) {
    const found = bySrc.get(picture.src) ?? (await describePicture(ctx, picture.src))
    if (found) bySrc.set(picture.src, found)
    else
      fields.push({
        field: `${field}.src`,
        message: 'This picture no longer exists: please choose another',
      })
  }
  if (fields.length > 0) throw new ShopError('BAD_REQUEST', { fields })
  return ({ src, alt }) => {
    const found = bySrc.get(src)
    if (!found) throw new Error(`The picture ${src} was not looked up.`)
    const { width, height, color } = found
    return { src, alt, width, height, color }
  }
}

/** A page of the shop's pictures whose description or product name contains `q`. */
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

import type { HomeContent } from '@solvane/contract/content'
import type { HomeDraft } from '@solvane/contract/content-drafts'
import { storedContent } from '../../../database/stored-content.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { listKnownCategories } from './content.queries.ts'
import { lockDocument } from './save-document.ts'

/** Something of the home page that leads somewhere. */
interface HomeLink {
  /** What it is called there. */
  name: string
  link: string
  /** Where its link stands in the form. */
  field: string
}

function linksOf({ banner, categoryTiles, serviceTiles }: HomeContent | HomeDraft): HomeLink[] {
  const ofTiles = (list: string, tiles: readonly Omit<HomeLink, 'field'>[]) =>
    tiles.map(({ name, link }, at) => ({ name, link, field: `document.${list}.${at}.link` }))
  return [
    ...banner.map(({ title, link }, at) => ({
      name: title,
      link,
      field: `document.banner.${at}.link`,
    })),
    ...ofTiles('categoryTiles', categoryTiles),
    ...ofTiles('serviceTiles', serviceTiles),
    ...serviceTiles.flatMap(({ buttons = [] }, at) =>
      buttons.map(({ name, link }, button) => ({
        name,
        link,
        field: `document.serviceTiles.${at}.buttons.${button}.link`,
      })),
    ),
  ]
}

/** The identifier of the category that a link leads to; null when it leads elsewhere. */
function categoryOf(link: string): string | null {
  const [, path] = /^\/filter\/([^?#]+)/.exec(link) ?? []
  return path?.split('/').findLast(Boolean) ?? null
}

/** Raises `BAD_REQUEST` with `details.fields` when the home page would lead to categories that are not there. */
export async function refuseDeadLinks(tx: Queryable, home: HomeDraft): Promise<void> {
  const links = linksOf(home).map((link) => ({ ...link, category: categoryOf(link.link) }))
  const known = await listKnownCategories(
    tx,
    links.flatMap(({ category }) => category ?? []),
  )
  const fields = links
    .filter(({ category }) => category !== null && !known.has(category))
    .map(({ field }) => ({ field, message: 'There is no such category' }))
  if (fields.length > 0) throw new ShopError('BAD_REQUEST', { fields })
}

/**
 * What of the home page leads to a category, by name. Nobody edits the home page from then on until the
 * transaction ends.
 */
export async function findHomeLinksTo(tx: Queryable, identifier: string): Promise<string[]> {
  const { value } = await lockDocument(tx, 'home')
  return linksOf(storedContent.home.parse(value))
    .filter(({ link }) => categoryOf(link) === identifier)
    .map(({ name }) => name)
}

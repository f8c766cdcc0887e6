import type { FaqTheme, Page } from '@solvane/contract/content'
import type { FaqDraft, PageDraft } from '@solvane/contract/content-drafts'
import { storedContent, storedPage } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { keepPictures } from '../uploads/keep-uploads.ts'
import { lookUpChosen } from './choose-pictures.ts'
import { listPageTitles, listSizeGuidesInUse } from './content.queries.ts'
import { findDocument, saveDocument, type Versioned } from './save-document.ts'

/** The page whose sections pieces name for their sizes. */
const sizeGuide = 'size-guide'

/** The questions and answers as they are edited. */
export async function getFaqDraft({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<{ themes: FaqTheme[] }>> {
  const { version, value } = await findDocument(db.kysely, 'faq')
  return { version, document: storedContent.faq.parse(value) }
}

/** Saves the questions and answers. Raises `STALE_EDIT`. */
export async function saveFaq(
  ctx: Pick<AppContext, 'db'>,
  { version, document }: Versioned<FaqDraft>,
): Promise<Versioned<{ themes: FaqTheme[] }>> {
  const saved = await saveDocument(ctx, { key: 'faq', version }, async () => document)
  return { version: saved.version, document: storedContent.faq.parse(saved.value) }
}

/** The information pages by their titles. */
export async function listPages({ db }: Pick<AppContext, 'db'>) {
  return (await listPageTitles(db.kysely)).map((page) => ({ id: page.slug, ...page }))
}

/** An information page as it is edited. Raises `PAGE_NOT_FOUND`. */
export async function getPageDraft(
  { db }: Pick<AppContext, 'db'>,
  slug: string,
): Promise<Versioned<Page>> {
  const { version, value } = await findDocument(db.kysely, `page:${slug}`)
  return { version, document: storedPage.parse(value) }
}

/**
 * Saves an information page. Raises `PAGE_NOT_FOUND`, `STALE_EDIT`, and `BAD_REQUEST` with `details.fields`
 * when its picture is not there, or a section of the size guide is gone that pieces name.
 */
export async function savePage(
  ctx: Pick<AppContext, 'db' | 'storage'>,
  { slug, version, document: draft }: Versioned<PageDraft> & { slug: string },
): Promise<Versioned<Page>> {
  const { document: before } = await getPageDraft(ctx, slug)
  const chosen = draft.picture ? [{ field: 'document.picture', picture: draft.picture }] : []
  const whole = await lookUpChosen(ctx, chosen, before.picture ? [before.picture] : [])
  const page: Page = { slug, ...draft, picture: draft.picture && whole(draft.picture) }
  const saved = await saveDocument(ctx, { key: `page:${slug}`, version }, async (tx) => {
    if (slug === sizeGuide) refuseMissing(page, await listSizeGuidesInUse(tx))
    if (page.picture) await keepPictures(tx, [page.picture])
    return page
  })
  return { version: saved.version, document: storedPage.parse(saved.value) }
}

function refuseMissing({ sections }: Page, inUse: string[]): void {
  const missing = inUse.filter((id) => !sections.some((section) => section.id === id))
  if (missing.length === 0) return
  const message = `Pieces name these for their sizes: ${missing.join(', ')}. Please keep them`
  throw new ShopError('BAD_REQUEST', { fields: [{ field: 'document.sections', message }] })
}

import type { AppContext } from '../../context.ts'
import { listPageSlugs } from './content.queries.ts'
import { readDocument } from './read-content.ts'

/** Addresses of every information page and theme of questions. */
export async function listPagePaths(ctx: Pick<AppContext, 'db'>): Promise<string[]> {
  const [slugs, { themes }] = await Promise.all([listPageSlugs(ctx.db), readDocument(ctx, 'faq')])
  return [...slugs.map((slug) => `/${slug}`), ...themes.map(({ slug }) => `/faq/${slug}`)]
}

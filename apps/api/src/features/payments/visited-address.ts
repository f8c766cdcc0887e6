import type { AppContext } from '../../context.ts'

type Context = Pick<AppContext, 'config'>

/**
 * The shop's address for a shopper who visits it at `visitedAt`. Outside production it is the visited host,
 * because `PUBLIC_URL` need not be reachable for the shopper. In production it is always `PUBLIC_URL`,
 * whatever a request says.
 */
export function visitedAddress({ config }: Context, visitedAt: string | null): string {
  return config.mode === 'production' ? config.publicUrl : (visitedAt ?? config.publicUrl)
}

/** Rewrites an address of this shop to the host that the shopper visits. */
export function asVisited<Url extends string | null>(
  ctx: Context,
  url: Url,
  visitedAt: string | null,
): Url {
  const { publicUrl } = ctx.config
  if (!url?.startsWith(`${publicUrl}/`)) return url
  return (visitedAddress(ctx, visitedAt) + url.slice(publicUrl.length)) as Url
}

import type { AppContext } from '../../context.ts'

type Context = Pick<AppContext, 'config'>

/**
 * Address of the shop for the shopper who visits it at `visitedAt`: where simulated payments may be
 * made, the host she came by, since `PUBLIC_URL` need not be reachable from where she is. In
 * production always the shop's public address, whatever a request says.
 */
export function visitedAddress({ config }: Context, visitedAt: string | null): string {
  return config.mode === 'production' ? config.publicUrl : (visitedAt ?? config.publicUrl)
}

/** An address as the shopper reaches it: one of this shop is led to the host she visits. */
export function asVisited<Url extends string | null>(
  ctx: Context,
  url: Url,
  visitedAt: string | null,
): Url {
  const { publicUrl } = ctx.config
  if (!url?.startsWith(`${publicUrl}/`)) return url
  return (visitedAddress(ctx, visitedAt) + url.slice(publicUrl.length)) as Url
}

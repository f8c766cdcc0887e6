import proxyAddr from '@fastify/proxy-addr'

/** The addresses or networks of the trusted proxies; true: every one is, false: none is. */
export type TrustedProxies = string[] | boolean

/** An address without the port that some proxies add to it in X-Forwarded-For. */
export function withoutPort(address: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
}

/** Whether an address of X-Forwarded-For is that of a trusted proxy, also one with a port. */
export function trustOf(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof proxies === 'boolean') return () => proxies
  const trusts = proxyAddr.compile(proxies)
  return (address, hop) => trusts(withoutPort(address), hop)
}

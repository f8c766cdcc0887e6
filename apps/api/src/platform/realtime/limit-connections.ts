import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { networkOf } from '../rate-limit/network-of.ts'

export interface ConnectionOptions {
  /** Most connections at a time from one network address, in this process. */
  perAddress: number
  /** Whose word counts for who is calling, as for Fastify. */
  trustedProxies: string[] | boolean
}

/** Gives what tells from which network a connection comes (`networkOf`). */
export function networkReader({ trustedProxies }: Pick<ConnectionOptions, 'trustedProxies'>) {
  const trusts =
    typeof trustedProxies === 'boolean' ? () => trustedProxies : proxyAddr.compile(trustedProxies)
  return (request: IncomingMessage): string => networkOf(proxyAddr(request, trusts))
}

/** Gives what decides whether one more connection of a network is taken, and counts it until it closes. */
export function limitConnections(perAddress: number) {
  const open = new Map<string, number>()

  return function admits(request: IncomingMessage, network: string): boolean {
    const count = open.get(network) ?? 0
    if (count >= perAddress) return false
    open.set(network, count + 1)
    request.socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
    return true
  }
}

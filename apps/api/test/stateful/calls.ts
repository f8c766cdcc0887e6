import type { Endpoint } from '@solvane/contract/endpoint'
import { type Endpoints, endpoints } from '@solvane/contract/endpoints'
import type { EndpointName } from '@solvane/contract/paths'
import type { z } from 'zod'
import { confirm } from '../sign-up.ts'
import type { World } from './world.ts'

type Input = Parameters<World['shop']['call']>[1]
type Answer<Name extends EndpointName> = z.output<Endpoints[Name]['response']>

/** Calls an endpoint; returns null if it is rejected with a declared error. */
export async function call<Name extends EndpointName>(
  { shop }: World,
  name: Name,
  input: Input,
): Promise<Answer<Name> | null> {
  return shop.call(name, input).catch((error: { code?: string }) => {
    const declared: readonly string[] = (endpoints[name] as Endpoint).errors ?? []
    if (error.code !== 'UNAUTHENTICATED' && declared.includes(error.code ?? '')) return null
    throw error
  })
}

/** The same as staff, about an order; nothing without one. */
export async function asStaff(
  world: World,
  name: EndpointName,
  orderId: string | undefined,
  body?: object,
) {
  if (!orderId) return
  const { headers } = world.staff
  // Steps let hours pass, and a confirmation counts for ten minutes.
  if (name === 'refundOrder' || name === 'cancelOrder') await confirm(world.shop, world.staff)
  await call(world, name, { headers, params: { orderId }, ...(body && { body }) })
}

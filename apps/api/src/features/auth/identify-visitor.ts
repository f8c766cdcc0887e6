import { guestCartHeader } from '@solvane/contract/cart'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { Visitor } from '../../platform/http/register-call.ts'

/** Tells who sends a request. Raises `UNAUTHENTICATED` on a bearer token that is not good. */
export async function identifyVisitor(_ctx: AppContext, request: FastifyRequest): Promise<Visitor> {
  const guestCartId = request.headers[guestCartHeader]
  return {
    user: null,
    guestCartId: typeof guestCartId === 'string' ? guestCartId : null,
    address: request.ip,
  }
}

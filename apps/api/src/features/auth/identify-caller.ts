import { guestCartHeader } from '@solvane/contract/cart'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { Caller, Identify } from '../../platform/http/caller.ts'
import { readAccessToken } from './access-token.ts'
import { currentStanding } from './session-states.ts'

const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i

/** Identifies the caller of a request. Throws `UNAUTHENTICATED` for an invalid bearer token. */
export async function identifyCaller(
  ctx: Pick<AppContext, 'config' | 'db' | 'changes' | 'clock'>,
  request: FastifyRequest,
  { isOutsideSession }: Parameters<Identify>[1],
): Promise<Caller> {
  const guestCartId = request.headers[guestCartHeader]
  return {
    user: isOutsideSession ? null : await identifyUser(ctx, request.headers.authorization),
    guestCartId: typeof guestCartId === 'string' ? guestCartId : null,
    address: request.ip,
  }
}

async function identifyUser(
  ctx: Pick<AppContext, 'config' | 'db' | 'changes' | 'clock'>,
  authorization: string | undefined,
): Promise<Caller['user']> {
  if (!authorization) return null
  const token = bearer.exec(authorization)?.[1]
  const user = token && (await identifyToken(ctx, token))
  if (!user) throw new ShopError('UNAUTHENTICATED')
  return user
}

/** The account and session of an access token; null if it is invalid or expired. */
export async function identifyToken(
  ctx: Pick<AppContext, 'config' | 'db' | 'changes' | 'clock'>,
  token: string,
): Promise<Caller['user']> {
  const claims = await readAccessToken(ctx, token)
  const standing = claims && (await currentStanding(ctx, claims))
  return claims && standing ? { id: claims.userId, sessionId: claims.sessionId, ...standing } : null
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { primaryMilliseconds } from '../database/replica.ts'

/** Does not identify the caller; says only that a replica may not have the last change yet. */
const cookieName = 'solvane-wrote'

/** Lets the caller read from the primary for some seconds, in every process. */
export function markWrite(reply: FastifyReply, { isSecure }: { isSecure: boolean }): void {
  reply.header(
    'set-cookie',
    `${cookieName}=1; Path=/api; Max-Age=${primaryMilliseconds / 1000}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  )
}

/** Whether the caller has written within these seconds. */
export function hasJustWritten({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.cookie?.includes(`${cookieName}=`) ?? false
}

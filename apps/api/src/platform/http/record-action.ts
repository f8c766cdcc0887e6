import type { Endpoint } from '@solvane/contract/endpoint'
import type { ErrorCode } from '@solvane/contract/errors'
import type { EndpointName } from '@solvane/contract/paths'
import { ShopError } from '../errors/shop-error.ts'
import type { Caller, SignedIn } from './caller.ts'

/** Records the actions of staff. */
export interface AuditTrail {
  /**
   * Records that a request is about to be handled; returns a recorder of its outcome. Null for an
   * endpoint that only previews.
   */
  begin(action: {
    actorId: string
    call: EndpointName
    input: { params?: unknown; query?: unknown; body?: unknown }
    /**
     * The factor that the member of staff has confirmed with; null if the action needs no
     * confirmation.
     */
    confirmedBy: string | null
  }): Promise<RecordedAction | null>
}

/** An action of staff that is being recorded. */
export interface RecordedAction {
  /** Records its outcome; `data` is the response's. */
  end(outcome: 'DONE' | ErrorCode, data?: unknown): Promise<void>
  /** The author, the time and the fields of the last changes of its subject since `version`. */
  lastChange(version: unknown): Promise<Record<string, unknown>>
}

/** Whether an endpoint is for staff and changes something. */
export function isAudited({ access, method }: Endpoint): boolean {
  return access === 'admin' && method !== 'GET'
}

/** A request of staff that changes something. */
interface Action<Result> {
  endpoint: Endpoint
  input: { params?: unknown; query?: unknown; body?: unknown; caller: Caller }
  handle: () => Promise<Result>
  /** The current state of the edited record. */
  current: () => Promise<unknown>
}

/**
 * Handles an action of staff, and records it before and its outcome afterwards. Throws
 * `CONFIRMATION_REQUIRED` if the endpoint needs a confirmation, and the errors of `handle`:
 * `STALE_EDIT` with the current state and the changes since.
 */
export async function recordAction<Result extends object>(
  {
    audit,
    confirmationOf,
  }: { audit: AuditTrail; confirmationOf: (caller: SignedIn) => Promise<string> },
  { endpoint, input, handle, current }: Action<Result>,
): Promise<Result> {
  const { params, query, body, caller } = input
  const { user } = caller
  if (!user) throw new ShopError('UNAUTHENTICATED')
  const confirmedBy = endpoint.needsConfirmation ? await confirmationOf({ ...caller, user }) : null
  const recorded = await audit.begin({
    actorId: user.id,
    call: endpoint.name,
    input: { params, query, body },
    confirmedBy,
  })
  try {
    const result = await handle()
    await recorded?.end('DONE', (result as { data?: unknown }).data)
    return result
  } catch (error) {
    await recorded?.end(error instanceof ShopError ? error.code : 'INTERNAL')
    if (!recorded || !(error instanceof ShopError) || error.code !== 'STALE_EDIT') throw error
    const version = (body as { version?: unknown } | undefined)?.version
    throw new ShopError('STALE_EDIT', {
      current: await current(),
      ...(await recorded.lastChange(version)),
      ...error.details,
    })
  }
}

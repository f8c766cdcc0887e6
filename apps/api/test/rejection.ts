export interface Rejection {
  status: number
  code: string
  message: string
  details?: Record<string, unknown>
}

/** How a call was refused; throws when it was not. */
export async function rejectionOf(call: Promise<unknown>): Promise<Rejection> {
  const error = await call.then(
    () => null,
    (error: Rejection) => error,
  )
  if (!error?.code) throw error ?? new Error('The call was not refused')
  const { status, code, message, details } = error
  return { status, code, message, ...(details && { details }) }
}

/** What calls that are all under way were refused with, in their order. */
export function rejectionsOf(calls: readonly Promise<unknown>[]): Promise<Rejection[]> {
  return Promise.all(calls.map(rejectionOf))
}

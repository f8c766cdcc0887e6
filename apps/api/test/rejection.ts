export interface Rejection {
  status: number
  code: string
  message: string
  details?: Record<string, unknown>
}

/** The error of a request; throws if it succeeds. */
export async function rejectionOf(call: Promise<unknown>): Promise<Rejection> {
  const error = await call.then(
    () => null,
    (error: Rejection) => error,
  )
  if (!error?.code) throw error ?? new Error('The call was not rejected')
  const { status, code, message, details } = error
  return { status, code, message, ...(details && { details }) }
}

/** The errors of concurrent requests, in order. */
export function rejectionsOf(calls: readonly Promise<unknown>[]): Promise<Rejection[]> {
  return Promise.all(calls.map(rejectionOf))
}

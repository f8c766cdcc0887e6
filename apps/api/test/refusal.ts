export interface Refusal {
  status: number
  code: string
  message: string
  details?: Record<string, unknown>
}

/** How a call was refused; throws when it was not. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    () => null,
    (error: Refusal) => error,
  )
  if (!error?.code) throw error ?? new Error('The call was not refused')
  const { status, code, message, details } = error
  return { status, code, message, ...(details && { details }) }
}

/** What calls that are all under way were refused with, in their order. */
export function refusalsOf(calls: readonly Promise<unknown>[]): Promise<Refusal[]> {
  return Promise.all(calls.map(refusalOf))
}

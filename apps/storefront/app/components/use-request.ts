import { useState } from 'react'

interface RequestState<Input> {
  isPending: boolean
  /** Why the last one failed; null while there is none. */
  error: unknown
  /** The input of the last one, if it succeeded. */
  sent: Input | null
}

/**
 * A request of a form on a page that does without TanStack Query. `send` never rejects; it starts over with
 * `isPending` and without `error`.
 */
export function useRequest<Input>(run: (input: Input) => Promise<unknown>) {
  const [state, setState] = useState<RequestState<Input>>({
    isPending: false,
    error: null,
    sent: null,
  })

  async function send(input: Input): Promise<void> {
    setState({ isPending: true, error: null, sent: null })
    try {
      await run(input)
      setState({ isPending: false, error: null, sent: input })
    } catch (error) {
      setState({ isPending: false, error, sent: null })
    }
  }

  return { ...state, send }
}

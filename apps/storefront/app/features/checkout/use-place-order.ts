import { type CallOutput, isApiFailure } from '@solvane/client/api'
import { randomUuid } from '@solvane/client/random-uuid'
import { idempotencyKeyHeader } from '@solvane/contract/headers'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { emptyDraft, type OrderRequest } from './order-draft.ts'
import { changeDraft, currentDraft } from './use-order-draft.ts'

export type PlacedOrder = CallOutput<'placeOrder'>['data']

/**
 * Places an order. The key goes with what is asked for and is kept until there is an answer: asked
 * for again, after a lost network or a reload, it is the same order (decision O19).
 */
export function usePlaceOrder() {
  const api = useApi()
  return useMutation({
    mutationFn: async (body: OrderRequest): Promise<PlacedOrder> => {
      const asked = JSON.stringify(body)
      const { request } = currentDraft()
      const key = request?.body === asked ? request.key : randomUuid()
      changeDraft((before) => ({ ...before, request: { key, body: asked } }))
      const headers = { [idempotencyKeyHeader]: key }
      return (await api.call('placeOrder', { body }, { headers })).data
    },
    // Also when the page was left meanwhile.
    onSuccess: () => changeDraft(() => emptyDraft),
    onError: (error) => {
      const isAnswered = isApiFailure(error) && error.status >= 400 && error.status < 500
      if (isAnswered) changeDraft((before) => ({ ...before, request: null }))
    },
  })
}

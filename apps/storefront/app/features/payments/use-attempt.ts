import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { isSettled } from './payment-words.ts'

/** Milliseconds between two questions how a payment stands, and that a press rests (spec section 9). */
const pollingInterval = 5_000
const checkDebounce = 300

/**
 * Follows an attempt to pay: asks how it stands every five seconds, also while the shopper is in
 * another tab, until it is settled. Null: there is nothing to follow.
 */
export function useAttempt(providerOrderId: string | null) {
  const api = useApi()
  const queryClient = useQueryClient()
  const queryKey = personalKey(useSessionId(), 'payment', providerOrderId)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A press that still rests is about this attempt and no other.
  // biome-ignore lint/correctness/useExhaustiveDependencies: ended with the attempt
  useEffect(() => () => clearTimeout(timer.current), [providerOrderId])

  const ask = async (check: boolean, signal?: AbortSignal) => {
    const params = { providerOrderId: providerOrderId ?? '' }
    const query = check ? { check: 'true' as const } : {}
    return (await api.call('getPaymentStatus', { params, query }, { signal })).data
  }
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(false, signal),
    enabled: providerOrderId !== null,
    refetchInterval: ({ state }) => (state.data && isSettled(state.data) ? false : pollingInterval),
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    // The next question comes soon enough.
    retry: false,
  })
  const check = useMutation({
    mutationFn: () => ask(true),
    onSuccess: (status) => queryClient.setQueryData(queryKey, status),
  })
  return {
    state: query.data,
    /** Has the provider asked. */
    isChecking: check.isPending,
    /** The provider was asked and there is nothing new. */
    hasChecked: check.isSuccess,
    checkError: check.error,
    check: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => check.mutate(), checkDebounce)
    },
    refresh: () => void queryClient.invalidateQueries({ queryKey }),
  }
}

import type { EndpointOutput } from '@solvane/client/api'
import { formatDay } from '@solvane/ui/dates.ts'
import { formatMoney } from '@solvane/ui/price'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'

/** One of the shopper's returns. */
export type Return = EndpointOutput<'getMyReturn'>['data']
/** The returnable lines of an order, and its returns. */
export type ReturnOptions = EndpointOutput<'getReturnOptions'>['data']
type Terms = ReturnOptions['terms']

/** The states of a return as a shopper reads them. */
const statusNames: Readonly<Record<Return['status'], string>> = {
  REQUESTED: 'Requested',
  APPROVED: 'Approved',
  IN_TRANSIT: 'On its way to us',
  RECEIVED: 'With us',
  INSPECTED: 'Inspected',
  REFUNDED: 'Refunded',
  EXCHANGED: 'Exchanged',
  SENT_BACK: 'Sent back to you',
  DECLINED: 'Declined',
  CANCELLED: 'Cancelled',
}

/** The state of a return. */
export function returnStatusName({
  status,
  isExchangeCancelled = false,
}: Pick<Return, 'status'> & Partial<Pick<Return, 'isExchangeCancelled'>>): string {
  return isExchangeCancelled ? 'Exchange cancelled' : statusNames[status]
}

/** The sentence about a return's state. */
export function returnLine({
  status,
  isWithdrawal,
  isExchangeCancelled,
  refundedAmount,
}: Pick<Return, 'status' | 'isWithdrawal' | 'isExchangeCancelled' | 'refundedAmount'>): string {
  switch (status) {
    case 'REQUESTED':
      return 'We are looking at your request.'
    case 'APPROVED':
      return isWithdrawal ? 'Your withdrawal is received.' : 'Your return is approved.'
    case 'IN_TRANSIT':
      return 'Your parcel is on its way to us.'
    case 'RECEIVED':
      return 'Your parcel is with us.'
    case 'INSPECTED':
      return 'Your pieces are inspected.'
    case 'REFUNDED':
      return refundedAmount
        ? `${formatMoney(refundedAmount)} is paid back.`
        : 'There is nothing left to pay back.'
    case 'EXCHANGED':
      if (isExchangeCancelled)
        return 'The exchange was cancelled. We pay back what you have paid for these pieces, and e-mail you once it is done.'
      return 'Your pieces are exchanged.'
    case 'SENT_BACK':
      return 'Your pieces are on their way back to you.'
    case 'DECLINED':
      return 'This return was declined.'
    case 'CANCELLED':
      return 'This return was cancelled.'
  }
}

/** What the shopper is asked to send, in a sentence. */
export function sendLine({
  isWithdrawal,
  arrivesBy,
  terms,
}: Pick<Return, 'isWithdrawal' | 'arrivesBy' | 'terms'>): string {
  // A withdrawal names the whole order, of which a part may not have been sent.
  const pieces = isWithdrawal ? 'the pieces that you have' : 'the pieces'
  return `Please send ${pieces} so that they reach us by ${formatDay(arrivesBy)}, with the slip in the parcel${terms.address ? ' and the label on it' : ''}.`
}

/** The effect of cancelling a return, in a sentence. */
export function cancelLine({
  status,
  isWithdrawal,
  canSend,
}: Pick<Return, 'status' | 'isWithdrawal' | 'canSend'>): string {
  const isUnsent = status === 'APPROVED' && !canSend
  return isWithdrawal && isUnsent
    ? 'Your order goes on, and nothing is paid back.'
    : 'You keep the pieces, and nothing is paid back.'
}

/** The restocking fee, in a sentence. */
export function feeLine({ feeFrom, feeUntil }: Terms): string {
  if (feeUntil === 0) return 'There is no restocking fee.'
  const range = feeFrom === feeUntil ? `${feeFrom}%` : `${feeFrom}%–${feeUntil}%`
  return `The restocking fee is ${range} of what you paid, according to the state of the pieces.`
}

/** The payer of the postage, in a sentence. */
export function postageLine({ shopPaysPostage }: Terms): string {
  return shopPaysPostage ? 'We pay the postage.' : 'You pay the postage.'
}

/** The returnable lines of an order, and its returns. */
export function useReturnOptions(orderId: string, isWanted = true) {
  const api = useApi()
  const session = useSessionId()
  return useQuery({
    queryKey: personalKey(session, 'returns', orderId),
    queryFn: async ({ signal }) =>
      (await api.call('getReturnOptions', { params: { orderId } }, { signal })).data,
    enabled: Boolean(session) && isWanted,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** One of the shopper's returns. */
export function useReturn(returnId: string) {
  const api = useApi()
  const session = useSessionId()
  return useQuery({
    queryKey: personalKey(session, 'return', returnId),
    queryFn: async ({ signal }) =>
      (await api.call('getMyReturn', { params: { returnId } }, { signal })).data,
    enabled: Boolean(session),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** Returns the function that has the returns of an order, and a return, fetched again. */
export function useRefreshReturns() {
  const session = useSessionId()
  const queryClient = useQueryClient()
  return async (orderId: string, returnId?: string) => {
    await queryClient.invalidateQueries({ queryKey: personalKey(session, 'returns', orderId) })
    if (returnId)
      await queryClient.invalidateQueries({ queryKey: personalKey(session, 'return', returnId) })
  }
}

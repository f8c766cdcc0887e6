import type { Api, EndpointOutput } from '@solvane/client/api'
import type { MethodFees } from '@solvane/contract/delivery-fee'
import { type Arrival, formatArrival } from '@solvane/contract/delivery-texts'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useSessionId } from '../session/use-session.ts'
import { useApi } from './api-provider.tsx'
import { useLayoutData, usualDelivery } from './layout-data.ts'

type DeliveryMethod = EndpointOutput<'listDeliveryMethods'>['data']['methods'][number]

interface Destination {
  country: string
  postalCode: string | null
}

/** The last known destination of the session's shopper. */
let known: (Destination & { session: string }) | null = null
const listeners = new Set<() => void>()

/** Remembers, until the page is reloaded, where the shopper of `session` has things delivered to. */
export function rememberDestination(session: string, { country, postalCode }: Destination): void {
  if (known?.session === session && known.country === country && known.postalCode === postalCode)
    return
  known = { session, country, postalCode }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const freshMilliseconds = 5 * 60_000
const answers = new Map<string, { at: number; methods: Promise<DeliveryMethod[]> }>()

/**
 * The methods for a destination, requested once in five minutes: the promised days change as time
 * passes.
 */
function deliveryMethodsFor(api: Api, destination: Destination | null): Promise<DeliveryMethod[]> {
  const key = JSON.stringify([destination?.country, destination?.postalCode])
  const answer = answers.get(key)
  if (answer && Date.now() - answer.at < freshMilliseconds) return answer.methods
  const query = destination
    ? { country: destination.country, postalCode: destination.postalCode ?? undefined }
    : {}
  const methods = api.call('listDeliveryMethods', { query }).then(({ data }) => data.methods)
  answers.set(key, { at: Date.now(), methods })
  methods.catch(() => answers.delete(key))
  return methods
}

/** Fee and time of delivery, as far as they are known. Amounts in dollars. */
export interface Delivery extends MethodFees {
  totalDays: string
  /** `Arrives Tue 1 – Thu 3 December`; empty until it is known. */
  line: string
}

/**
 * Delivery by the shop's settings, equal for every shopper. After hydration that of the shopper's
 * address, if one is known, with the days on which an order placed now arrives; null if the shop
 * does not deliver to it. Not requested while `isAddressPending`.
 */
export function useDelivery({ isAddressPending = false } = {}): Delivery | null {
  const { settings } = useLayoutData()
  const api = useApi()
  const session = useSessionId()
  const remembered = useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  )
  const destination = remembered && remembered.session === session ? remembered : null
  const [methods, setMethods] = useState<readonly DeliveryMethod[]>()
  useEffect(() => {
    if (isAddressPending) return
    let isCurrent = true
    deliveryMethodsFor(api, destination).then(
      (answer) => isCurrent && setMethods(answer),
      // The settings stay.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [api, destination, isAddressPending])
  const [method] = methods ?? []
  if (method) return { ...method, line: arrivalLine(method) }
  return methods && destination ? null : { ...usualDelivery(settings), line: '' }
}

/**
 * Provides `useDelivery` to a part of the page that loads this file on demand; shows a sentence
 * where it is null.
 */
export function WithDelivery({ children }: { children: (delivery: Delivery) => ReactNode }) {
  const delivery = useDelivery()
  return delivery ? children(delivery) : notDelivered
}

/** Whether the shop delivers to an address that is being written; true until it is known. */
export function useIsDelivered(country: string, postalCode: string): boolean {
  const api = useApi()
  const [rejected, setRejected] = useState<string | null>(null)
  const key = `${country} ${postalCode}`
  useEffect(() => {
    if (!country) return
    let isCurrent = true
    // The pause keeps every typed character of a postcode from sending a request.
    const timer = setTimeout(() => {
      deliveryMethodsFor(api, { country, postalCode: postalCode.slice(0, 20) || null }).then(
        ({ length }) => isCurrent && setRejected(length === 0 ? key : null),
        // The preview of the order reports the error.
        () => {},
      )
    }, 300)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [api, country, postalCode, key])
  return rejected !== key
}

/** The sentence for an address outside all zones of the shop. */
export const notDelivered = 'We do not deliver to your address.'

/** `Arrives Tue 1 – Thu 3 December`. */
export function arrivalLine(arrival: Arrival): string {
  return `Arrives ${formatArrival(arrival)}`
}

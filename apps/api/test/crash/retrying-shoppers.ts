import { setTimeout as delay } from 'node:timers/promises'
import { apiPrefix, type EndpointName, paths } from '@solvane/contract/paths'
import { homeAddress } from '../buyers.ts'
import type { ExternalServices } from './external-services.ts'

/** An order that the shop has confirmed to a shopper. */
export interface ConfirmedOrder {
  id: string
  request: { headers: Record<string, string>; body: object }
}

interface EndpointInput {
  headers?: Record<string, string>
  body?: object
  params?: Record<string, string>
  query?: string
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what is read of it is checked by being used
  data: any
  code?: string
}

/** Shoppers and a member of staff who continue whatever happens to the shop. */
export interface RetryingShoppers {
  confirmed: ConfirmedOrder[]
  /** Unexpected responses, which only a lost database can explain. */
  unexpected: string[]
  /** Sends a request until it is answered. */
  ask(name: EndpointName, input?: EndpointInput): Promise<Answer>
  /** Resolves when everybody has finished their current work. */
  stop(): Promise<void>
}

const pause = 40
const parcel = { carrier: 'DHL Express', trackingNumber: '00340434161094042557' }
const password = 'a password of the test'

/**
 * Starts `count` shoppers who repeatedly order `variants`, pay, cancel and are refunded, at
 * `shopUrl`.
 */
export async function startShoppers(
  shopUrl: string,
  outside: ExternalServices,
  {
    count,
    variants,
    makeStaff,
  }: {
    count: number
    variants: string[]
    /** Makes the account with this address a staff account. */
    makeStaff: (email: string) => Promise<unknown>
  },
): Promise<RetryingShoppers> {
  const confirmed: ConfirmedOrder[] = []
  const unexpected: string[] = []
  let isOpen = true

  const ask: RetryingShoppers['ask'] = async (
    name,
    { headers, body, params = {}, query = '' } = {},
  ) => {
    const [method = '', pattern = ''] = paths[name].split(' ')
    const path = pattern.replace(/\{(\w+)\}/g, (_, key) => params[key] ?? '')
    for (;;) {
      const answer = await fetch(shopUrl + apiPrefix + path + query, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
        .then(async (response): Promise<Answer> => {
          return { ...((await response.json()) as Answer), status: response.status }
        })
        .catch(() => null)
      if (answer && (answer.status < 500 || answer.code === 'PAYMENT_FAILED')) return answer
      if (answer && answer.code !== 'UNAVAILABLE') unexpected.push(`${name}: ${answer.code}`)
      // No response, or the shop is closing: repeat the request.
      await delay(pause)
    }
  }

  async function signUp(email: string): Promise<Record<string, string>> {
    const account = { email, password }
    await ask('register', { body: { name: 'Ada', ...account } })
    // Whether or not the lost request had registered it, the account exists now.
    const { data } = await ask('login', { body: account })
    return { authorization: `Bearer ${data.accessToken}` }
  }

  async function goRound(
    headers: Record<string, string>,
    staff: Record<string, string>,
    turn: number,
  ) {
    const { data: address } = await ask('createAddress', { headers, body: homeAddress })
    for (let round = turn; isOpen; round += 1) {
      const request = {
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        body: {
          items: [0, 1].map((next) => ({
            variantId: variants[(round + next) % variants.length],
            quantity: 1,
          })),
          addressId: address.id,
        },
      }
      const placed = await ask('placeOrder', request)
      if (placed.status !== 201) continue
      const { id, totalAmount } = placed.data
      confirmed.push({ id, request })
      const paymentMethod = (['STRIPE', 'PAYPAL', 'COD'] as const)[round % 3]
      const params = { orderId: id }
      const begun = await ask('initiatePayment', { headers, params, body: { paymentMethod } })
      if (begun.data?.approvalUrl) {
        const providerOrderId: string = begun.data.providerOrderId
        if (paymentMethod === 'STRIPE') outside.stripe.bank.approve(providerOrderId)
        else outside.paypal.bank.approve(providerOrderId, 'pays')
        const query = '?check=true'
        if (round % 2 === 0)
          await ask('getPaymentStatus', { headers, params: { providerOrderId }, query })
      }
      if (round % 5 === 0) await ask('cancelMyOrder', { headers, params, body: {} })
      if (round % 4 === 0) {
        const amount = Math.floor(totalAmount / 3)
        const body = { amount, reason: 'A scratch', key: `refund of ${id}` }
        await ask('confirmAction', { headers: staff, body: { password } })
        await ask('refundOrder', { headers: staff, params, body })
      }
      if (round % 7 === 0) await ask('shipOrder', { headers: staff, params, body: parcel })
    }
  }

  const staffEmail = `${crypto.randomUUID()}@example.com`
  const staff = await signUp(staffEmail)
  await makeStaff(staffEmail)
  const accounts = await Promise.all(
    Array.from({ length: count }, () => signUp(`${crypto.randomUUID()}@example.com`)),
  )
  const rounds = accounts.map((headers, turn) => goRound(headers, staff, turn))
  const failed = Promise.all(rounds)
  failed.catch(() => {})
  return {
    confirmed,
    unexpected,
    ask,
    async stop() {
      isOpen = false
      await failed
    },
  }
}

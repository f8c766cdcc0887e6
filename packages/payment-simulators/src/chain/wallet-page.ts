import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Choice, sendPayPage } from '../pay-page.ts'
import type { Token } from './json-rpc.ts'
import type { PlayedChain } from './played-chain.ts'

export interface WalletOptions {
  chain: PlayedChain
  token: Token
  /** The path of the page that waits for a payment, at the same host. */
  payPageOf: (paymentId: string) => string
}

/** What a wallet is asked to do. Amounts are the token's units. */
interface Wish {
  to: string
  units: bigint
  /** The page that asks; null when it is not known. */
  backUrl: string | null
}

interface Query {
  /** What a wallet opens: EIP-681. */
  uri?: string
  /** The id of the payment. */
  payment?: string
  /** The hash of what was just sent. */
  sent?: string
}

/** The token's contract, the chain, to whom, and how many units. */
const paymentUri =
  /^ethereum:(0x[0-9a-f]{40})@(\d{1,10})\/transfer\?address=(0x[0-9a-f]{40})&uint256=(\d{1,30})$/i
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Serves the page that plays a wallet at `/wallet`: it sends as it is asked to, or otherwise. */
export function serveWalletPage(scope: FastifyInstance, options: WalletOptions): void {
  const { chain, token } = options
  const hidden = { schema: { hide: true } }

  function show(reply: FastifyReply, query: Query, status = 200): FastifyReply {
    const wish = readWish(query, options)
    if (!wish) return reply.callNotFound() as unknown as FastifyReply
    const sent = chain.sent(query.sent ?? '')
    return sendPayPage(reply, status, {
      provider: 'a wallet',
      assets: 'assets',
      title: sent ? 'Sent' : 'Send from a wallet',
      amount: inWriting(sent?.units ?? wish.units, token),
      description: `A payment to ${wish.to}`,
      choices: sent ? [] : choicesOf(wish, token),
      backUrl: sent ? wish.backUrl : null,
      leadsTo: [],
      ...(sent && { notice: 'The house sees it within seconds, and waits for a few blocks more.' }),
    })
  }

  scope.get<{ Querystring: Query }>('/wallet', hidden, ({ query }, reply) => show(reply, query))
  scope.post<{ Querystring: Query }>('/wallet', hidden, ({ query, body }, reply) => {
    const wish = readWish(query, options)
    if (!wish) return reply.callNotFound()
    const action = new URLSearchParams(String(body ?? '')).get('action') ?? ''
    if (action === 'nothing' && wish.backUrl) return reply.redirect(wish.backUrl, 303)
    const units = new Map(Object.entries(amounts(wish, token))).get(action)
    if (units === undefined) return show(reply, query, 400)
    const { transactionHash } = chain.send(wish.to, units)
    const { uri = '', payment = '' } = query
    const here = new URLSearchParams({ uri, payment, sent: transactionHash })
    return reply.redirect(`wallet?${here}`, 303)
  })
}

function readWish({ uri, payment }: Query, { token, payPageOf }: WalletOptions): Wish | null {
  const asked = paymentUri.exec(uri ?? '')
  if (!asked) return null
  const [, contract = '', chainId, to = '', units = ''] = asked
  if (contract.toLowerCase() !== token.address || Number(chainId) !== token.chainId) return null
  const backUrl = payment && uuid.test(payment) ? payPageOf(payment) : null
  return BigInt(units) > 0n ? { to, units: BigInt(units), backUrl } : null
}

/** What can be sent, in units. */
function amounts({ units }: Wish, { decimals }: Token) {
  const cent = 10n ** BigInt(decimals - 2)
  const half = (units / 2n / cent) * cent
  return { exact: units, less: half > 0n ? half : 1n, more: units + 2_500n * cent }
}

function choicesOf(wish: Wish, token: Token): Choice[] {
  const { exact, less, more } = amounts(wish, token)
  const choices = [
    { action: 'exact', label: 'Send it all', means: `${inWriting(exact, token)}, as asked.` },
    {
      action: 'less',
      label: 'Send half',
      means: `${inWriting(less, token)}. The house waits for the rest.`,
    },
    {
      action: 'more',
      label: 'Send too much',
      means: `${inWriting(more, token)}. The house takes it, and looks at what is over.`,
    },
  ]
  const nothing = {
    action: 'nothing',
    label: 'Send nothing',
    means: 'Back to the payment, which goes on waiting.',
  }
  return wish.backUrl ? [...choices, nothing] : choices
}

/** Units for reading: `1,250.00 USDT`. */
function inWriting(units: bigint, { decimals, symbol }: Token): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const amount = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` as `${number}`
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: decimals,
  })
  return `${format.format(amount)} ${symbol}`
}

import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { type Choice, sendPayPage, servePayPageAssets } from '../pay-page.ts'
import {
  openRecordLog,
  readBodiesAsText,
  rejectProduction,
  type SimulatorOptions,
} from '../simulator.ts'
import { answerJsonRpc, type Token } from './json-rpc.ts'
import { type SimulatedChain, simulateChain } from './simulated-chain.ts'

/** The simulated token; no real chain has its chain id. */
export const simulatedToken: Token = {
  chainId: 7_357_001,
  address: '0x7e5700000000000000000000000000000000054d',
  symbol: 'USDT',
  decimals: 6,
}

export interface ChainSimulator {
  /** Serves JSON-RPC at `/rpc`, and the simulated wallet at `/wallet`, below its prefix. */
  plugin: FastifyPluginAsync
  chain: SimulatedChain
}

/** Simulates a node of a chain with one token, and a wallet full of it. Throws in production. */
export function openChainSimulator({
  mode,
  file,
  now,
  payPageOf,
}: Pick<SimulatorOptions, 'mode' | 'file' | 'now'> & {
  /** The path of the page that waits for a payment, on the same host. */
  payPageOf: (paymentId: string) => string
}): ChainSimulator {
  rejectProduction(mode)
  const chain = simulateChain(openRecordLog(file), now)
  return {
    chain,
    async plugin(scope) {
      readBodiesAsText(scope)
      servePayPageAssets(scope)
      serveWalletPage(scope, { chain, token: simulatedToken, payPageOf })
      scope.post('/rpc', { schema: { hide: true } }, async ({ body }) =>
        answerJsonRpc(chain, simulatedToken, String(body ?? '')),
      )
    },
  }
}

export interface WalletOptions {
  chain: SimulatedChain
  token: Token
  /** The path of the page that waits for a payment, on the same host. */
  payPageOf: (paymentId: string) => string
}

/** A transfer requested from the wallet. Amounts in the token's units. */
interface TransferRequest {
  to: string
  units: bigint
  /** The page that requested it; null if unknown. */
  backUrl: string | null
}

interface Query {
  /** The payment URI (EIP-681). */
  uri?: string
  /** The id of the payment. */
  payment?: string
  /** The hash of the transfer that was just sent. */
  sent?: string
}

/** Contract, chain, recipient and units. */
const paymentUri =
  /^ethereum:(0x[0-9a-f]{40})@(\d{1,10})\/transfer\?address=(0x[0-9a-f]{40})&uint256=(\d{1,30})$/i
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Serves the simulated wallet at `/wallet`, which sends the requested amount or another. */
function serveWalletPage(scope: FastifyInstance, options: WalletOptions): void {
  const { chain, token } = options
  const hidden = { schema: { hide: true } }

  function show(reply: FastifyReply, query: Query, status = 200): FastifyReply {
    const wanted = readRequest(query, options)
    if (!wanted) return reply.callNotFound() as unknown as FastifyReply
    const sent = chain.sent(query.sent ?? '')
    return sendPayPage(reply, status, {
      provider: 'a wallet',
      assets: 'assets',
      title: sent ? 'Sent' : 'Send from a wallet',
      amount: formatUnits(sent?.units ?? wanted.units, token),
      description: `A payment to ${wanted.to}`,
      choices: sent ? [] : choicesOf(wanted, token),
      backUrl: sent ? wanted.backUrl : null,
      leadsTo: [],
      ...(sent && { notice: 'The shop sees it within seconds, and waits for a few blocks more.' }),
    })
  }

  scope.get<{ Querystring: Query }>('/wallet', hidden, ({ query }, reply) => show(reply, query))
  scope.post<{ Querystring: Query }>('/wallet', hidden, ({ query, body }, reply) => {
    const wanted = readRequest(query, options)
    if (!wanted) return reply.callNotFound()
    const action = new URLSearchParams(String(body ?? '')).get('action') ?? ''
    if (action === 'nothing' && wanted.backUrl) return reply.redirect(wanted.backUrl, 303)
    const units = new Map(Object.entries(amounts(wanted, token))).get(action)
    if (units === undefined) return show(reply, query, 400)
    const { transactionHash } = chain.send(wanted.to, units)
    const { uri = '', payment = '' } = query
    const here = new URLSearchParams({ uri, payment, sent: transactionHash })
    return reply.redirect(`wallet?${here}`, 303)
  })
}

function readRequest(
  { uri, payment }: Query,
  { token, payPageOf }: WalletOptions,
): TransferRequest | null {
  const asked = paymentUri.exec(uri ?? '')
  if (!asked) return null
  const [, contract = '', chainId, to = '', units = ''] = asked
  if (contract.toLowerCase() !== token.address || Number(chainId) !== token.chainId) return null
  const backUrl = payment && uuid.test(payment) ? payPageOf(payment) : null
  return BigInt(units) > 0n ? { to, units: BigInt(units), backUrl } : null
}

/** The amounts that can be sent, in units. */
function amounts({ units }: TransferRequest, { decimals }: Token) {
  const cent = 10n ** BigInt(decimals - 2)
  const half = (units / 2n / cent) * cent
  return { exact: units, less: half > 0n ? half : 1n, more: units + 2_500n * cent }
}

function choicesOf(wanted: TransferRequest, token: Token): Choice[] {
  const { exact, less, more } = amounts(wanted, token)
  const choices = [
    { action: 'exact', label: 'Send it all', means: `${formatUnits(exact, token)}, as asked.` },
    {
      action: 'less',
      label: 'Send half',
      means: `${formatUnits(less, token)}. The shop waits for the rest.`,
    },
    {
      action: 'more',
      label: 'Send too much',
      means: `${formatUnits(more, token)}. The shop accepts it, and reviews the excess.`,
    },
  ]
  const nothing = {
    action: 'nothing',
    label: 'Send nothing',
    means: 'Back to the payment, which goes on waiting.',
  }
  return wanted.backUrl ? [...choices, nothing] : choices
}

/** Formats units: `1,250.00 USDT`. */
function formatUnits(units: bigint, { decimals, symbol }: Token): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const amount = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` as `${number}`
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: decimals,
  })
  return `${format.format(amount)} ${symbol}`
}

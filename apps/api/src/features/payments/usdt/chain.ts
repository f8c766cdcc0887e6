import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { ProviderUnavailable } from '../provider.ts'

/** The chain and contract of a token. */
export interface ChainSettings {
  chainId: number
  /**
   * The URL of a JSON-RPC node of that chain, which may contain a secret; a function is called on
   * first use.
   */
  rpcUrl: string | (() => string)
  /** The token's contract. */
  tokenAddress: string
  /** The timeout of a response in milliseconds; ten seconds by default. */
  timeout?: number
}

export interface TokenFacts {
  symbol: string
  decimals: number
}

/** A transfer of the token. Addresses and hashes are in lower case. */
export interface TokenTransfer {
  transactionHash: string
  logIndex: number
  from: string
  to: string
  units: bigint
  blockNumber: number
  blockHash: string
}

/**
 * Read access to a chain. Each method throws `ProviderUnavailable` if the node returns no valid
 * response.
 */
export interface Chain {
  token(): Promise<TokenFacts>
  /** The newest block. */
  head(): Promise<number>
  /** The transfers to any of these addresses in blocks `from` to `to`, inclusive, in order. */
  transfersTo(addresses: string[], from: number, to: number): Promise<TokenTransfer[]>
  /** The hash of a block; null if there is no block with this number. */
  blockHash(blockNumber: number): Promise<string | null>
}

const defaultTimeout = 10_000
/** A failed request is retried once, after this delay in milliseconds. */
const retries = 1
const pause = 150

/** Fewer decimals cannot express cents; more than any token has are a mistake. */
const fewestDecimals = 2
const mostDecimals = 30

/** The most addresses that nodes accept in one filter. */
const addressesAtOnce = 500

/** The hexadecimal digits of 32 bytes, and the prefix. */
const wordDigits = 2 + 64

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)])
const quantity = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]+$/)]).transform(BigInt)
const blockNumber = quantity.transform(Number)
const answerOf = z.object({
  error: z.object({ message: z.string() }).nullish(),
  result: z.unknown().optional(),
})
const block = z.object({ hash: hex })
const logs = z.array(
  z.object({
    transactionHash: hex,
    logIndex: blockNumber,
    topics: z.array(hex),
    data: hex,
    blockNumber,
    blockHash: hex,
  }),
)

/** Reads the token's transfers by JSON-RPC, with micro-eth-signer, which is loaded on first use. */
export function openChain({
  chainId,
  tokenAddress,
  timeout = defaultTimeout,
  ...settings
}: ChainSettings): Chain {
  const rpcUrl = () => (typeof settings.rpcUrl === 'string' ? settings.rpcUrl : settings.rpcUrl())
  let opening: Promise<Token> | undefined
  let facts: TokenFacts | undefined

  /** Sends a request to the node; its chain is checked before, once. */
  async function ask<Result>(question: (token: Token) => Promise<Result>): Promise<Result> {
    opening ??= open()
    try {
      return await question(await opening)
    } catch (error) {
      throw explain(error)
    }
  }

  async function open(): Promise<Token> {
    try {
      const actualId = await request('eth_chainId', [], quantity)
      if (actualId !== BigInt(chainId))
        throw new ProviderUnavailable(
          `USDT_RPC_URL leads to the chain ${actualId}, USDT_CHAIN_ID says ${chainId}`,
        )
      return await loadToken()
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  /** The result of a request, which is retried if there is no response. */
  async function request<Schema extends z.ZodType>(
    method: string,
    params: unknown[],
    result: Schema,
  ): Promise<z.output<Schema>> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    for (let attempt = 0; ; attempt += 1)
      try {
        const answer = answerOf.parse(await post(body))
        if (answer.error) throw new NodeRejection(`${method}: ${answer.error.message}`)
        return result.parse(answer.result)
      } catch (error) {
        if (error instanceof NodeRejection || attempt >= retries) throw error
        await delay(pause)
      }
  }

  async function post(body: string): Promise<unknown> {
    const url = new URL(rpcUrl())
    const { username, password } = url
    // `fetch` rejects URLs with credentials.
    url.username = url.password = ''
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(username && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
      },
      body,
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return response.json()
  }

  /** Leaves the node's URL out of the message: it contains a key, which must not be logged. */
  function explain(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof ProviderUnavailable) return error
    const said = error instanceof z.ZodError ? z.prettifyError(error) : error.message
    return new ProviderUnavailable(
      `The chain gives no answer: ${said.replaceAll(rpcUrl(), 'its node')}`,
    )
  }

  return {
    async token() {
      facts ??= await ask(
        async ({ ethHex, functions: { symbol: symbolOf, decimals: decimalsOf } }) => {
          const read = async (data: Uint8Array) => {
            const call = { to: tokenAddress, data: ethHex.encode(data) }
            return ethHex.decode(await request('eth_call', [call, 'latest'], hex))
          }
          const answers = await Promise.all([
            read(symbolOf.encodeInput()),
            read(decimalsOf.encodeInput()),
          ])
          const symbol = symbolOf.decodeOutput(answers[0])
          const decimals = Number(decimalsOf.decodeOutput(answers[1]))
          if (decimals < fewestDecimals || decimals > mostDecimals)
            throw new ProviderUnavailable(
              `The token at USDT_TOKEN_ADDRESS has ${decimals} decimals, a dollar has two`,
            )
          return { symbol, decimals }
        },
      )
      return facts
    },
    head: () => ask(() => request('eth_blockNumber', [], blockNumber)),
    transfersTo: (addresses, from, to) =>
      ask(async ({ transfer: event }) => {
        const transfers: TokenTransfer[] = []
        for (let start = 0; start < addresses.length; start += addressesAtOnce) {
          const some = addresses.slice(start, start + addressesAtOnce)
          const filter = {
            address: tokenAddress,
            topics: topicsTo(some, event),
            fromBlock: toHex(from),
            toBlock: toHex(to),
          }
          for (const log of await request('eth_getLogs', [filter], logs)) {
            // Transfers in another format cannot be read.
            if (log.topics.length !== 3 || log.data.length !== wordDigits) continue
            const transfer = event.decode(log.topics, log.data)
            transfers.push({
              transactionHash: log.transactionHash.toLowerCase(),
              logIndex: log.logIndex,
              from: transfer.from.toLowerCase(),
              to: transfer.to.toLowerCase(),
              units: transfer.value,
              blockNumber: log.blockNumber,
              blockHash: log.blockHash.toLowerCase(),
            })
          }
        }
        return transfers
      }),
    blockHash: (number) =>
      ask(async () => {
        const found = await request(
          'eth_getBlockByNumber',
          [toHex(number), false],
          block.nullable(),
        )
        return found?.hash.toLowerCase() ?? null
      }),
  }
}

/** The node rejected the request; a retry would be rejected, too. */
class NodeRejection extends Error {}

type Token = Awaited<ReturnType<typeof loadToken>>

/** How calls and events of a token are written. */
async function loadToken() {
  const [{ createContract, ERC20, events }, { ethHex }] = await Promise.all([
    import('micro-eth-signer/abi.js'),
    import('micro-eth-signer/utils.js'),
  ])
  return { ethHex, functions: createContract(ERC20), transfer: events(ERC20).Transfer }
}

/** The topics of a filter for transfers from anyone to one of these addresses. */
function topicsTo(addresses: string[], event: Token['transfer']) {
  const anyone = { from: null, to: null, value: null }
  const [signature] = event.topics(anyone)
  return [signature, null, addresses.map((to) => event.topics({ ...anyone, to })[2])]
}

function toHex(value: number): string {
  return `0x${value.toString(16)}`
}

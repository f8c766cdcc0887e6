import type { PublicClient } from 'viem'
import { ProviderUnavailable } from '../provider.ts'

/** Where a token is. */
export interface ChainSettings {
  chainId: number
  /** A JSON-RPC node of that chain, asked for when it is first needed; its address may hold a secret. */
  rpcUrl: string | (() => string)
  /** The token's contract. */
  tokenAddress: string
  /** How long an answer of the node may take, in milliseconds; ten seconds unless told. */
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

/** What is read of a chain. Each raises `ProviderUnavailable` when the node gives no good answer. */
export interface Chain {
  token(): Promise<TokenFacts>
  /** The newest block. */
  head(): Promise<number>
  /** The transfers to any of these addresses in blocks `from` to `to`, both included, in their order. */
  transfersTo(addresses: string[], from: number, to: number): Promise<TokenTransfer[]>
  /** The hash of a block; null when there is none of this number. */
  blockHash(blockNumber: number): Promise<string | null>
}

const patience = 10_000
const retries = 1

/** Decimals of a token in which cents can be written; more than anyone has made are a mistake. */
const fewestDecimals = 2
const mostDecimals = 30

/** Addresses that nodes take in one filter. */
const addressesAtOnce = 500

/** Reads the token's transfers with viem, which is loaded when it is first needed. */
export function openChain({
  chainId,
  tokenAddress,
  timeout = patience,
  ...settings
}: ChainSettings): Chain {
  const address = tokenAddress as `0x${string}`
  const rpcUrl = () => (typeof settings.rpcUrl === 'string' ? settings.rpcUrl : settings.rpcUrl())
  let opening: Promise<Opened> | undefined
  let facts: TokenFacts | undefined

  /** Asks the node; that it is of the right chain is asked first, once. */
  async function ask<Result>(question: (opened: Opened) => Promise<Result>): Promise<Result> {
    opening ??= open()
    try {
      return await question(await opening)
    } catch (error) {
      throw explain(error)
    }
  }

  async function open(): Promise<Opened> {
    try {
      const viem = await import('viem')
      const transport = viem.http(rpcUrl(), { timeout, retryCount: retries })
      const client = viem.createPublicClient({ transport })
      const actualId = await client.getChainId()
      if (actualId !== chainId)
        throw new ProviderUnavailable(
          `USDT_RPC_URL leads to the chain ${actualId}, USDT_CHAIN_ID says ${chainId}`,
        )
      return { viem, client }
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  /** Without the node's address: what is written to the log must hold no secret. */
  function explain(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof ProviderUnavailable) return error
    // What viem raises has a short message; the long one tells the address. What it stumbles over in
    // half an answer has only the one.
    const { shortMessage = error.message, details } = error as Error & {
      shortMessage?: string
      details?: string
    }
    const said = [shortMessage, details].filter(Boolean).join(' ')
    return new ProviderUnavailable(
      `The chain gives no answer: ${said.replaceAll(rpcUrl(), 'its node')}`,
    )
  }

  return {
    async token() {
      facts ??= await ask(async ({ viem, client }) => {
        const of = { address, abi: viem.erc20Abi }
        const [symbol, decimals] = await Promise.all([
          client.readContract({ ...of, functionName: 'symbol' }),
          client.readContract({ ...of, functionName: 'decimals' }),
        ])
        if (decimals < fewestDecimals || decimals > mostDecimals)
          throw new ProviderUnavailable(
            `The token at USDT_TOKEN_ADDRESS has ${decimals} decimals, a dollar has two`,
          )
        return { symbol, decimals }
      })
      return facts
    },
    head: () => ask(async ({ client }) => Number(await client.getBlockNumber({ cacheTime: 0 }))),
    transfersTo: (addresses, from, to) =>
      ask(async ({ viem, client }) => {
        const transfers: TokenTransfer[] = []
        for (let start = 0; start < addresses.length; start += addressesAtOnce) {
          const logs = await client.getLogs({
            address,
            event: viem.getAbiItem({ abi: viem.erc20Abi, name: 'Transfer' }),
            args: { to: addresses.slice(start, start + addressesAtOnce) as `0x${string}`[] },
            fromBlock: BigInt(from),
            toBlock: BigInt(to),
            strict: true,
          })
          for (const { transactionHash, logIndex, args, blockNumber, blockHash } of logs)
            transfers.push({
              transactionHash: transactionHash.toLowerCase(),
              logIndex,
              from: args.from.toLowerCase(),
              to: args.to.toLowerCase(),
              units: args.value,
              blockNumber: Number(blockNumber),
              blockHash: blockHash.toLowerCase(),
            })
        }
        return transfers
      }),
    blockHash: (blockNumber) =>
      ask(async ({ viem, client }) => {
        try {
          const { hash } = await client.getBlock({ blockNumber: BigInt(blockNumber) })
          return hash.toLowerCase()
        } catch (error) {
          if (error instanceof viem.BlockNotFoundError) return null
          throw error
        }
      }),
  }
}

interface Opened {
  viem: typeof import('viem')
  client: PublicClient
}

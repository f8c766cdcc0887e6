import type { Block, SimulatedChain, Transfer } from './simulated-chain.ts'

/** Encoding of Ethereum's JSON-RPC. Addresses are `0x` and 40 hexadecimal digits. */

/** The Keccak-256 of the event `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The first four bytes of the Keccak-256 of each function's signature. */
const selectors = {
  decimals: '0x313ce567',
  symbol: '0x95d89b41',
  balanceOf: '0x70a08231',
} as const

/** A number as a quantity: without leading zeros. */
function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`
}

/** A number as a word of 32 bytes. */
function uint256(value: number | bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}

/** An address as a word. */
function addressWord(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

/** The address in a word. */
function addressOfWord(word: string): string {
  return `0x${word.slice(-40).toLowerCase()}`
}

/** A short text as a function returns it: offset, length, bytes. */
function text(value: string): string {
  const bytes = Buffer.from(value, 'utf8')
  const padded = bytes.toString('hex').padEnd(Math.ceil(bytes.length / 32) * 64, '0')
  return `${uint256(32)}${uint256(bytes.length).slice(2)}${padded}`
}

/** The token of the chain. */
export interface Token {
  chainId: number
  /** In lower case. */
  address: string
  symbol: string
  decimals: number
}

/** A rejected request; codes are those of JSON-RPC. */
class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const [parseError, invalidRequest, unknownMethod, invalidParams] = [-32700, -32600, -32601, -32602]

interface Question {
  jsonrpc?: unknown
  id?: unknown
  method?: unknown
  params?: unknown[]
}

/** Answers a JSON-RPC 2.0 request as an Ethereum node does. */
export function answerJsonRpc(chain: SimulatedChain, token: Token, body: string): object {
  let id: unknown = null
  try {
    const question = parse(body)
    id = question.id ?? null
    return { jsonrpc: '2.0', id, result: answer(chain, token, question) }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
  }
}

function parse(body: string): Question {
  let question: unknown
  try {
    question = JSON.parse(body)
  } catch {
    throw new RpcError(parseError, 'parse error')
  }
  if (typeof question !== 'object' || question === null || Array.isArray(question))
    throw new RpcError(invalidRequest, 'one question at a time')
  return question
}

function answer(chain: SimulatedChain, token: Token, { method, params = [] }: Question): unknown {
  switch (method) {
    case 'eth_chainId':
      return quantity(token.chainId)
    case 'eth_blockNumber':
      return quantity(chain.head())
    case 'eth_getBlockByNumber': {
      const block = chain.block(blockNumber(chain, params[0]))
      return block ? toBlock(block, chain.transfers(block.number, block.number)) : null
    }
    case 'eth_getLogs':
      return getLogs(chain, token, params[0])
    case 'eth_call':
      return call(chain, token, params[0])
    default:
      throw new RpcError(unknownMethod, `the method ${String(method)} does not exist`)
  }
}

function blockNumber(chain: SimulatedChain, tag: unknown): number {
  if (tag === undefined || ['latest', 'pending', 'safe', 'finalized'].includes(String(tag)))
    return chain.head()
  if (tag === 'earliest') return 0
  if (typeof tag !== 'string' || !/^0x[0-9a-f]{1,13}$/i.test(tag))
    throw new RpcError(invalidParams, 'invalid block number')
  return Number(tag)
}

function toBlock({ number, hash, parentHash, timestamp }: Block, transfers: Transfer[]) {
  return {
    number: quantity(number),
    hash,
    parentHash,
    timestamp: quantity(timestamp),
    nonce: '0x0000000000000000',
    difficulty: '0x0',
    gasLimit: quantity(30_000_000),
    gasUsed: quantity(50_000 * transfers.length),
    size: '0x0',
    extraData: '0x',
    miner: `0x${'0'.repeat(40)}`,
    logsBloom: `0x${'0'.repeat(512)}`,
    transactions: transfers.map(({ transactionHash }) => transactionHash),
    uncles: [],
  }
}

function getLogs(chain: SimulatedChain, token: Token, filter: unknown): object[] {
  const { address, topics = [], fromBlock, toBlock } = objectOf(filter)
  const [from, to] = [blockNumber(chain, fromBlock), blockNumber(chain, toBlock)]
  if (!isAmong(address, token.address) || !Array.isArray(topics)) return []
  return chain
    .transfers(from, to)
    .map((transfer) => toLog(chain, token, transfer))
    .filter((log) =>
      topics.every((wanted, position) => isAmong(wanted, log.topics[position] ?? '')),
    )
}

/** Whether a filter's value, a single one, a list or null for any, includes `value`. */
function isAmong(wanted: unknown, value: string): boolean {
  if (wanted === null || wanted === undefined) return true
  const accepted = Array.isArray(wanted) ? wanted : [wanted]
  return accepted.some((one) => String(one).toLowerCase() === value)
}

function toLog(chain: SimulatedChain, token: Token, transfer: Transfer) {
  return {
    address: token.address,
    topics: [transferTopic, addressWord(transfer.from), addressWord(transfer.to)],
    data: uint256(transfer.units),
    blockNumber: quantity(transfer.blockNumber),
    blockHash: chain.block(transfer.blockNumber)?.hash ?? '',
    transactionHash: transfer.transactionHash,
    transactionIndex: quantity(transfer.logIndex),
    logIndex: quantity(transfer.logIndex),
    removed: false,
  }
}

function call(chain: SimulatedChain, token: Token, message: unknown): string {
  const { to, data, input = data } = objectOf(message)
  if (String(to).toLowerCase() !== token.address) return '0x'
  const asked = String(input).toLowerCase()
  if (asked.startsWith(selectors.decimals)) return uint256(token.decimals)
  if (asked.startsWith(selectors.symbol)) return text(token.symbol)
  if (asked.startsWith(selectors.balanceOf))
    return uint256(chain.balanceOf(addressOfWord(asked.slice(selectors.balanceOf.length))))
  throw new RpcError(3, 'execution reverted')
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RpcError(invalidParams, 'an object is missing')
  return value as Record<string, unknown>
}

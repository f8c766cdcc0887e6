import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import * as AbiEvent from 'ox/AbiEvent'
import * as AbiFunction from 'ox/AbiFunction'
import * as RpcTransport from 'ox/RpcTransport'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChainSimulator, openChainSimulator, simulatedToken } from './chain-simulator.ts'
import { walletAddress } from './simulated-chain.ts'

const shopAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const address = simulatedToken.address as `0x${string}`
const transferred = AbiEvent.from(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)
const symbol = AbiFunction.from('function symbol() view returns (string)')
const decimals = AbiFunction.from('function decimals() view returns (uint8)')
const balanceOf = AbiFunction.from('function balanceOf(address) view returns (uint256)')
const payment = '0b0f8a3e-7c1d-4a52-9d0e-2f6f5b8f3c11'
const uri = `ethereum:${address}@${simulatedToken.chainId}/transfer?address=${shopAddress}&uint256=120500000`

let folder: string
let now: Date
let app: FastifyInstance
let simulator: ChainSimulator
let node: RpcTransport.Http

const open = (mode = 'test') =>
  openChainSimulator({
    mode,
    file: join(folder, 'chain.jsonl'),
    now: () => now,
    payPageOf: (id) => `/order/pay/${id}`,
  })
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solvane-chain-'))
  now = new Date('2026-01-01T00:00:00Z')
  simulator = open()
  app = Fastify()
  await app.register(simulator.plugin, { prefix: '/test-payments/chain' })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  node = RpcTransport.fromHttp(`${origin}/test-payments/chain/rpc`)
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const hex = (number: bigint) => `0x${number.toString(16)}` as const
const head = async () => BigInt(await node.request({ method: 'eth_blockNumber' }))
const blockAt = (number: bigint) =>
  node.request({ method: 'eth_getBlockByNumber', params: [hex(number), false] })
const call = (data: `0x${string}`) =>
  node.request({ method: 'eth_call', params: [{ to: address, data }, 'latest'] })

/** The transfers of the token, in the whole chain unless `filter` says otherwise. */
async function logs({
  to = [shopAddress, walletAddress as `0x${string}`],
  ...filter
}: {
  to?: `0x${string}`[]
  address?: `0x${string}`
  toBlock?: `0x${string}`
} = {}) {
  const { topics } = AbiEvent.encode(transferred, { to })
  const found = await node.request({
    method: 'eth_getLogs',
    params: [{ address, topics, fromBlock: '0x0', toBlock: 'latest', ...filter }],
  })
  return found.map(({ transactionHash, blockNumber, blockHash, ...log }) => ({
    transactionHash,
    blockNumber: BigInt(blockNumber ?? -1),
    blockHash,
    args: AbiEvent.decode(transferred, log),
  }))
}
const wallet = (query: Record<string, string>) =>
  `/test-payments/chain/wallet?${new URLSearchParams(query)}`
const press = (action: string, query: Record<string, string> = { uri, payment }) =>
  app.inject({
    method: 'POST',
    url: wallet(query),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `action=${action}`,
  })

describe('the simulated chain', () => {
  it('works with an Ethereum client', async () => {
    expect(Number(await node.request({ method: 'eth_chainId' }))).toBe(simulatedToken.chainId)
    const ofSymbol = await call(AbiFunction.encodeData(symbol))
    expect(AbiFunction.decodeResult(symbol, ofSymbol)).toBe('USDT')
    const ofDecimals = await call(AbiFunction.encodeData(decimals))
    expect(AbiFunction.decodeResult(decimals, ofDecimals)).toBe(6)
    const newest = await head()
    const [block, before] = [await blockAt(newest), await blockAt(newest - 1n)]
    expect(block?.parentHash).toBe(before?.hash)
    expect(await blockAt(newest + 1n)).toBeNull()
    await expect(node.request({ method: 'eth_gasPrice' })).rejects.toThrow('does not exist')
  })

  it('has a new block every two seconds', async () => {
    const before = await head()
    pass(10)
    expect(await head()).toBe(before + 5n)
  })

  it('includes a transfer in the next block, and finds it by recipient', async () => {
    const { transactionHash } = simulator.chain.send(shopAddress, 120_500_000n)
    expect(await logs()).toEqual([])
    pass(2)
    const [log, ...others] = await logs()
    expect(others).toEqual([])
    const blockNumber = await head()
    expect(log).toMatchObject({
      transactionHash,
      blockNumber,
      blockHash: (await blockAt(blockNumber))?.hash,
      args: {
        from: expect.stringMatching(/^0x/),
        to: shopAddress.toLowerCase(),
        value: 120_500_000n,
      },
    })
    expect(await logs({ to: [`0x${'1'.repeat(40)}`] })).toEqual([])
    expect(await logs({ address: `0x${'1'.repeat(40)}` })).toEqual([])
    expect(await logs({ toBlock: hex(blockNumber - 1n) })).toEqual([])
    const balance = await call(AbiFunction.encodeData(balanceOf, [shopAddress]))
    expect(AbiFunction.decodeResult(balanceOf, balance)).toBe(120_500_000n)
  })

  it('survives a restart', async () => {
    simulator.chain.send(shopAddress, 5n)
    simulator.chain.send(shopAddress, 7n)
    pass(2)
    const again = open()
    expect(again.chain.balanceOf(shopAddress.toLowerCase())).toBe(12n)
    expect(again.chain.transfers(0, again.chain.head())).toEqual(
      simulator.chain.transfers(0, simulator.chain.head()),
    )
  })

  it('is rejected in production', () => {
    expect(() => open('production')).toThrow('never simulated in production')
  })

  it.each([
    ['{', -32_700],
    ['[]', -32_600],
    ['{"method":"eth_getLogs","params":[]}', -32_602],
    ['{"method":"eth_getLogs","params":[{"fromBlock":"x"}]}', -32_602],
  ])('rejects %s as a node does', async (body, code) => {
    const answer = await app.inject({ method: 'POST', url: '/test-payments/chain/rpc', body })
    expect(answer.json().error.code).toBe(code)
  })
})

describe('the wallet', () => {
  it('says that no money moves, and lists the choices', async () => {
    const { statusCode, body, headers } = await app.inject(wallet({ uri, payment }))
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).toContain('No money moves.')
    expect(body).toContain('120.50 USDT, as asked.')
    expect(body).toContain('60.25 USDT.')
    expect(body).toContain('145.50 USDT.')
  })

  it.each([
    ['exact', 120_500_000n],
    ['less', 60_250_000n],
    ['more', 145_500_000n],
  ])('sends the chosen amount: %s', async (action, units) => {
    const answer = await press(action)
    expect(answer.statusCode).toBe(303)
    pass(2)
    expect((await logs()).map(({ args }) => args.value)).toEqual([units])
    const url = new URL(`http://x/test-payments/chain/${answer.headers.location}`)
    const after = await app.inject(url.pathname + url.search)
    expect(after.body).toContain('The shop sees it within seconds')
    expect(after.body).not.toContain('<button')
    expect(after.body).toContain(`href="/order/pay/${payment}"`)
  })

  it('sends nothing and returns to the payment', async () => {
    const answer = await press('nothing')
    expect(answer.headers.location).toBe(`/order/pay/${payment}`)
    pass(2)
    expect(await logs()).toEqual([])
  })

  it.each([
    [{ uri: uri.replace(String(simulatedToken.chainId), '1') }],
    [{ uri: uri.replace(address, shopAddress) }],
    [{ uri: uri.replace('120500000', '0') }],
    [{ uri: 'https://elsewhere.example' }],
    [{}],
  ])('responds 404 to %o', async (query) => {
    expect((await app.inject(wallet(query as Record<string, string>))).statusCode).toBe(404)
    expect((await press('exact', query as Record<string, string>)).statusCode).toBe(404)
  })

  it('rejects an unknown action', async () => {
    expect((await press('toString')).statusCode).toBe(400)
  })
})

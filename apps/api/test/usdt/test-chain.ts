import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  ContractDecoder,
  EdrContext,
  L1_CHAIN_TYPE,
  l1GenesisState,
  l1HardforkLatest,
  l1HardforkToString,
  l1ProviderFactory,
  MineOrdering,
  type ProviderConfig,
} from '@nomicfoundation/edr'
import type * as Abi from 'ox/Abi'
import * as AbiConstructor from 'ox/AbiConstructor'
import * as AbiFunction from 'ox/AbiFunction'
import { fromNumber, type Hex } from 'ox/Hex'

/** A chain of the test's own: a real EVM with a real ERC-20 token of six decimals. */
export interface TestChain {
  rpcUrl: string
  tokenAddress: string
  chainId: number
  /**
   * Sends that number of dollars of the token in a block of its own and returns the transaction's
   * hash.
   */
  send(to: string, dollars: number): Promise<Hex>
  /** Sends another token, which is worth nothing here. */
  sendOther(to: string, dollars: number): Promise<Hex>
  /** Sends several in one block. */
  sendTogether(transfers: { to: string; dollars: number }[]): Promise<void>
  mine(blocks: number): Promise<void>
  /** Remembers the state of the chain; the returned function undoes everything since then. */
  mark(): Promise<() => Promise<void>>
  /**
   * The failures of the node: it gives no answer, finds no transfers, or refuses more than that
   * number of blocks at once.
   */
  node: { isAway: boolean; isForgetful: boolean; mostBlocks: number; asked: string[] }
  close(): Promise<void>
}

interface Question {
  id: number
  method: string
  params: unknown[]
}

/** The mnemonic "test test test test test test test test test test test junk", account 0. */
const owner = {
  address: 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  secretKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
}
const chainId = 31_337
const blockGas = 30_000_000n
const units = (dollars: number) => BigInt(Math.round(dollars * 1_000_000))

const { abi, bytecode } = JSON.parse(
  readFileSync(
    fileURLToPath(
      import.meta.resolve('@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json'),
    ),
    'utf8',
  ),
) as { abi: Abi.Abi; bytecode: Hex }

/** The published contract has 18 decimals; USDT has six: `decimals()` is the only place that says so. */
const sixDecimals = bytecode.replace('60405160128152602001', '60405160068152602001') as Hex
if (sixDecimals === bytecode) throw new Error('The contract is another one now')

/** Starts the simulator that Hardhat runs on, with a token, behind an HTTP server. */
export async function openTestChain(): Promise<TestChain> {
  const evm = await openEvm()
  const node: TestChain['node'] = {
    isAway: false,
    isForgetful: false,
    mostBlocks: Number.POSITIVE_INFINITY,
    asked: [],
  }

  async function ask<Result>(method: string, ...params: unknown[]): Promise<Result> {
    const { data } = await evm.handleRequest(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    )
    const { result, error } = typeof data === 'string' ? JSON.parse(data) : data
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  const server = createServer(async (request, response) => {
    const body = await request.toArray().catch(() => null)
    // A client that hangs up in the middle gets no answer.
    if (!body) return
    const asked = JSON.parse(body.join(''))
    const question: Question = { params: [], ...asked }
    node.asked.push(question.method)
    if (node.isAway) {
      response.socket?.destroy()
      return
    }
    response.setHeader('content-type', 'application/json')
    if (node.isForgetful && question.method === 'eth_getLogs') {
      response.end(JSON.stringify({ jsonrpc: '2.0', id: question.id, result: [] }))
      return
    }
    if (isTooMuch(question, node.mostBlocks)) {
      const error = { code: -32_005, message: 'query returned more than 10000 results' }
      response.end(JSON.stringify({ jsonrpc: '2.0', id: question.id, error }))
      return
    }
    const { data } = await evm.handleRequest(JSON.stringify(question))
    response.end(typeof data === 'string' ? data : JSON.stringify(data))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const call = (to: string | undefined, data: Hex) =>
    ask<Hex>('eth_sendTransaction', {
      from: `0x${owner.address}`,
      gas: fromNumber(5_000_000),
      to,
      data,
    })
  const deploy = async () => {
    const args = ['Tether USD', 'USDT', units(1_000_000_000), `0x${owner.address}`]
    const hash = await call(
      undefined,
      AbiConstructor.encode(AbiConstructor.fromAbi(abi), { bytecode: sixDecimals, args }),
    )
    const receipt = await ask<{ contractAddress: string }>('eth_getTransactionReceipt', hash)
    return receipt.contractAddress
  }
  const [token, otherToken] = [await deploy(), await deploy()]
  const transfer = (contract: string, to: string, dollars: number) =>
    call(
      contract,
      AbiFunction.encodeData(AbiFunction.fromAbi(abi, 'transfer'), [to, units(dollars)]),
    )

  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    tokenAddress: token,
    chainId,
    node,
    send: (to, dollars) => transfer(token, to, dollars),
    sendOther: (to, dollars) => transfer(otherToken, to, dollars),
    async sendTogether(transfers) {
      await ask('evm_setAutomine', false)
      for (const { to, dollars } of transfers) await transfer(token, to, dollars)
      await ask('evm_mine')
      await ask('evm_setAutomine', true)
    },
    mine: (blocks) => ask('hardhat_mine', fromNumber(blocks)),
    async mark() {
      const snapshot = await ask<string>('evm_snapshot')
      return async () => {
        await ask('evm_revert', snapshot)
        // The blocks that come now are not those that were.
        await ask('evm_increaseTime', 1)
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function isTooMuch({ method, params }: Question, mostBlocks: number): boolean {
  if (method !== 'eth_getLogs') return false
  const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex }
  return Number(toBlock) - Number(fromBlock) + 1 > mostBlocks
}

async function openEvm() {
  const hardfork = l1HardforkLatest()
  const config: ProviderConfig = {
    chainId: BigInt(chainId),
    networkId: BigInt(chainId),
    hardfork: l1HardforkToString(hardfork),
    genesisState: [
      ...l1GenesisState(hardfork),
      { address: Buffer.from(owner.address, 'hex'), balance: 10n ** 24n },
    ],
    ownedAccounts: [owner.secretKey],
    coinbase: new Uint8Array(20),
    network: { genesisBlockGasLimit: blockGas },
    mining: { autoMine: true, blockGasLimit: blockGas, memPool: { order: MineOrdering.Fifo } },
    defaultTransactionGasLimit: 5_000_000n,
    initialBaseFeePerGas: 0n,
    minGasPrice: 0n,
    allowBlocksWithSameTimestamp: true,
    allowUnlimitedContractSize: false,
    bailOnCallFailure: true,
    bailOnTransactionFailure: true,
    observability: {},
    precompileOverrides: [],
  }
  const context = new EdrContext()
  await context.registerProviderFactory(L1_CHAIN_TYPE, l1ProviderFactory())
  return context.createProvider(
    L1_CHAIN_TYPE,
    config,
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new ContractDecoder(),
  )
}

import type { FastifyPluginAsync } from 'fastify'
import { servePayPageAssets } from '../pay-page.ts'
import { openRecordLog } from '../record-log.ts'
import { rejectProduction, type SimulatorOptions } from '../simulator-options.ts'
import { answerJsonRpc, type Token } from './json-rpc.ts'
import { type SimulatedChain, simulateChain } from './simulated-chain.ts'
import { serveWalletPage } from './wallet-page.ts'

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
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
        done(null, body),
      )
      servePayPageAssets(scope)
      serveWalletPage(scope, { chain, token: simulatedToken, payPageOf })
      scope.post('/rpc', { schema: { hide: true } }, async ({ body }) =>
        answerJsonRpc(chain, simulatedToken, String(body ?? '')),
      )
    },
  }
}

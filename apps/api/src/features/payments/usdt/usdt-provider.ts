import { HDKey } from '@scure/bip32'
import { addr } from 'micro-eth-signer'
import type { AppContext } from '../../../context.ts'
import { StartupError } from '../../../platform/process/lifecycle.ts'
import {
  type PaymentProvider,
  type Payments,
  type PaymentToStart,
  type ProviderStatus,
  ProviderUnavailable,
  type StartedAttempt,
} from '../provider.ts'
import { type Chain, openChain } from './chain.ts'
import { listTransfers } from './transfers.queries.ts'
import {
  type ChainWatch,
  isEnough,
  largestSpan,
  readChain,
  readTransfers,
  toUnits,
  watchedSince,
} from './transfers.ts'
import {
  findUsdtPayment,
  insertUsdtPayment,
  isAnythingWatched,
  lockWatch,
  moveWatch,
  takeAddressIndex,
  withChainLock,
} from './usdt.queries.ts'

/** The settings of USDT payments. */
export interface UsdtSettings {
  /** Of the account whose addresses are assigned. */
  extendedPublicKey: string
  chainId: number
  /** The URL of a node, or a function that returns it on first use. */
  rpcUrl: string | (() => string)
  tokenAddress: string
  confirmations: number
  /** Milliseconds between checks of the chain while a payment is expected. */
  pauseMilliseconds?: number
  /** The page of the simulated wallet, if payments are simulated. */
  testWallet?: string
}

/** The page of a USDT payment. */
export function usdtPage(publicUrl: string, paymentId: string): string {
  return `${publicUrl}/order/pay/${paymentId}`
}

export interface UsdtProvider extends PaymentProvider {
  settings: UsdtSettings
  /** Reads the rest of the chain; `busy` if another process has been doing that for long. */
  catchUp(): Promise<'read' | 'busy'>
  /** The status of an attempt by the stored transfers. */
  readStored(attempt: StartedAttempt): Promise<ProviderStatus>
}

type Context = Pick<AppContext, 'db' | 'clock' | 'services'>

/** The chain, whose requests go through `services`. */
function watchChain({ services }: Pick<Context, 'services'>, chain: Chain): Chain {
  const send = <Result>(operation: string, request: () => Promise<Result>) =>
    services.request('chain', operation, request)
  return {
    token: () => send('token', chain.token),
    head: () => send('head', chain.head),
    transfersTo: (...what) => send('transfersTo', () => chain.transfersTo(...what)),
    blockHash: (number) => send('blockHash', () => chain.blockHash(number)),
  }
}

/** How long to wait for another process that reads the chain. */
const lockTimeoutMilliseconds = 10_000

/** The USDT provider; undefined if USDT is not offered. */
export function findUsdt({ providers }: Payments): UsdtProvider | undefined {
  return providers.get('USDT') as UsdtProvider | undefined
}

/**
 * Accepts USDT at a separate address for every attempt; its page is at `publicUrl`. Throws
 * `StartupError` for mistyped settings, which would lose payments.
 */
export function openUsdt(ctx: Context, settings: UsdtSettings, publicUrl: string): UsdtProvider {
  validateSettings(settings)
  const { extendedPublicKey, confirmations, chainId } = settings
  const { kysely } = ctx.db
  const token = settings.tokenAddress.toLowerCase()
  const chain = watchChain(ctx, openChain(settings))
  const watch: ChainWatch = { chainId, token, chain, confirmations, span: largestSpan }
  let underWay: Promise<'read' | 'busy'> | undefined

  function catchUp() {
    underWay ??= withChainLock(ctx.db, lockTimeoutMilliseconds, async () => {
      await readChain(ctx, watch)
      return 'read' as const
    }).finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function readStored({ paymentId, amountCents, expiresAt }: StartedAttempt) {
    const payment = await findUsdtPayment(kysely, paymentId)
    if (!payment) throw new Error(`The payment ${paymentId} has no address`)
    return readTransfers(await listTransfers(kysely, paymentId), {
      ...payment,
      cents: amountCents,
      isOver: expiresAt !== null && expiresAt <= ctx.clock.now(),
    })
  }

  async function read(attempt: StartedAttempt) {
    if ((await catchUp()) === 'busy')
      throw new ProviderUnavailable('Another process has been reading the chain for too long')
    return readStored(attempt)
  }

  /** The address of an attempt: its existing one, or a new one. */
  async function takeAddress(payment: PaymentToStart): Promise<string> {
    const facts = await chain.token()
    const head = await chain.head()
    return kysely.transaction().execute(async (tx) => {
      await lockWatch(tx, watch, facts, head + 1)
      const known = await findUsdtPayment(tx, payment.paymentId)
      if (known) return withChecksum(known.address)
      // No address was watched, so the blocks in between contain no payment.
      if (!(await isAnythingWatched(tx, watch, watchedSince(ctx))))
        await moveWatch(tx, watch, head + 1)
      const addressIndex = await takeAddressIndex(tx)
      const address = deriveAddress(extendedPublicKey, addressIndex)
      await insertUsdtPayment(tx, {
        paymentId: payment.paymentId,
        chainId,
        token,
        addressIndex,
        address: address.toLowerCase(),
        dueUnits: toUnits(payment.amountCents, facts.decimals),
        orderNumber: payment.orderNumber,
        createdAt: ctx.clock.now(),
      })
      return address
    })
  }

  return {
    method: 'USDT',
    settings,
    initiate: async (payment) => ({
      providerRef: await takeAddress(payment),
      approvalUrl: usdtPage(publicUrl, payment.paymentId),
      expiresAt: payment.expiresAt,
    }),
    read,
    async expire(attempt) {
      const providerStatus = await read(attempt)
      if (providerStatus.status !== 'PENDING') return providerStatus
      return { status: 'FAILED', reason: 'No transfer came in time' }
    },
    isEnough,
    catchUp,
    readStored,
  }
}

function validateSettings({ extendedPublicKey, tokenAddress }: UsdtSettings): void {
  const mistakes: string[] = []
  if (!isExtendedPublicKey(extendedPublicKey))
    mistakes.push('USDT_XPUB is mistyped: its checksum is wrong.')
  if (!isAddress(tokenAddress))
    mistakes.push('USDT_TOKEN_ADDRESS is mistyped: its capitals are not its checksum.')
  if (mistakes.length > 0) throw new StartupError(mistakes.join('\n'))
}

/** Whether a text is an extended public key with a valid checksum; a private key is not. */
export function isExtendedPublicKey(text: string): boolean {
  try {
    return HDKey.fromExtendedKey(text).privateKey === null
  } catch {
    return false
  }
}

/**
 * Address `index` of an account, from its extended public key: receiving addresses are `0/index`,
 * as in wallets. With checksum capitals.
 */
export function deriveAddress(extendedPublicKey: string, index: number): string {
  const { publicKey } = HDKey.fromExtendedKey(extendedPublicKey).deriveChild(0).deriveChild(index)
  if (!publicKey) throw new Error(`The address ${index} cannot be derived`)
  return addr.fromPublicKey(publicKey)
}

/** An address with checksum capitals. */
export function withChecksum(address: string): string {
  return addr.addChecksum(address)
}

/** Whether a text is an address: in lower case, or with capitals that match the checksum. */
export function isAddress(text: string): boolean {
  return addr.isValid(text) && [text.toLowerCase(), addr.addChecksum(text)].includes(text)
}

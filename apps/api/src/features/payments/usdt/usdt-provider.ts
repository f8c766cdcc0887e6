import type { AppContext } from '../../../context.ts'
import { StartupError } from '../../../platform/process/startup-error.ts'
import {
  type PaymentProvider,
  type Payments,
  type PaymentToStart,
  type ProviderStatus,
  ProviderUnavailable,
  type StartedAttempt,
} from '../provider.ts'
import { openChain } from './chain.ts'
import { deriveAddress, isAddress, isExtendedPublicKey, withChecksum } from './derive-address.ts'
import { type ChainWatch, largestSpan, readChain, watchedSince } from './read-chain.ts'
import { readTransfers } from './read-transfers.ts'
import { listTransfers } from './transfers.queries.ts'
import {
  findUsdtPayment,
  insertUsdtPayment,
  isAnythingWatched,
  lockWatch,
  moveWatch,
  takeAddressIndex,
  withChainLock,
} from './usdt.queries.ts'
import { isEnough, toUnits } from './usdt-amounts.ts'

/** How USDT is taken. */
export interface UsdtSettings {
  /** Of the account whose addresses are given out. */
  extendedPublicKey: string
  chainId: number
  /** Where a node is; a function where that is known later only. */
  rpcUrl: string | (() => string)
  tokenAddress: string
  confirmations: number
  /** Milliseconds between two looks at the chain while money is awaited. */
  pauseMilliseconds?: number
  /** Where no money moves: the page that plays the wallet. */
  testWallet?: string
}

/** The page that takes a payment. */
export function usdtPage(publicUrl: string, paymentId: string): string {
  return `${publicUrl}/order/pay/${paymentId}`
}

export interface UsdtProvider extends PaymentProvider {
  settings: UsdtSettings
  /** Reads what the chain has and we have not; `busy` when another process has been at it for long. */
  catchUp(): Promise<'read' | 'busy'>
  /** How an attempt stands by what was read. */
  readStored(attempt: StartedAttempt): Promise<ProviderStatus>
}

type Context = Pick<AppContext, 'db' | 'clock'>

/** How long a question waits for another process that reads the chain. */
const patienceMilliseconds = 10_000

/** The provider of USDT among the ways to pay; undefined when USDT is not taken. */
export function findUsdt({ providers }: Payments): UsdtProvider | undefined {
  return providers.get('USDT') as UsdtProvider | undefined
}

/**
 * Takes USDT at an address of its own for every attempt; its page is at `publicUrl`. Raises
 * `StartupError` on settings with a slip in them, which would send money to nobody.
 */
export function openUsdt(ctx: Context, settings: UsdtSettings, publicUrl: string): UsdtProvider {
  validateSettings(settings)
  const { extendedPublicKey, confirmations, chainId } = settings
  const { kysely } = ctx.db
  const token = settings.tokenAddress.toLowerCase()
  const chain = openChain(settings)
  const watch: ChainWatch = { chainId, token, chain, confirmations, span: largestSpan }
  let underWay: Promise<'read' | 'busy'> | undefined

  function catchUp() {
    underWay ??= withChainLock(ctx.db, patienceMilliseconds, async () => {
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

  /** Gives an attempt its address: the one it has, or one that was never given to anyone. */
  async function takeAddress(payment: PaymentToStart): Promise<string> {
    const facts = await chain.token()
    const head = await chain.head()
    return kysely.transaction().execute(async (tx) => {
      await lockWatch(tx, watch, facts, head + 1)
      const known = await findUsdtPayment(tx, payment.paymentId)
      if (known) return withChecksum(known.address)
      // Nobody was waited for: what lies between is nothing of ours.
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
    mistakes.push('USDT_XPUB has a slip in it: its checksum is wrong.')
  if (!isAddress(tokenAddress))
    mistakes.push('USDT_TOKEN_ADDRESS has a slip in it: its capitals do not fit.')
  if (mistakes.length > 0) throw new StartupError(mistakes.join('\n'))
}

import type { UsdtPayment } from '@solvane/contract/payments'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { findPaymentForUser } from '../payments.ts'
import { withChecksum } from './derive-address.ts'
import { listTransfers } from './transfers.queries.ts'
import { findUsdtPayment } from './usdt.queries.ts'
import { missingUnits, toDecimal } from './usdt-amounts.ts'
import { findUsdt } from './usdt-provider.ts'

/**
 * The data of the page of a USDT payment. Throws `PAYMENT_NOT_FOUND` unless it is this shopper's.
 */
export async function getUsdtPayment(
  ctx: Pick<AppContext, 'db' | 'payments'>,
  userId: string,
  paymentId: string,
): Promise<UsdtPayment> {
  const usdt = findUsdt(ctx.payments)
  const facts = await findPaymentForUser(ctx.db, userId, { paymentId })
  const payment = facts && (await findUsdtPayment(ctx.db.kysely, paymentId))
  if (!usdt || !facts?.expiresAt || !payment) throw new ShopError('PAYMENT_NOT_FOUND')
  const transfers = await listTransfers(ctx.db.kysely, paymentId)
  const received = transfers.reduce((sum, { units }) => sum + units, 0n)
  const missing = missingUnits(payment.dueUnits, received, payment.decimals)
  const youngest = transfers.at(-1)
  const [address, tokenAddress] = [withChecksum(payment.address), withChecksum(payment.token)]
  const formatUnits = (units: bigint) => toDecimal(units, payment.decimals)
  const paymentUri = `ethereum:${tokenAddress}@${payment.chainId}/transfer?address=${address}&uint256=${missing || payment.dueUnits}`
  const { confirmations, testWallet } = usdt.settings
  return {
    orderId: facts.orderId,
    orderNumber: payment.orderNumber,
    status: facts.status,
    network: networkName(payment.chainId),
    chainId: payment.chainId,
    tokenSymbol: payment.symbol,
    tokenAddress,
    address,
    amountDue: formatUnits(payment.dueUnits),
    amountReceived: formatUnits(received),
    amountMissing: formatUnits(missing),
    confirmations: youngest ? Math.max(0, payment.nextBlock - youngest.blockNumber) : 0,
    confirmationsNeeded: confirmations,
    expiresAt: facts.expiresAt.toISOString(),
    paymentUri,
    testWalletUrl: testWallet
      ? `${testWallet}?${new URLSearchParams({ uri: paymentUri, payment: paymentId })}`
      : null,
  }
}

/** Names of chains, as in wallets. */
const names: Record<number, string> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum One',
  43114: 'Avalanche C-Chain',
  11155111: 'Sepolia (test network)',
  // The simulated chain.
  7357001: 'Test network',
}

/** The name of a chain. */
function networkName(chainId: number): string {
  return names[chainId] ?? `Chain ${chainId}`
}

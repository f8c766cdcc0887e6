import type { Customer } from '@solvane/contract/customers'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { resendVerification } from '../auth/account-links.ts'
import {
  type AccountFacts,
  accountFacts,
  blockAccount,
  setOrderLimits,
  unblockAccount,
} from '../auth/accounts.admin.ts'
import { closeAccount, exportMyData, type PersonalData } from '../auth/personal-data.ts'
import { getCustomer } from './read-customers.ts'

type Context = Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'jobs' | 'limits'>

/**
 * An account that staff may manage. Throws `CUSTOMER_NOT_FOUND`, and `STAFF_ACCOUNT` for staff, who
 * are managed elsewhere.
 */
async function shopperOf(ctx: Context, id: string): Promise<AccountFacts> {
  const account = await accountFacts(ctx, id)
  if (!account) throw new ShopError('CUSTOMER_NOT_FOUND')
  if (account.isStaff) throw new ShopError('STAFF_ACCOUNT')
  return account
}

/**
 * Ends every session of a customer and prevents sign-in; orders continue. Throws as `shopperOf`.
 */
export async function blockCustomer(
  ctx: Context,
  { customerId, reason }: { customerId: string; reason: string },
): Promise<Customer> {
  await shopperOf(ctx, customerId)
  await blockAccount(ctx, customerId, reason)
  return getCustomer(ctx, customerId)
}

/** Lets a customer sign in again. Throws as `shopperOf`. */
export async function unblockCustomer(ctx: Context, customerId: string): Promise<Customer> {
  await shopperOf(ctx, customerId)
  await unblockAccount(ctx, customerId)
  return getCustomer(ctx, customerId)
}

/**
 * Lifts the limits on a customer's orders, or restores them; the audit log has the reason. Throws
 * as `shopperOf`.
 */
export async function setCustomerOrderLimits(
  ctx: Context,
  customerId: string,
  { areLifted }: { areLifted: boolean },
): Promise<Customer> {
  await shopperOf(ctx, customerId)
  await setOrderLimits(ctx, customerId, { areLifted })
  return getCustomer(ctx, customerId)
}

/** Sends another e-mail to an unconfirmed address. Throws as `shopperOf`, and `EMAIL_VERIFIED`. */
export async function sendCustomerVerification(ctx: Context, customerId: string): Promise<void> {
  const { isEmailVerified } = await shopperOf(ctx, customerId)
  if (isEmailVerified) throw new ShopError('EMAIL_VERIFIED')
  await resendVerification(ctx, customerId)
}

/** The content of a customer's own export. Throws as `shopperOf`. */
export async function exportCustomer(
  ctx: Context,
  customerId: string,
  kept: readonly PersonalData[],
): Promise<Record<string, unknown>> {
  await shopperOf(ctx, customerId)
  return exportMyData(ctx, customerId, kept)
}

/** Closes a customer's account. Throws as `shopperOf`, and `ORDERS_UNDER_WAY`. */
export async function deleteCustomer(
  ctx: Context,
  customerId: string,
  kept: readonly PersonalData[],
): Promise<void> {
  await shopperOf(ctx, customerId)
  await closeAccount(ctx, customerId, kept)
}

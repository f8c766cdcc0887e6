import type {
  Customer,
  CustomerRow,
  listCustomers as listCustomersEndpoint,
} from '@solvane/contract/customers'
import { endpoints } from '@solvane/contract/endpoints'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { listAddresses } from '../addresses/addresses.ts'
import { resendVerification } from '../auth/account-links.ts'
import {
  type AccountFacts,
  accountFacts,
  blockAccount,
  countSessions,
  setOrderLimits,
  unblockAccount,
} from '../auth/accounts.admin.ts'
import { closeAccount, exportMyData, type PersonalData } from '../auth/personal-data.ts'
import { toDollars } from '../catalog/to-card.ts'
import { redemptionsOf } from '../coupons/coupons.admin.ts'
import { purchasesOf } from '../orders/list-orders.admin.ts'
import { countCustomers, listCustomerRows } from './customers.queries.ts'

/** Serves shoppers' accounts to staff; `kept` lists the features that store personal data. */
export function registerCustomers(
  registry: EndpointRegistry,
  ctx: AppContext,
  kept: readonly PersonalData[],
): void {
  registry.register(endpoints.listCustomers, (input) =>
    ctx.replica.read(input, (db) => listCustomers({ ...ctx, db }, input.query)),
  )
  registry.register(endpoints.getCustomer, async ({ params }) => ({
    data: await getCustomer(ctx, params.customerId),
  }))
  registry.register(endpoints.blockCustomer, async ({ params, body }) => ({
    data: await blockCustomer(ctx, { ...params, ...body }),
  }))
  registry.register(endpoints.unblockCustomer, async ({ params }) => ({
    data: await unblockCustomer(ctx, params.customerId),
  }))
  registry.register(endpoints.liftOrderLimits, async ({ params }) => ({
    data: await setCustomerOrderLimits(ctx, params.customerId, { areLifted: true }),
  }))
  registry.register(endpoints.restoreOrderLimits, async ({ params }) => ({
    data: await setCustomerOrderLimits(ctx, params.customerId, { areLifted: false }),
  }))
  registry.register(endpoints.sendCustomerVerification, async ({ params }) => {
    await sendCustomerVerification(ctx, params.customerId)
    return { data: null }
  })
  registry.register(endpoints.exportCustomer, async ({ params }) => ({
    data: await exportCustomer(ctx, params.customerId, kept),
  }))
  registry.register(endpoints.deleteCustomer, async ({ params }) => {
    await deleteCustomer(ctx, params.customerId, kept)
    return { data: null }
  })
}

/** A page of shoppers' accounts for staff, and the total, in three statements. */
async function listCustomers(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  { page, size, q, state, sort, order }: z.output<typeof listCustomersEndpoint.query>,
): Promise<{ data: CustomerRow[]; total: number }> {
  const filter = { text: q || undefined, state }
  const [rows, total] = await Promise.all([
    listCustomerRows(db, filter, { sort, order, limit: size, offset: (page - 1) * size }),
    countCustomers(db, filter),
  ])
  const purchases = await purchasesOf(
    db,
    rows.map(({ id }) => id),
  )
  const data = rows.map((row) => {
    const { orders, spentCents, lastOrderAt } = purchases(row.id)
    return {
      id: row.id,
      email: row.email,
      name: row.nick_name,
      createdAt: row.created_at.toISOString(),
      isEmailVerified: row.email_verified_at !== null,
      blockedAt: row.blocked_at?.toISOString() ?? null,
      orders,
      spent: toDollars(spentCents),
      lastOrderAt: lastOrderAt?.toISOString() ?? null,
    }
  })
  return { data, total }
}

/** An account with its orders and conversations, for staff. Throws `CUSTOMER_NOT_FOUND`. */
async function getCustomer(ctx: Pick<AppContext, 'clock' | 'db'>, id: string): Promise<Customer> {
  const account = await accountFacts(ctx, id)
  if (!account) throw new ShopError('CUSTOMER_NOT_FOUND')
  const [addresses, sessions, coupons, purchases] = await Promise.all([
    listAddresses(ctx, id),
    countSessions(ctx, id),
    redemptionsOf(ctx, id),
    purchasesOf(ctx.db.kysely, [id]),
  ])
  const { orders, spentCents, lastOrderAt, underWay } = purchases(id)
  return {
    ...account,
    createdAt: account.createdAt.toISOString(),
    blockedAt: account.blockedAt?.toISOString() ?? null,
    orderLimitsLiftedAt: account.orderLimitsLiftedAt?.toISOString() ?? null,
    orders,
    spent: toDollars(spentCents),
    lastOrderAt: lastOrderAt?.toISOString() ?? null,
    addresses: addresses.length,
    sessions,
    ordersUnderWay: underWay,
    coupons,
  }
}

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
async function blockCustomer(
  ctx: Context,
  { customerId, reason }: { customerId: string; reason: string },
): Promise<Customer> {
  await shopperOf(ctx, customerId)
  await blockAccount(ctx, customerId, reason)
  return getCustomer(ctx, customerId)
}

/** Lets a customer sign in again. Throws as `shopperOf`. */
async function unblockCustomer(ctx: Context, customerId: string): Promise<Customer> {
  await shopperOf(ctx, customerId)
  await unblockAccount(ctx, customerId)
  return getCustomer(ctx, customerId)
}

/**
 * Lifts the limits on a customer's orders, or restores them; the audit log has the reason. Throws
 * as `shopperOf`.
 */
async function setCustomerOrderLimits(
  ctx: Context,
  customerId: string,
  { areLifted }: { areLifted: boolean },
): Promise<Customer> {
  await shopperOf(ctx, customerId)
  await setOrderLimits(ctx, customerId, { areLifted })
  return getCustomer(ctx, customerId)
}

/** Sends another e-mail to an unconfirmed address. Throws as `shopperOf` and `resendVerification`, and `EMAIL_VERIFIED`. */
async function sendCustomerVerification(ctx: Context, customerId: string): Promise<void> {
  const { isEmailVerified } = await shopperOf(ctx, customerId)
  if (isEmailVerified) throw new ShopError('EMAIL_VERIFIED')
  await resendVerification(ctx, customerId)
}

/** The content of a customer's own export. Throws as `shopperOf`. */
async function exportCustomer(
  ctx: Context,
  customerId: string,
  kept: readonly PersonalData[],
): Promise<Record<string, unknown>> {
  await shopperOf(ctx, customerId)
  return exportMyData(ctx, customerId, kept)
}

/** Closes a customer's account. Throws as `shopperOf`, and `ORDERS_UNDER_WAY`. */
async function deleteCustomer(
  ctx: Context,
  customerId: string,
  kept: readonly PersonalData[],
): Promise<void> {
  await shopperOf(ctx, customerId)
  await closeAccount(ctx, customerId, kept)
}

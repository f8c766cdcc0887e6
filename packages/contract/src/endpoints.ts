import * as account from './account.admin.ts'
import * as addresses from './addresses.ts'
import * as auth from './auth.ts'
import * as cart from './cart.ts'
import * as catalog from './catalog.ts'
import * as categories from './categories.ts'
import * as staffChat from './chat.admin.ts'
import * as chat from './chat.ts'
import * as chatSettings from './chat-settings.admin.ts'
import * as staffContent from './content.admin.ts'
import * as content from './content.ts'
import * as staffCoupons from './coupons.admin.ts'
import * as coupons from './coupons.ts'
import * as customers from './customers.ts'
import * as dashboard from './dashboard.ts'
import * as delivery from './delivery.ts'
import * as emails from './emails.admin.ts'
import type { Definition, Endpoint } from './endpoint.ts'
import * as favorites from './favorites.ts'
import * as giftExchanges from './gift-exchanges.ts'
import * as gifts from './gifts.ts'
import * as inventory from './inventory.admin.ts'
import * as staffInvoices from './invoices.admin.ts'
import * as invoices from './invoices.ts'
import * as orderEdits from './order-edits.admin.ts'
import * as orderLists from './order-lists.admin.ts'
import * as orderPlacing from './order-placing.ts'
import * as orderSteps from './order-steps.admin.ts'
import * as orderWorkflow from './order-workflow.ts'
import * as staffOrders from './orders.admin.ts'
import * as orders from './orders.ts'
import * as passkeys from './passkeys.ts'
import { type EndpointName, paths } from './paths.ts'
import * as payments from './payments.ts'
import * as prices from './prices.admin.ts'
import * as staffProducts from './products.admin.ts'
import * as bulkEdits from './products-bulk.ts'
import * as productsCsv from './products-csv.ts'
import * as reports from './reports.admin.ts'
import * as returnPolicies from './return-policies.admin.ts'
import * as staffReturns from './returns.admin.ts'
import * as returns from './returns.ts'
import * as search from './search.ts'
import * as staffSelections from './selections.admin.ts'
import * as selections from './selections.ts'
import * as staff from './staff.ts'
import * as taxRules from './tax-rules.admin.ts'
import * as turns from './turns.admin.ts'
import * as uploads from './uploads.ts'
import * as user from './user.ts'
import * as waitingList from './waiting-list.ts'

const modules = {
  ...account,
  ...addresses,
  ...auth,
  ...cart,
  ...catalog,
  ...categories,
  ...chat,
  ...staffChat,
  ...chatSettings,
  ...content,
  ...staffContent,
  ...coupons,
  ...staffCoupons,
  ...customers,
  ...dashboard,
  ...delivery,
  ...favorites,
  ...gifts,
  ...giftExchanges,
  ...orders,
  ...orderPlacing,
  ...orderLists,
  ...staffOrders,
  ...orderEdits,
  ...orderWorkflow,
  ...orderSteps,
  ...emails,
  ...passkeys,
  ...payments,
  ...prices,
  ...staffProducts,
  ...bulkEdits,
  ...productsCsv,
  ...inventory,
  ...invoices,
  ...staffInvoices,
  ...reports,
  ...returns,
  ...staffReturns,
  ...returnPolicies,
  ...search,
  ...selections,
  ...staffSelections,
  ...staff,
  ...taxRules,
  ...turns,
  ...uploads,
  ...user,
  ...waitingList,
}
type Modules = typeof modules

const isDefinition = (value: unknown): value is Definition =>
  typeof value === 'object' && value !== null && 'name' in value && 'response' in value

/** Every endpoint of the API by name; one that no module defines is a type error. */
export type Endpoints = {
  [Name in EndpointName]: Extract<Modules[Name], Definition<Name>> &
    Pick<Endpoint, 'method' | 'path'>
}

export const endpoints = Object.fromEntries(
  Object.values<unknown>(modules)
    .filter(isDefinition)
    .map((definition) => {
      const [method, path] = paths[definition.name].split(' ')
      return [definition.name, { ...definition, method, path }]
    }),
) as Endpoints

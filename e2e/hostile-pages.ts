import type { AttackedShop } from '../apps/api/test/stored-xss/fill-shop.ts'

/** The pages of a shopper that show texts of others. */
export function shopperPaths(filled: AttackedShop): string[] {
  const { products, categories, orderIds, returnIds, giftPath, selectionPath } = filled
  return [
    '/',
    '/privacy',
    '/faq/about-us',
    ...products.map(({ identifier }) => `/product/${identifier}`),
    ...categories.map(({ path }) => path),
    '/product/imported',
    '/profile',
    '/profile/account',
    ...orderIds.map((id) => `/profile/orders/${id}`),
    `/profile/orders/${orderIds[0]}/invoice`,
    ...returnIds.map((id) => `/profile/returns/${id}`),
    selectionPath,
    giftPath,
  ]
}

/**
 * The pages of the back office that show texts of others; of some kinds one example that was looked
 * up.
 */
export function officePaths(
  filled: AttackedShop,
  { emailId, receiptId, couponId }: Record<'emailId' | 'receiptId' | 'couponId', string>,
): string[] {
  const { products, categories, orderIds, openOrderId, customerIds, roomIds } = filled
  return [
    '/admin',
    '/admin/orders',
    ...orderIds.map((id) => `/admin/orders/${id}`),
    `/admin/orders/${openOrderId}/edit`,
    `/admin/packing-slips/${orderIds[0]}`,
    `/admin/gift-card/${orderIds[0]}`,
    '/admin/returns',
    ...[...filled.returnIds, ...filled.giftReturnIds].map((id) => `/admin/returns/${id}`),
    '/admin/return-terms',
    '/admin/invoices',
    '/admin/sales',
    '/admin/customers',
    ...customerIds.map((id) => `/admin/customers/${id}`),
    '/admin/products',
    ...products.map(({ id }) => `/admin/products/${id}`),
    '/admin/inventory?q=createproduct',
    '/admin/received-goods',
    `/admin/received-goods/${receiptId}`,
    '/admin/categories',
    ...categories.map(({ id }) => `/admin/categories/${id}/selection`),
    '/admin/coupons',
    ...['', '/edit'].map((page) => `/admin/coupons/${couponId}${page}`),
    '/admin/staff',
    '/admin/audit',
    `/admin/emails/${emailId}`,
    '/admin/home-page',
    '/admin/featured-products',
    '/admin/faq',
    '/admin/information?page=privacy',
    '/admin/delivery',
    '/admin/invoicing',
    '/admin/price-rules',
    '/admin/tax-rules',
    '/admin/saved-replies',
    '/admin/selections',
    '/admin/colors',
    ...roomIds.map((id) => `/admin/conversations?room=${id}`),
  ]
}

/**
 * Pages of the back office that show nothing that anybody has written, only words without signs (searches,
 * synonyms, addresses of e-mails), or nothing before a job has run (`demand`), and `account`, whose passkeys are read on their
 * own.
 */
export const withoutTexts = [
  'products/create',
  'demand',
  'no-result-searches',
  'received-goods/new',
  'product-import',
  'tracking-import',
  'coupons/create',
  'synonyms',
  'office-hours',
  'emails',
  'account',
  'availability',
  'gifts',
  'time-zone',
]

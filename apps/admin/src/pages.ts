import { actsAs, type StaffRole } from '@solvane/contract/staff-role'
import type { ComponentType } from 'react'
import { WaitingCount } from './features/chat/support-connection.tsx'

/** A page of the back office. */
interface BackOfficePage {
  /** Under /admin, without a slash before it. */
  path: string
  /** Loads its code, when the page is opened. */
  load: () => Promise<ComponentType>
  /** The least role of staff who may open it; a manager unless stated. */
  least?: StaffRole
  /** Its name in the navigation; pages without one are reached from others. */
  label?: string
  /** A count beside its name in the navigation. */
  Count?: ComponentType
}

/** The site map of the back office: its pages, under the headings of the navigation. */
export const sections: readonly { heading: string; pages: readonly BackOfficePage[] }[] = [
  {
    heading: 'Today',
    pages: [
      {
        path: '',
        label: 'Today',
        least: 'SUPPORT',
        load: async () => (await import('./features/dashboard/dashboard.tsx')).Dashboard,
      },
    ],
  },
  {
    heading: 'Catalogue',
    pages: [
      {
        path: 'products',
        label: 'Products',
        least: 'SUPPORT',
        load: async () => (await import('./features/products/product-list.tsx')).ProductList,
      },
      {
        path: 'products/create',
        load: async () => (await import('./features/products/edit-product.tsx')).NewProduct,
      },
      {
        path: 'products/:id',
        load: async () => (await import('./features/products/edit-product.tsx')).EditProduct,
      },
      {
        path: 'inventory',
        label: 'Inventory',
        least: 'SUPPORT',
        load: async () => (await import('./features/products/inventory.tsx')).Inventory,
      },
      {
        path: 'demand',
        label: 'Wanted and sold out',
        least: 'SUPPORT',
        load: async () => (await import('./features/products/demand.tsx')).Demand,
      },
      {
        path: 'no-result-searches',
        label: 'Searched for and not found',
        load: async () => (await import('./features/search/no-result-list.tsx')).NoResultList,
      },
      {
        path: 'received-goods',
        label: 'Received goods',
        least: 'SUPPORT',
        load: async () => (await import('./features/products/received-goods.tsx')).ReceivedGoods,
      },
      {
        path: 'received-goods/new',
        load: async () => (await import('./features/products/receive-goods.tsx')).ReceiveGoods,
      },
      {
        path: 'received-goods/:id',
        least: 'SUPPORT',
        load: async () => (await import('./features/products/received-goods.tsx')).ReceivedDelivery,
      },
      {
        path: 'product-import',
        label: 'CSV import',
        load: async () => (await import('./features/products/product-import.tsx')).ProductImport,
      },
      {
        path: 'categories',
        label: 'Categories',
        load: async () => (await import('./features/categories/category-tree.tsx')).CategoryTree,
      },
      {
        path: 'colors',
        label: 'Colours',
        load: async () => (await import('./features/products/color-list.tsx')).ColorList,
      },
      {
        path: 'categories/:id/selection',
        load: async () =>
          (await import('./features/content/product-placement.tsx')).ArrangementPage,
      },
    ],
  },
  {
    heading: 'Orders',
    pages: [
      {
        path: 'orders',
        label: 'Orders',
        least: 'SUPPORT',
        load: async () => (await import('./features/orders/order-list.tsx')).OrderList,
      },
      {
        path: 'orders/:id',
        least: 'SUPPORT',
        load: async () => (await import('./features/orders/order-page.tsx')).OrderPage,
      },
      {
        path: 'orders/:id/edit',
        load: async () => (await import('./features/orders/edit-order.tsx')).EditOrder,
      },
      {
        path: 'tracking-import',
        load: async () => (await import('./features/orders/tracking-import.tsx')).TrackingImport,
      },
      {
        path: 'packing-slips/:ids',
        least: 'SUPPORT',
        load: async () => (await import('./features/orders/printed-pages.tsx')).PackingSlips,
      },
      {
        path: 'gift-card/:orderId',
        least: 'SUPPORT',
        load: async () => (await import('./features/orders/printed-pages.tsx')).GiftCard,
      },
      {
        path: 'returns',
        label: 'Returns',
        least: 'SUPPORT',
        load: async () => (await import('./features/returns/return-list.tsx')).ReturnList,
      },
      {
        path: 'returns/:id',
        least: 'SUPPORT',
        load: async () => (await import('./features/returns/return-page.tsx')).ReturnPage,
      },
      {
        path: 'invoices',
        label: 'Invoices',
        load: async () => (await import('./features/invoices/invoice-list.tsx')).InvoiceList,
      },
      {
        path: 'sales',
        label: 'Sales',
        load: async () => (await import('./features/dashboard/sales-report.tsx')).SalesReports,
      },
      {
        path: 'coupons',
        label: 'Coupons',
        least: 'SUPPORT',
        load: async () => (await import('./features/coupons/coupons.tsx')).CouponList,
      },
      {
        path: 'coupons/create',
        load: async () => (await import('./features/coupons/coupon-forms.tsx')).CouponCreate,
      },
      {
        path: 'coupons/:id',
        least: 'SUPPORT',
        load: async () => (await import('./features/coupons/coupons.tsx')).CouponPage,
      },
      {
        path: 'coupons/:id/edit',
        load: async () => (await import('./features/coupons/coupon-forms.tsx')).CouponEdit,
      },
    ],
  },
  {
    heading: 'Customers',
    pages: [
      {
        path: 'customers',
        label: 'Customers',
        least: 'SUPPORT',
        load: async () => (await import('./features/customers/customer-list.tsx')).CustomerList,
      },
      {
        path: 'customers/:id',
        least: 'SUPPORT',
        load: async () => (await import('./features/customers/customer-page.tsx')).CustomerPage,
      },
      {
        path: 'selections',
        label: 'Selections',
        least: 'SUPPORT',
        load: async () => (await import('./features/customers/customer-list.tsx')).SelectionsPage,
      },
    ],
  },
  {
    heading: 'Content',
    pages: [
      {
        path: 'home-page',
        label: 'Home page',
        load: async () => (await import('./features/content/home-page.tsx')).HomePage,
      },
      {
        path: 'featured-products',
        label: 'Featured products',
        load: async () =>
          (await import('./features/content/product-placement.tsx')).FeaturedProductsPage,
      },
      {
        path: 'faq',
        label: 'FAQ',
        load: async () => (await import('./features/content/faq-page.tsx')).FaqPage,
      },
      {
        path: 'information',
        label: 'Information pages',
        load: async () => (await import('./features/content/information-page.tsx')).InformationPage,
      },
      {
        path: 'synonyms',
        label: 'Synonyms',
        load: async () => (await import('./features/search/synonym-list.tsx')).SynonymList,
      },
    ],
  },
  {
    heading: 'Conversations',
    pages: [
      {
        path: 'conversations',
        label: 'Inbox',
        least: 'SUPPORT',
        Count: WaitingCount,
        load: async () => (await import('./features/chat/inbox.tsx')).Inbox,
      },
      {
        path: 'saved-replies',
        label: 'Saved replies',
        least: 'SUPPORT',
        load: async () => (await import('./features/chat/chat-settings.tsx')).Replies,
      },
      {
        path: 'office-hours',
        label: 'Office hours',
        least: 'SUPPORT',
        load: async () => (await import('./features/chat/chat-settings.tsx')).Hours,
      },
    ],
  },
  {
    heading: 'Settings',
    pages: [
      {
        path: 'emails',
        label: 'E-mails',
        least: 'SUPPORT',
        load: async () => (await import('./features/emails/emails.tsx')).EmailList,
      },
      {
        path: 'emails/:id',
        least: 'SUPPORT',
        load: async () => (await import('./features/emails/emails.tsx')).EmailPage,
      },
      {
        path: 'account',
        least: 'SUPPORT',
        load: async () => (await import('./features/account/account-page.tsx')).AccountPage,
      },
      {
        path: 'staff',
        label: 'Staff',
        least: 'OWNER',
        load: async () => (await import('./features/staff/staff-list.tsx')).StaffList,
      },
      {
        path: 'audit',
        label: 'Audit log',
        least: 'OWNER',
        load: async () => (await import('./features/staff/audit-list.tsx')).AuditList,
      },
      {
        path: 'availability',
        label: 'Availability',
        load: async () => (await import('./features/content/settings-pages.tsx')).AvailabilityPage,
      },
      {
        path: 'delivery',
        label: 'Delivery',
        load: async () => (await import('./features/content/delivery-page.tsx')).DeliveryPage,
      },
      {
        path: 'gifts',
        label: 'Gifts',
        load: async () => (await import('./features/content/settings-pages.tsx')).GiftsPage,
      },
      {
        path: 'invoicing',
        label: 'Invoicing',
        load: async () => (await import('./features/content/settings-pages.tsx')).InvoicingPage,
      },
      {
        path: 'price-rules',
        label: 'Price rules',
        load: async () => (await import('./features/content/price-rules-page.tsx')).PriceRulesPage,
      },
      {
        path: 'return-terms',
        label: 'Return terms',
        load: async () => (await import('./features/returns/return-terms.tsx')).ReturnTerms,
      },
      {
        path: 'tax-rules',
        label: 'Tax rules',
        load: async () => (await import('./features/invoices/tax-rules-page.tsx')).TaxRulesPage,
      },
      {
        path: 'time-zone',
        label: 'Time zone',
        load: async () => (await import('./features/content/settings-pages.tsx')).TimeZonePage,
      },
    ],
  },
]

/** The sections with the pages that someone of `role` may open; empty sections are left out. */
export function sectionsFor(role: StaffRole) {
  return sections
    .map(({ heading, pages }) => ({
      heading,
      pages: pages.filter(({ least = 'MANAGER' }) => actsAs(role, least)),
    }))
    .filter(({ pages }) => pages.length > 0)
}

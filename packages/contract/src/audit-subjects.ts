/** What staff act upon, as the audit log names it. */
export const auditSubjectKinds = [
  'PRODUCT',
  'CATEGORY',
  'COUPON',
  'ORDER',
  'CUSTOMER',
  'STAFF',
  'CONTENT',
  'SYNONYM',
  'COLOR',
  'CANNED_REPLY',
  'OFFICE_HOURS',
  'CONVERSATION',
  'EMAIL',
] as const
export type AuditSubjectKind = (typeof auditSubjectKinds)[number]

const contentPaths: Partial<Record<string, string>> = {
  home: '/home-page',
  settings: '/delivery',
  recommendations: '/chosen-pieces',
  faq: '/questions',
}

/** Where the back office shows a subject, below `/admin`. */
export function pathOfSubject(kind: AuditSubjectKind, id: string): string {
  const inAddress = encodeURIComponent(id)
  switch (kind) {
    case 'PRODUCT':
      return `/products/${inAddress}`
    case 'ORDER':
      return `/orders/${inAddress}/show`
    case 'CUSTOMER':
      return `/customers/${inAddress}/show`
    case 'COUPON':
      return `/coupons/${inAddress}/show`
    case 'EMAIL':
      return `/letters/${inAddress}/show`
    case 'CATEGORY':
      return '/categories'
    case 'STAFF':
      return '/staff'
    case 'SYNONYM':
      return '/search-words'
    case 'COLOR':
      return '/products'
    case 'CANNED_REPLY':
      return '/replies'
    case 'OFFICE_HOURS':
      return '/office-hours'
    case 'CONVERSATION':
      return '/conversations'
    case 'CONTENT':
      return contentPaths[id] ?? '/information'
  }
}

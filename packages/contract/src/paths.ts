/** Prefix of every API path. */
export const apiPrefix = '/api'

/** Name of the header that carries a guest's cart id. */
export const guestCartHeader = 'x-guest-cart-id'

/** Name of the header that makes placing an order idempotent. */
export const idempotencyKeyHeader = 'idempotency-key'

/**
 * The endpoints of the API: method and path of each by name, relative to `/api`. Their schemas are in
 * the modules beside this file. This file has no schemas, so that browsers can find a path without
 * downloading any; the storefront imports `shopperPaths` alone.
 */
export const shopperPaths = {
  listProducts: 'GET /products',
  listFacets: 'GET /products/facets',
  getRecommendations: 'GET /products/recommendations',
  getProduct: 'GET /products/{id}',
  listAlternatives: 'GET /products/{id}/alternatives',
  getProductTurn: 'GET /products/{id}/turn',
  reportNoResults: 'POST /products/no-results',
  getCategoryTree: 'GET /categories/tree',
  getCategory: 'GET /categories/{identifier}',
  getHomeContent: 'GET /content/home',
  getPage: 'GET /content/pages/{slug}',
  getFaq: 'GET /content/faq',
  getSiteSettings: 'GET /content/settings',
  getGiftOptions: 'GET /content/gifts',
  listDeliveryMethods: 'GET /delivery/methods',

  register: 'POST /auth/register',
  login: 'POST /auth/login',
  requestSignInCode: 'POST /auth/sign-in-code',
  signInByCode: 'POST /auth/sign-in-by-code',
  passSecondFactor: 'POST /auth/second-factor',
  beginPasskeySignIn: 'POST /auth/passkey/begin',
  signInByPasskey: 'POST /auth/passkey',
  refresh: 'POST /auth/refresh',
  logout: 'POST /auth/logout',
  logoutEverywhere: 'POST /auth/logout-everywhere',
  forgotPassword: 'POST /auth/forgot-password',
  getPasswordLink: 'POST /auth/password-link',
  resetPassword: 'POST /auth/reset-password',
  verifyEmail: 'POST /auth/verify-email',
  resendVerification: 'POST /auth/resend-verification',

  getProfile: 'GET /user/profile',
  updateProfile: 'PATCH /user/profile',
  changePassword: 'PATCH /user/change-password',
  exportMyData: 'GET /user/export',
  deleteAccount: 'DELETE /user',
  requestDeletionCode: 'POST /user/code',
  listMyPasskeys: 'GET /user/passkeys',
  addPasskey: 'POST /user/passkeys',
  beginPasskey: 'POST /user/passkeys/begin',
  removePasskey: 'DELETE /user/passkeys/{passkeyId}',

  listAddresses: 'GET /addresses',
  createAddress: 'POST /addresses',
  updateAddress: 'PATCH /addresses/{id}',
  deleteAddress: 'DELETE /addresses/{id}',

  listFavorites: 'GET /products/favorites',
  listFavoriteIds: 'GET /products/favorites/ids',
  addFavorites: 'POST /products/favorites',
  toggleFavorite: 'PATCH /products/favorite/{variantId}',

  getCart: 'GET /cart',
  addCartItem: 'POST /cart/items',
  updateCartItem: 'PATCH /cart/items/{itemId}',
  removeCartItem: 'DELETE /cart/items/{itemId}',
  removeCartItems: 'DELETE /cart/items',
  mergeCart: 'POST /cart/merge',

  joinWaitingList: 'POST /waiting-list',
  getWaitingLink: 'POST /waiting-list/link',
  confirmWaiting: 'POST /waiting-list/confirm',
  leaveWaitingList: 'POST /waiting-list/leave',
  claimOffer: 'POST /waiting-list/claim',
  listMyWaiting: 'GET /waiting-list/my',
  leaveMyWaiting: 'DELETE /waiting-list/my/{id}',

  openAdviserSelection: 'POST /selections/link',

  listMyCoupons: 'GET /coupons/my',

  previewOrder: 'POST /orders/preview',
  placeOrder: 'POST /orders',
  listMyOrders: 'GET /orders/my',
  getMyOrder: 'GET /orders/my/{orderId}',
  cancelMyOrder: 'POST /orders/my/{orderId}/cancel',
  getMyInvoice: 'GET /orders/my/{orderId}/invoices/{id}',

  getReturnOptions: 'GET /orders/my/{orderId}/returns',
  requestReturn: 'POST /orders/my/{orderId}/returns',
  getMyReturn: 'GET /returns/my/{returnId}',
  getReturnPhoto: 'GET /returns/my/{returnId}/photos/{photoId}',
  sendMyReturn: 'POST /returns/my/{returnId}/send',
  cancelMyReturn: 'POST /returns/my/{returnId}/cancel',
  withdrawFromOrder: 'POST /returns/withdrawals',

  openGift: 'POST /gifts/open',
  requestGiftExchange: 'POST /gifts/exchanges',
  cancelGiftExchange: 'POST /gifts/exchanges/cancel',

  listPaymentMethods: 'GET /payments/methods',
  initiatePayment: 'POST /payments/initiate/order/{orderId}',
  getPaymentStatus: 'GET /payments/status/{providerOrderId}',
  getUsdtPayment: 'GET /payments/usdt/{paymentId}',

  listChatMessages: 'GET /chat/rooms/{roomId}/messages',
  getChatPicture: 'GET /chat/rooms/{roomId}/pictures/{pictureId}',
  getChatRoom: 'GET /chat/rooms/{roomId}',
  claimChatRoom: 'POST /chat/rooms/{roomId}/claim',

  uploadFiles: 'POST /uploads',
} as const

/** The name of an endpoint that shoppers use. */
export type ShopperEndpointName = keyof typeof shopperPaths

/** The endpoints of the back office. */
const staffPaths = {
  getMySecurity: 'GET /admin/account',
  confirmAction: 'POST /admin/account/confirm',
  beginPasskeyConfirmation: 'POST /admin/account/confirm/begin',
  beginTotp: 'POST /admin/account/totp',
  enableTotp: 'POST /admin/account/totp/enable',
  removeTotp: 'DELETE /admin/account/totp',
  renewRecoveryCodes: 'POST /admin/account/recovery-codes',
  addStaffPasskey: 'POST /admin/account/passkeys',
  beginStaffPasskey: 'POST /admin/account/passkeys/begin',
  removeStaffPasskey: 'DELETE /admin/account/passkeys/{passkeyId}',

  listConversations: 'GET /admin/chat/rooms',
  countConversations: 'GET /admin/chat/counts',
  getConversation: 'GET /admin/chat/rooms/{roomId}',
  listConversationMessages: 'GET /admin/chat/rooms/{roomId}/messages',
  getConversationPicture: 'GET /admin/chat/rooms/{roomId}/pictures/{pictureId}',
  takeConversation: 'POST /admin/chat/rooms/{roomId}/take',
  assignConversation: 'POST /admin/chat/rooms/{roomId}/assign',
  releaseConversation: 'POST /admin/chat/rooms/{roomId}/release',
  closeConversation: 'POST /admin/chat/rooms/{roomId}/close',
  reopenConversation: 'POST /admin/chat/rooms/{roomId}/reopen',
  sendAdviserSelection: 'POST /admin/chat/rooms/{roomId}/selections',
  listSupporters: 'GET /admin/chat/supporters',
  listCannedReplies: 'GET /admin/chat/replies',
  createCannedReply: 'POST /admin/chat/replies',
  updateCannedReply: 'PATCH /admin/chat/replies/{id}',
  deleteCannedReply: 'DELETE /admin/chat/replies/{id}',
  getOfficeHours: 'GET /admin/chat/hours',
  setOfficeHours: 'PUT /admin/chat/hours',

  listStaffProducts: 'GET /admin/products',
  createProduct: 'POST /admin/products',
  exportProducts: 'POST /admin/products/csv/exports',
  importProducts: 'POST /admin/products/csv/imports',
  applyProductImport: 'POST /admin/products/csv/imports/{id}/apply',
  listCsvJobs: 'GET /admin/products/csv/jobs',
  getCsvJob: 'GET /admin/products/csv/jobs/{id}',
  downloadCsvFile: 'GET /admin/products/csv/jobs/{id}/file',
  previewBulkEdit: 'POST /admin/products/bulk/preview',
  applyBulkEdit: 'POST /admin/products/bulk',
  getStaffProduct: 'GET /admin/products/{id}',
  updateProduct: 'PUT /admin/products/{id}',
  deleteProduct: 'DELETE /admin/products/{id}',
  restoreProduct: 'POST /admin/products/{id}/restore',
  duplicateProduct: 'POST /admin/products/{id}/duplicate',
  listProductTurns: 'GET /admin/products/{id}/turns',
  saveProductTurn: 'PUT /admin/products/{id}/turns',
  deleteProductTurn: 'DELETE /admin/products/{id}/turns',
  getVariantStock: 'GET /admin/variants/{id}/stock',
  adjustStock: 'POST /admin/variants/{id}/stock',
  listStockMovements: 'GET /admin/variants/{id}/movements',
  getPriceHistory: 'GET /admin/variants/{id}/prices',
  getPriceRules: 'GET /admin/price-rules',
  savePriceRules: 'PUT /admin/price-rules',
  listInventory: 'GET /admin/inventory',
  saveInventory: 'POST /admin/inventory/changes',
  listDemand: 'GET /admin/demand',
  listGoodsReceipts: 'GET /admin/deliveries',
  receiveGoods: 'POST /admin/deliveries',
  checkGoods: 'POST /admin/deliveries/check',
  getGoodsReceipt: 'GET /admin/deliveries/{id}',
  listColors: 'GET /admin/colors',
  createColor: 'POST /admin/colors',
  updateColor: 'PUT /admin/colors/{name}',

  shipOrder: 'POST /admin/orders/{orderId}/ship',
  sendParcel: 'POST /admin/orders/{orderId}/parcels',
  correctTracking: 'PUT /admin/orders/{orderId}/tracking',
  correctOrderContact: 'PATCH /admin/orders/{orderId}/contact',
  previewOrderEdit: 'POST /admin/orders/{orderId}/edit-preview',
  editOrder: 'POST /admin/orders/{orderId}/edits',
  sendOrderEmail: 'POST /admin/orders/{orderId}/emails',
  deliverOrder: 'POST /admin/orders/{orderId}/deliver',
  completeOrder: 'POST /admin/orders/{orderId}/complete',
  cancelOrder: 'POST /admin/orders/{orderId}/cancel',
  refundOrder: 'POST /admin/orders/{orderId}/refunds',
  markOrderPaid: 'POST /admin/orders/{orderId}/mark-paid',
  collectCash: 'POST /admin/orders/{orderId}/collect-cash',
  markOrderRefused: 'POST /admin/orders/{orderId}/refused',
  previewOrderSteps: 'POST /admin/order-steps/preview',
  takeOrderSteps: 'POST /admin/order-steps',
  checkTracking: 'POST /admin/order-steps/tracking',
  shipOrders: 'POST /admin/order-steps/ship',

  listOrders: 'GET /admin/orders',
  countOrders: 'GET /admin/orders/counts',
  getOrder: 'GET /admin/orders/{orderId}',
  addOrderNote: 'POST /admin/orders/{orderId}/notes',
  resolvePaymentReview: 'POST /admin/orders/{orderId}/payments/{paymentId}/resolve-review',
  listPackingSlips: 'GET /admin/packing-slips',
  makeGiftLink: 'POST /admin/orders/{orderId}/gift-links',

  listReturns: 'GET /admin/returns',
  countReturns: 'GET /admin/returns/counts',
  getReturn: 'GET /admin/returns/{returnId}',
  getStaffReturnPhoto: 'GET /admin/returns/{returnId}/photos/{photoId}',
  approveReturn: 'POST /admin/returns/{returnId}/approve',
  declineReturn: 'POST /admin/returns/{returnId}/decline',
  receiveReturn: 'POST /admin/returns/{returnId}/receive',
  inspectReturn: 'POST /admin/returns/{returnId}/inspect',
  refundReturn: 'POST /admin/returns/{returnId}/refund',
  exchangeReturn: 'POST /admin/returns/{returnId}/exchange',
  cancelWithdrawnOrder: 'POST /admin/returns/{returnId}/cancel-order',
  sendReturnBack: 'POST /admin/returns/{returnId}/send-back',

  listReturnPolicies: 'GET /admin/return-policies',
  addReturnPolicy: 'POST /admin/return-policies',

  listInvoices: 'GET /admin/invoices',
  getInvoice: 'GET /admin/invoices/{invoiceId}',
  getInvoicing: 'GET /admin/content/invoicing',
  saveInvoicing: 'PUT /admin/content/invoicing',
  listTaxRules: 'GET /admin/tax-rules',
  addTaxRule: 'POST /admin/tax-rules',

  listCustomers: 'GET /admin/customers',
  getCustomer: 'GET /admin/customers/{customerId}',
  blockCustomer: 'POST /admin/customers/{customerId}/block',
  unblockCustomer: 'POST /admin/customers/{customerId}/unblock',
  liftOrderLimits: 'POST /admin/customers/{customerId}/lift-order-limits',
  restoreOrderLimits: 'POST /admin/customers/{customerId}/restore-order-limits',
  sendCustomerVerification: 'POST /admin/customers/{customerId}/send-verification',
  exportCustomer: 'POST /admin/customers/{customerId}/export',
  deleteCustomer: 'DELETE /admin/customers/{customerId}',
  makeAdviserSelection: 'POST /admin/customers/{customerId}/selections',

  listAdviserSelections: 'GET /admin/selections',
  makeSelectionForCaller: 'POST /admin/selections',
  takeBackAdviserSelection: 'POST /admin/selections/{selectionId}/take-back',

  listCoupons: 'GET /admin/coupons',
  getCoupon: 'GET /admin/coupons/{couponId}',
  createCoupon: 'POST /admin/coupons',
  updateCoupon: 'PUT /admin/coupons/{couponId}',
  setCouponEnabled: 'PATCH /admin/coupons/{couponId}/enabled',
  listRedemptions: 'GET /admin/coupons/{couponId}/redemptions',

  getDashboard: 'GET /admin/dashboard',
  getSales: 'GET /admin/sales',
  listLowStock: 'GET /admin/low-stock',
  getSalesReport: 'GET /admin/reports/sales',
  exportRecords: 'POST /admin/exports',

  listStaff: 'GET /admin/staff',
  inviteStaff: 'POST /admin/staff',
  sendInvitation: 'POST /admin/staff/{userId}/invitation',
  changeStaffRole: 'PATCH /admin/staff/{userId}',
  removeStaff: 'DELETE /admin/staff/{userId}',
  listAuditEntries: 'GET /admin/audit',

  listEmails: 'GET /admin/emails',
  getOutbox: 'GET /admin/outbox',
  getEmail: 'GET /admin/emails/{emailId}',
  resendEmail: 'POST /admin/emails/{emailId}/send',

  getHomeDraft: 'GET /admin/content/home',
  saveHome: 'PUT /admin/content/home',
  getSettingsDraft: 'GET /admin/content/settings',
  saveSettings: 'PUT /admin/content/settings',
  getDeliveryDraft: 'GET /admin/content/delivery',
  saveDelivery: 'PUT /admin/content/delivery',
  getGiftsDraft: 'GET /admin/content/gifts',
  saveGifts: 'PUT /admin/content/gifts',
  getAvailability: 'GET /admin/content/availability',
  saveAvailability: 'PUT /admin/content/availability',
  getRecommendationsDraft: 'GET /admin/content/recommendations',
  saveRecommendations: 'PUT /admin/content/recommendations',
  getFaqDraft: 'GET /admin/content/faq',
  saveFaq: 'PUT /admin/content/faq',
  listPages: 'GET /admin/content/pages',
  getPageDraft: 'GET /admin/content/pages/{slug}',
  savePage: 'PUT /admin/content/pages/{slug}',
  listPictures: 'GET /admin/pictures',

  listSynonyms: 'GET /admin/synonyms',
  getSynonym: 'GET /admin/synonyms/{id}',
  createSynonym: 'POST /admin/synonyms',
  updateSynonym: 'PUT /admin/synonyms/{id}',
  deleteSynonym: 'DELETE /admin/synonyms/{id}',
  listNoResultSearches: 'GET /admin/no-result-searches',
  dismissNoResultSearch: 'POST /admin/no-result-searches/dismiss',
  restoreNoResultSearch: 'POST /admin/no-result-searches/restore',

  listCategories: 'GET /admin/categories',
  createCategory: 'POST /admin/categories',
  updateCategory: 'PUT /admin/categories/{id}',
  moveCategory: 'POST /admin/categories/{id}/move',
  deleteCategory: 'DELETE /admin/categories/{id}',
  getCategoryArrangement: 'GET /admin/categories/{id}/selection',
  saveCategoryArrangement: 'PUT /admin/categories/{id}/selection',
} as const

/** Every endpoint of the API. Pure, so that bundles with `shopperPaths` leave the others out. */
export const paths = /* @__PURE__ */ Object.assign({}, shopperPaths, staffPaths)

/** The name of an endpoint. */
export type EndpointName = keyof typeof paths

/**
 * Endpoints that open, end or refresh a session. They ignore the bearer of the request, which may
 * have expired, and their errors do not end the session.
 */
export const outsideSession: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'register',
  'login',
  'requestSignInCode',
  'signInByCode',
  'passSecondFactor',
  'beginPasskeySignIn',
  'signInByPasskey',
  'refresh',
  'logout',
  'forgotPassword',
  'getPasswordLink',
  'resetPassword',
  'verifyEmail',
])

/** The identifier of the category that a link of the shop leads to; null if it leads elsewhere. */
export function linkedCategory(link: string): string | null {
  const [, path] = /^\/filter\/([^?#]+)/.exec(link) ?? []
  return path?.split('/').findLast(Boolean) ?? null
}

/** Operations that only preview another's effect, or confirm an action that names what confirmed it. */
export const unloggedOperations: ReadonlySet<string> = new Set<EndpointName>([
  'checkGoods',
  'checkTracking',
  'beginPasskeyConfirmation',
  'confirmAction',
  'importProducts',
  'previewBulkEdit',
  'previewOrderEdit',
  'previewOrderSteps',
])

import * as addresses from './addresses.ts'
import * as auth from './auth.ts'
import * as cart from './cart.ts'
import * as catalog from './catalog.ts'
import * as categories from './categories.ts'
import * as staffCategories from './categories-admin.ts'
import * as chat from './chat.ts'
import * as support from './chat-support.ts'
import * as content from './content.ts'
import * as staffContent from './content-admin.ts'
import * as coupons from './coupons.ts'
import * as staffCoupons from './coupons-admin.ts'
import * as customers from './customers.ts'
import * as dashboard from './dashboard.ts'
import * as favorites from './favorites.ts'
import * as workflow from './order-workflow.ts'
import * as orders from './orders.ts'
import * as staffOrders from './orders-admin.ts'
import * as outbox from './outbox.ts'
import type { CallName } from './paths.ts'
import * as payments from './payments.ts'
import * as products from './products-admin.ts'
import * as manyProducts from './products-bulk.ts'
import * as productsCsv from './products-csv.ts'
import * as words from './search-admin.ts'
import * as staff from './staff.ts'
import * as stock from './stock-admin.ts'
import * as uploads from './uploads.ts'
import * as user from './user.ts'

/** Every API call by name, with its schemas. */
export const calls = {
  listProducts: catalog.listProducts,
  listFacets: catalog.listFacets,
  getRecommendations: catalog.getRecommendations,
  getProduct: catalog.getProduct,
  getCategoryTree: categories.getCategoryTree,
  getCategory: categories.getCategory,
  getHomeContent: content.getHomeContent,
  getPage: content.getPage,
  getFaq: content.getFaq,
  getSiteSettings: content.getSiteSettings,

  register: auth.register,
  login: auth.login,
  refresh: auth.refresh,
  logout: auth.logout,
  logoutEverywhere: auth.logoutEverywhere,
  forgotPassword: auth.forgotPassword,
  getPasswordLink: auth.getPasswordLink,
  resetPassword: auth.resetPassword,
  verifyEmail: auth.verifyEmail,
  resendVerification: auth.resendVerification,

  getProfile: user.getProfile,
  updateProfile: user.updateProfile,
  changePassword: user.changePassword,
  exportMyData: user.exportMyData,
  deleteAccount: user.deleteAccount,

  listAddresses: addresses.listAddresses,
  createAddress: addresses.createAddress,
  updateAddress: addresses.updateAddress,
  deleteAddress: addresses.deleteAddress,

  listFavorites: favorites.listFavorites,
  listFavoriteIds: favorites.listFavoriteIds,
  addFavorites: favorites.addFavorites,
  toggleFavorite: favorites.toggleFavorite,

  getCart: cart.getCart,
  addCartItem: cart.addCartItem,
  updateCartItem: cart.updateCartItem,
  removeCartItem: cart.removeCartItem,
  removeCartItems: cart.removeCartItems,
  mergeCart: cart.mergeCart,

  listMyCoupons: coupons.listMyCoupons,

  previewOrder: orders.previewOrder,
  placeOrder: orders.placeOrder,
  listMyOrders: orders.listMyOrders,
  getMyOrder: orders.getMyOrder,
  cancelMyOrder: orders.cancelMyOrder,

  listPaymentMethods: payments.listPaymentMethods,
  initiatePayment: payments.initiatePayment,
  getPaymentStatus: payments.getPaymentStatus,
  getUsdtPayment: payments.getUsdtPayment,

  listChatMessages: chat.listChatMessages,
  getChatPicture: chat.getChatPicture,
  getChatRoom: chat.getChatRoom,
  claimChatRoom: chat.claimChatRoom,

  listConversations: support.listConversations,
  countConversations: support.countConversations,
  getConversation: support.getConversation,
  listConversationMessages: support.listConversationMessages,
  getConversationPicture: support.getConversationPicture,
  takeConversation: support.takeConversation,
  assignConversation: support.assignConversation,
  releaseConversation: support.releaseConversation,
  closeConversation: support.closeConversation,
  reopenConversation: support.reopenConversation,
  listSupporters: support.listSupporters,
  listCannedReplies: support.listCannedReplies,
  createCannedReply: support.createCannedReply,
  updateCannedReply: support.updateCannedReply,
  deleteCannedReply: support.deleteCannedReply,
  getOfficeHours: support.getOfficeHours,
  setOfficeHours: support.setOfficeHours,

  uploadFiles: uploads.uploadFiles,

  listStaffProducts: products.listStaffProducts,
  createProduct: products.createProduct,
  exportProducts: productsCsv.exportProducts,
  importProducts: productsCsv.importProducts,
  applyProductImport: productsCsv.applyProductImport,
  listCsvJobs: productsCsv.listCsvJobs,
  getCsvJob: productsCsv.getCsvJob,
  downloadCsvFile: productsCsv.downloadCsvFile,
  previewBulkEdit: manyProducts.previewBulkEdit,
  applyBulkEdit: manyProducts.applyBulkEdit,
  getStaffProduct: products.getStaffProduct,
  updateProduct: products.updateProduct,
  deleteProduct: products.deleteProduct,
  restoreProduct: products.restoreProduct,
  duplicateProduct: products.duplicateProduct,
  getVariantStock: stock.getVariantStock,
  adjustStock: stock.adjustStock,
  listStockMovements: stock.listStockMovements,
  listColors: products.listColors,
  createColor: products.createColor,

  shipOrder: workflow.shipOrder,
  deliverOrder: workflow.deliverOrder,
  completeOrder: workflow.completeOrder,
  cancelOrder: workflow.cancelOrder,
  refundOrder: workflow.refundOrder,
  markOrderPaid: workflow.markOrderPaid,
  collectCash: workflow.collectCash,

  listOrders: staffOrders.listOrders,
  countOrders: staffOrders.countOrders,
  getOrder: staffOrders.getOrder,
  addOrderNote: staffOrders.addOrderNote,
  resolvePaymentReview: staffOrders.resolvePaymentReview,
  listPackingSlips: staffOrders.listPackingSlips,

  listCustomers: customers.listCustomers,
  getCustomer: customers.getCustomer,
  blockCustomer: customers.blockCustomer,
  unblockCustomer: customers.unblockCustomer,
  liftOrderLimits: customers.liftOrderLimits,
  restoreOrderLimits: customers.restoreOrderLimits,
  sendCustomerVerification: customers.sendCustomerVerification,
  exportCustomer: customers.exportCustomer,
  deleteCustomer: customers.deleteCustomer,

  listCoupons: staffCoupons.listCoupons,
  getCoupon: staffCoupons.getCoupon,
  createCoupon: staffCoupons.createCoupon,
  updateCoupon: staffCoupons.updateCoupon,
  setCouponEnabled: staffCoupons.setCouponEnabled,
  listRedemptions: staffCoupons.listRedemptions,

  getDashboard: dashboard.getDashboard,
  getSales: dashboard.getSales,

  listStaff: staff.listStaff,
  inviteStaff: staff.inviteStaff,
  sendInvitation: staff.sendInvitation,
  changeStaffRole: staff.changeStaffRole,
  removeStaff: staff.removeStaff,
  listAuditEntries: staff.listAuditEntries,

  listLetters: outbox.listLetters,
  getOutbox: outbox.getOutbox,
  getLetter: outbox.getLetter,
  sendLetterAgain: outbox.sendLetterAgain,

  getHomeDraft: staffContent.getHomeDraft,
  saveHome: staffContent.saveHome,
  getSettingsDraft: staffContent.getSettingsDraft,
  saveSettings: staffContent.saveSettings,
  getRecommendationsDraft: staffContent.getRecommendationsDraft,
  saveRecommendations: staffContent.saveRecommendations,
  getFaqDraft: staffContent.getFaqDraft,
  saveFaq: staffContent.saveFaq,
  listPages: staffContent.listPages,
  getPageDraft: staffContent.getPageDraft,
  savePage: staffContent.savePage,
  listPictures: staffContent.listPictures,

  listSynonyms: words.listSynonyms,
  getSynonym: words.getSynonym,
  createSynonym: words.createSynonym,
  updateSynonym: words.updateSynonym,
  deleteSynonym: words.deleteSynonym,

  listCategories: staffCategories.listCategories,
  createCategory: staffCategories.createCategory,
  updateCategory: staffCategories.updateCategory,
  moveCategory: staffCategories.moveCategory,
  deleteCategory: staffCategories.deleteCategory,
} as const satisfies { [Name in CallName]: { name: Name } }

export type Calls = typeof calls

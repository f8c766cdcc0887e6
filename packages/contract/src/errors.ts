/**
 * Errors with a page of their own; separate, so that the browser does not download all the others.
 */
export const pageErrors = {
  PRODUCT_NOT_FOUND: {
    status: 404,
    message: 'Opps!! Something went wrong. Please try again later.',
  },
  CATEGORY_NOT_FOUND: { status: 404, message: 'We could not find this category.' },
} as const

/**
 * The declared errors: code → HTTP status and default message. A use case throws `ShopError(code)`;
 * any other error is logged and answered as `INTERNAL`.
 */
export const errorCatalogue = {
  BAD_REQUEST: { status: 400, message: 'Please check what you entered and try again.' },
  NOT_FOUND: { status: 404, message: 'We could not find what you asked for.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'That is more than we can accept at once.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Please send JSON.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Please try again later.' },
  UNAVAILABLE: {
    status: 503,
    message: 'We are temporarily unavailable. Please try again shortly.',
  },
  READ_ONLY: {
    status: 503,
    message:
      'We are working on our shop: you can look around, but orders and changes are not possible for a moment.',
  },
  ...pageErrors,
  CATEGORY_TAKEN: {
    status: 409,
    message: 'A category with this identifier or URL already exists.',
  },
  CATEGORY_CYCLE: { status: 409, message: 'A category cannot be moved into its own subtree.' },
  CATEGORY_ROOT: {
    status: 409,
    message: 'This is the top category: it cannot be moved or removed.',
  },
  CATEGORY_TOO_DEEP: { status: 409, message: 'The menu has three levels at most.' },
  CATEGORY_NOT_EMPTY: {
    status: 409,
    message: 'This category contains products or other categories. Please move them first.',
  },
  CATEGORY_LINKED: {
    status: 409,
    message: 'The home page links to this category. Please change that link first.',
  },
  SYNONYM_NOT_FOUND: { status: 404, message: 'We could not find this synonym.' },
  SYNONYM_TAKEN: { status: 409, message: 'This synonym already exists.' },
  SEARCH_TERM_NOT_FOUND: { status: 404, message: 'This term is not in the list any more.' },
  PAGE_NOT_FOUND: { status: 404, message: 'We could not find this page.' },

  UNAUTHENTICATED: { status: 401, message: 'Please sign in.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this.' },
  LOGIN_FAILED: { status: 400, message: 'Please check your login and password.' },
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Please confirm that it is you.' },
  SECOND_FACTOR_MISSING: {
    status: 403,
    message: 'Please add a second factor to your account first.',
  },
  SIGN_IN_EXPIRED: { status: 400, message: 'That took too long. Please sign in again.' },
  FACTOR_CODE_WRONG: {
    status: 400,
    message: 'This code is not valid, or was used before. Please enter the next one.',
  },
  CONFIRMATION_REQUIRED: { status: 403, message: 'Please confirm that it is you.' },
  LAST_FACTOR: {
    status: 409,
    message: 'Your role needs a second factor. Please add another one first.',
  },
  SIGN_IN_CODE_WRONG: {
    status: 400,
    message: 'This code is not valid. Please check it, or ask for a new one.',
  },
  PASSKEY_REFUSED: {
    status: 400,
    message: 'This passkey did not work. Please try again, or choose another way.',
  },
  PASSKEY_NOT_FOUND: { status: 404, message: 'We could not find this passkey.' },
  TOO_MANY_PASSKEYS: {
    status: 409,
    message: 'Your account has as many passkeys as it can. Please remove one first.',
  },
  REGISTRATION_FAILED: { status: 400, message: 'Registration failed. Please try again.' },
  WRONG_PASSWORD: { status: 400, message: 'Please check your current password.' },
  PASSWORDS_DIFFER: {
    status: 400,
    message: 'Please ensure the confirmation password is the same as your new password.',
  },
  PASSWORD_TOO_SHORT: {
    status: 400,
    message: 'Password must be at least 6 characters long.',
  },
  LINK_EXPIRED: { status: 400, message: 'This link is no longer valid. Please ask for a new one.' },

  ADDRESS_NOT_FOUND: { status: 404, message: 'We could not find this address.' },
  TOO_MANY_ADDRESSES: { status: 409, message: 'Your address book is full.' },

  FAVORITES_REFUSED: { status: 400, message: 'Error: Some selected items cannot be favorited.' },

  GUEST_CART_ID_INVALID: { status: 400, message: 'Failed to get shopping cart.' },
  CART_ITEM_NOT_FOUND: { status: 404, message: 'This item is no longer in your cart.' },
  VARIANT_NOT_FOUND: { status: 404, message: 'Item is unavailable' },
  NOT_ENOUGH_STOCK: { status: 409, message: 'There are not that many of this item left.' },
  CART_FULL: { status: 409, message: 'Your cart is full.' },

  WAITING_LIST_NEEDS_EMAIL: { status: 400, message: 'Please enter your e-mail address.' },
  WAITING_LIST_IN_STOCK: {
    status: 409,
    message: 'Good news: this is in stock again. Please reload the page.',
  },
  WAITING_NOT_FOUND: { status: 404, message: 'You are not on this waiting list.' },

  SELECTION_NOT_FOUND: { status: 404, message: 'There is no such selection.' },
  SELECTION_ENDED: {
    status: 409,
    message:
      'These pieces are no longer reserved for you. What is still available can be ordered now: please look at your order once more.',
  },
  SELECTION_ORDERED: {
    status: 409,
    message: 'This selection has been ordered already. You find the order under My Orders.',
  },

  NO_ITEMS_CHOSEN: { status: 400, message: '请先选择要购买的商品' },
  ORDER_ITEMS_MISSING: { status: 400, message: 'not found items.' },
  ORDER_ADDRESS_MISSING: { status: 400, message: 'Please select a shipping address.' },
  ITEM_UNAVAILABLE: { status: 409, message: 'Item is unavailable' },
  COUNTRY_NOT_DELIVERED: {
    status: 409,
    message: 'We do not deliver to this address. Please choose another one, or contact us.',
  },
  DELIVERY_METHOD_UNAVAILABLE: {
    status: 409,
    message: 'This way of delivery is no longer available. Please choose another one.',
  },
  COUPON_REFUSED: { status: 400, message: 'The coupon code is invalid or does not apply.' },
  GIFT_UNAVAILABLE: {
    status: 409,
    message: 'We do not wrap gifts at the moment. Please take it out of your order.',
  },
  NOT_A_GIFT: { status: 409, message: 'This order is not a gift.' },
  TOTAL_CHANGED: {
    status: 409,
    message: 'The total has changed. Please look at your order once more.',
  },
  PARCEL_ITEMS: {
    status: 409,
    message: 'Please enter at least one item for the parcel, and no more than are left to send.',
  },
  ORDER_TOO_LARGE: {
    status: 409,
    message: 'An order of this size is best placed with our advisers. Please contact us.',
  },
  TOO_MANY_UNPAID_ORDERS: {
    status: 409,
    message:
      'You have orders that are not paid yet. Please pay or cancel one of them first; you find them under My Orders.',
  },
  TOO_MANY_RESERVED_UNITS: {
    status: 409,
    message:
      'We cannot reserve that many items for you at a time. Please order fewer, or pay or cancel an order that is still open.',
  },
  TOO_MANY_ORDERS: {
    status: 429,
    message: 'You have placed many orders in the last hour. Please try again a little later.',
  },
  ORDER_NEEDS_CONFIRMED_EMAIL: {
    status: 409,
    message:
      'Please confirm your e-mail address before you order: the link is in the e-mail we sent you, and My Profile can send a new one.',
  },
  IDEMPOTENCY_KEY_INVALID: { status: 400, message: 'Failed to create order.' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, message: 'Failed to create order.' },
  ORDER_NOT_FOUND: { status: 404, message: 'We could not find this order.' },
  INVOICE_NOT_FOUND: { status: 404, message: 'We could not find this invoice.' },
  ORDER_NOT_PAYABLE: { status: 409, message: 'This order cannot be paid any more.' },
  ORDER_NOT_CANCELLABLE: { status: 409, message: 'This order can no longer be cancelled.' },
  ORDER_STATE: {
    status: 409,
    message: 'The order has changed status meanwhile. Please reload it.',
  },
  ORDER_EDIT_CHANGED: {
    status: 409,
    message: 'The amounts have changed meanwhile. Please look at them once more.',
  },
  ORDER_TAXED_OTHERWISE: {
    status: 409,
    message:
      'In this country the order is taxed differently. Use “Change items or delivery”, which computes its tax.',
  },
  ORDER_SUPPLEMENT_OPEN: {
    status: 409,
    message:
      'The supplementary order for a change is not paid yet. Cancel it to send this order as it is.',
  },
  ORDER_REFUNDED: {
    status: 409,
    message: 'Everything that was paid for this order is refunded: nothing more is sent for it.',
  },
  ORDER_WITHDRAWN: {
    status: 409,
    message:
      'The customer has withdrawn from this order. Nothing of it is sent unless you decline the withdrawal.',
  },
  NOTHING_TO_PACK: { status: 409, message: 'There is nothing to pack for these orders.' },
  ORDER_CANCELLED: { status: 409, message: 'This order is cancelled: there is nothing to pack.' },
  TRACKING_FILE_REFUSED: {
    status: 400,
    message: 'This file of tracking numbers cannot be read.',
  },
  ORDER_EMAIL_UNAVAILABLE: {
    status: 409,
    message: 'This order has had no such e-mail in the last 90 days, or its account is closed.',
  },
  ORDERS_UNDER_WAY: {
    status: 409,
    message:
      'An order of yours is still under way. Your account can be closed once it is delivered.',
  },

  PAYMENT_NOT_FOUND: { status: 404, message: 'We could not find this payment.' },
  PAYMENT_IN_PROGRESS: { status: 409, message: 'Your payment is being confirmed.' },
  PAYMENT_METHOD_UNAVAILABLE: {
    status: 400,
    message: 'This payment method is not available at the moment.',
  },
  CHAT_CLOSED: {
    status: 503,
    message: 'Our chat is closed at the moment. Please contact us another way.',
  },
  COD_TOTAL_TOO_HIGH: {
    status: 409,
    message:
      'Cash on delivery is not available for an order of this size. Please choose another way to pay.',
  },
  COD_FOR_SUPPLEMENT: {
    status: 409,
    message: 'Nothing is delivered with a supplementary order. Please choose another way to pay.',
  },
  COD_NEEDS_CONFIRMED_EMAIL: {
    status: 409,
    message:
      'Please confirm your e-mail address to pay on delivery: the link is in the e-mail we sent you, and My Profile can send a new one.',
  },
  COD_SHOWS_PRICE: {
    status: 409,
    message:
      'A gift with hidden prices cannot be paid at the door. Please choose another way to pay.',
  },
  PAYMENT_FAILED: { status: 502, message: 'Failed to initiate payment.' },
  REFUND_TOO_LARGE: { status: 409, message: 'That is more than was paid.' },
  SELECTION_KEY_REUSED: {
    status: 409,
    message: 'This selection was already made, otherwise. Please look at the latest selections.',
  },
  STOCK_KEY_REUSED: {
    status: 409,
    message: 'This stock change was already sent with other numbers.',
  },
  GOODS_RECEIPT_NOT_FOUND: { status: 404, message: 'We could not find this goods receipt.' },
  REFUND_KEY_REUSED: {
    status: 409,
    message: 'This refund was already requested with another amount.',
  },
  REFUND_REFERENCE_MISSING: {
    status: 400,
    message: 'No provider can refund this. Please write how you have refunded it.',
  },
  REVIEW_UNSETTLED: {
    status: 409,
    message: 'This payment must be captured or refunded first.',
  },

  RETURN_NOT_FOUND: { status: 404, message: 'We could not find this return.' },
  RETURN_STATE: {
    status: 409,
    message: 'The return has changed status meanwhile. Please reload it.',
  },
  RETURN_TOO_LATE: { status: 409, message: 'This order cannot be returned any more.' },
  RETURN_LINES: {
    status: 409,
    message: 'A part of this cannot be returned. Please look at your order once more.',
  },
  RETURN_REASON_MISSING: { status: 400, message: 'Please tell us why you return each item.' },
  RETURN_KEY_REUSED: { status: 409, message: 'This return was already requested.' },
  RETURN_TERMS_PAST: {
    status: 400,
    message:
      'Terms cannot begin in the past: orders that were delivered keep theirs. Please choose today or a later day.',
  },
  RETURN_PHOTO_MISSING: {
    status: 409,
    message: 'A photo is no longer kept. Please add it again.',
  },
  RETURN_FEE: {
    status: 400,
    message: 'The terms of this return do not allow this fee, and an exchange has none.',
  },
  RETURN_AMOUNT_CHANGED: {
    status: 409,
    message: 'The amount has changed meanwhile. Please look at it once more.',
  },
  CASH_NOT_RECORDED: {
    status: 409,
    message:
      'The cash for this order is not recorded yet. Record it first, then refund the return.',
  },
  EXCHANGE_UNAVAILABLE: {
    status: 409,
    message: 'This size or colour is not available for an exchange. Please choose another one.',
  },

  CUSTOMER_NOT_FOUND: { status: 404, message: 'We could not find this customer.' },
  STAFF_ACCOUNT: { status: 409, message: 'This account belongs to staff, not to a customer.' },
  EMAIL_VERIFIED: { status: 409, message: 'This address is confirmed already.' },

  COUPON_NOT_FOUND: { status: 404, message: 'We could not find this coupon.' },
  COUPON_CODE_TAKEN: { status: 409, message: 'This coupon code is already in use.' },
  COUPON_OVER: {
    status: 400,
    message: 'This coupon would be over before anyone could use it. Please choose a later end.',
  },
  COUPON_REDEEMED: {
    status: 409,
    message: 'This coupon has been redeemed; its code and type can no longer be changed.',
  },

  IDENTIFIER_TAKEN: { status: 409, message: 'A product with this identifier already exists.' },
  SKU_TAKEN: { status: 409, message: 'Another variant has this SKU.' },
  GTIN_TAKEN: { status: 409, message: 'Another variant has this GTIN.' },
  PRODUCT_DELETED: { status: 409, message: 'This product is deleted. Please restore it first.' },
  COLOR_NOT_FOUND: {
    status: 404,
    message: 'This colour no longer exists: it may have another name now.',
  },
  COLOR_TAKEN: { status: 409, message: 'A colour with this name already exists.' },
  BULK_EDIT_REFUSED: { status: 409, message: 'This cannot be done to all of these products.' },
  IMPORT_REFUSED: { status: 409, message: 'The file has errors; nothing was changed.' },
  IMPORT_NOT_READY: {
    status: 409,
    message: 'This import is in progress, finished, or no longer available.',
  },
  CSV_FILE_MISSING: { status: 400, message: 'Please choose a CSV file first.' },
  CSV_FILE_GONE: { status: 404, message: 'This file does not exist or is no longer available.' },
  CSV_JOB_NOT_FOUND: { status: 404, message: 'We could not find this import or export.' },

  UPLOAD_MISSING: { status: 400, message: 'Please choose a picture first.' },
  UPLOAD_REFUSED: {
    status: 400,
    message: 'Please choose a picture: JPEG, PNG, WebP or AVIF, of at most 50 megapixels.',
  },

  CHAT_ROOM_NOT_FOUND: { status: 404, message: 'We could not find this conversation.' },
  CHAT_MESSAGE_EMPTY: { status: 400, message: 'Please write something first.' },
  CHAT_MESSAGE_TOO_LONG: { status: 400, message: 'Please keep a message to 4,000 characters.' },
  CHAT_ATTACHMENT_REFUSED: { status: 400, message: 'This picture cannot be sent.' },
  CHAT_TAKEN: { status: 409, message: 'Somebody else is answering this conversation.' },
  STALE_EDIT: {
    status: 409,
    message: 'Somebody else has changed this meanwhile. Please load the latest version.',
  },
  STAFF_NOT_FOUND: { status: 404, message: 'We could not find this member of staff.' },
  ALREADY_STAFF: { status: 409, message: 'This e-mail already belongs to a member of staff.' },
  OWN_ROLE: { status: 409, message: 'You cannot change your own role. Please ask another owner.' },
  INVITATION_TAKEN_UP: { status: 409, message: 'This invitation has already been accepted.' },
  EMAIL_NOT_FOUND: { status: 404, message: 'We could not find this e-mail.' },
  EMAIL_SENT: {
    status: 409,
    message: 'This e-mail was already sent; its content is no longer stored.',
  },
  EMAIL_LIMIT_REACHED: {
    status: 409,
    message:
      'This address is unconfirmed and has had all the e-mails it may get in a day. Please try again tomorrow.',
  },
  EMAIL_DROPPED: {
    status: 409,
    message: 'This e-mail was dropped and cannot be sent: nobody has confirmed its address.',
  },
  NO_MAIL_SERVER: {
    status: 409,
    message: 'No mail server is configured: e-mails stay here until there is one.',
  },
  CANNED_REPLY_NOT_FOUND: { status: 404, message: 'We could not find this reply.' },
  CANNED_REPLY_TAKEN: { status: 409, message: 'A saved reply with this title already exists.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue

import { safeParse } from 'zod/v4/core'
import { typeOf, writableLeaves } from '../contract-fields.ts'

/**
 * The texts of an attacker in fields that could become more than text, from the longest to the
 * shortest.
 */
const attacks = [
  (id: string) =>
    `=${id}|cmd'!A0'"></title></textarea></script><img src=x onerror=wasRun=1><svg/onload=wasRun=1><a href="javascript:wasRun=1">{{1}}</a><!--`,
  // An attack where braces name settings.
  (id: string) => `=${id}'"></script><img src=x onerror=wasRun=1><svg/onload=wasRun=1>`,
  (id: string) => `=${id}'"><img src=x onerror=wasRun=1>`,
  (id: string) => `"><img/src=x/onerror=wasRun=1>${id}"@attack.example`,
  (id: string) => `=${id}<b onload>`,
  (id: string) => `https://attack.example/?onmouseover='wasRun=1'&${id}`,
]

/**
 * Fields that are written but shown to nobody, with the reason: secrets, and values that are only
 * compared.
 */
export const unseen: Record<string, string> = {
  'register.password': 'kept as a hash',
  'login.email': 'compared',
  'login.password': 'compared',
  'refresh.refreshToken': 'compared',
  'logout.refreshToken': 'compared',
  'forgotPassword.email': 'compared',
  'getPasswordLink.token': 'compared',
  'resetPassword.token': 'compared',
  'resetPassword.newPassword': 'kept as a hash',
  'verifyEmail.token': 'compared',
  'changePassword.currentPassword': 'compared',
  'changePassword.newPassword': 'kept as a hash',
  'changePassword.confirmPassword': 'compared',
  'deleteAccount.password': 'compared',
  'deleteAccount.request': 'compared',
  'requestSignInCode.email': 'shown where e-mails name their recipient',
  'signInByCode.request': 'compared',
  'passSecondFactor.ticket': 'compared',
  'passSecondFactor.secretCode': 'compared',
  'enableTotp.secretCode': 'compared',
  'confirmAction.secretCode': 'compared',
  'confirmAction.password': 'compared',
  'addFavorites.variantIds[]': 'compared',
  'exportProducts.q': 'compared',
  'exportProducts.category': 'compared',
  'checkGoods.lines[].code': 'compared',
  'checkTracking.csv': 'compared',
  'previewOrder.couponCode': 'compared',
  'placeOrder.couponCode': 'compared',
  'previewOrderEdit.email': 'previewed, not kept',
  'previewOrderEdit.address.fullName': 'previewed, not kept',
  'previewOrderEdit.address.streetAddress': 'previewed, not kept',
  'previewOrderEdit.address.addressLine2': 'previewed, not kept',
  'previewOrderEdit.address.city': 'previewed, not kept',
  'previewOrderEdit.address.state': 'previewed, not kept',
  'previewOrderEdit.address.postalCode': 'previewed, not kept',
  'refundOrder.key': 'compared',
  'requestReturn.key': 'compared',
  'withdrawFromOrder.orderNumber': 'compared',
  'withdrawFromOrder.email': 'compared',
  'saveHome.version': 'compared',
  'saveSettings.version': 'compared',
  'saveDelivery.version': 'compared',
  'previewOrder.deliveryMethodId': 'compared',
  'placeOrder.deliveryMethodId': 'compared',
  'saveAvailability.version': 'compared',
  'saveGifts.version': 'compared',
  'previewOrder.gift.message': 'not used',
  'previewOrder.gift.sender': 'not used',
  'openGift.code': 'compared',
  'requestGiftExchange.code': 'compared',
  'requestGiftExchange.email': 'shown where e-mails name their recipient',
  'cancelGiftExchange.code': 'compared',
  'saveRecommendations.version': 'compared',
  'saveFaq.version': 'compared',
  'savePage.version': 'compared',
  'saveInvoicing.version': 'compared',
  'savePriceRules.version': 'compared',
  'saveCategoryArrangement.version': 'compared',
  'joinWaitingList.email': 'shown where e-mails name their recipient',
  'getWaitingLink.token': 'compared',
  'confirmWaiting.token': 'compared',
  'leaveWaitingList.token': 'compared',
  'claimOffer.token': 'compared',
  'openAdviserSelection.token': 'compared',
  'updateColor.version': 'compared',
  'updateSynonym.version': 'compared',
  'reportNoResults.search': 'kept as words, and without digits',
  'dismissNoResultSearch.term': 'compared',
  'restoreNoResultSearch.term': 'compared',
  'updateCategory.version': 'compared',
  'chat:sendMessage.clientMessageId': 'compared',
  'support:sendMessage.clientMessageId': 'compared',
}

/**
 * Fields that need a stray payment to be written and appear where reasons of refunds do, and fields
 * that are erased as they are written, with the account.
 */
const outOfReach = ['resolvePaymentReview.reason', 'deleteCustomer.reason']

/** Fields that must name an existing record, else they are rejected. */
export const naming =
  /\.(picture|portrait|pictures\[\])\.src$|attributeValues\{(name)?\}$|^saveProductTurn\.(color|frames\[\]|opening\[\])$/

function idOf(path: string): string {
  let sum = 7
  for (const letter of path) sum = (sum * 31 + letter.charCodeAt(0)) % 2_176_782_336
  return `q${sum.toString(36).padStart(6, '0').slice(0, 6)}q`
}

/** Every field where an attack can be written and is shown to somebody, with the attack and its id. */
const shown = new Map<string, { id: string; text: string }>()
for (const leaf of writableLeaves()) {
  const { path, schema } = leaf
  if (typeOf(leaf) !== 'string' || path in unseen || naming.test(path)) continue
  if (outOfReach.includes(path)) continue
  const id = idOf(path)
  const text = attacks.map((attack) => attack(id)).find((one) => safeParse(schema, one).success)
  if (text !== undefined) shown.set(path, { id, text })
}

/** The paths of all places where an attack is to be written. */
export const placesOfAttack: readonly string[] = [...shown.keys()]

/** The id of the attack in a field. */
export const idOfAttack = (path: string): string => shown.get(path)?.id ?? ''

/** Returns the attack for a field, and remembers the request. */
export function attacker() {
  const asked = new Set<string>()
  return {
    asked: asked as ReadonlySet<string>,
    attack(path: string): string {
      const { text } = shown.get(path) ?? {}
      if (text === undefined) throw new Error(`No attack is taken as ${path}`)
      asked.add(path)
      return text
    },
  }
}

export type Attack = ReturnType<typeof attacker>['attack']

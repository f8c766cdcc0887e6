/** Why a shopper sends something back. */
export const returnReasons = [
  'TOO_SMALL',
  'TOO_LARGE',
  'NOT_AS_EXPECTED',
  'DAMAGED',
  'WRONG_ITEM',
  'CHANGED_MIND',
  'OTHER',
] as const
export type ReturnReason = (typeof returnReasons)[number]

/** The reasons in words, for shoppers and staff. */
export const returnReasonTexts: Readonly<Record<ReturnReason, string>> = {
  TOO_SMALL: 'Too small',
  TOO_LARGE: 'Too large',
  NOT_AS_EXPECTED: 'Not as expected',
  DAMAGED: 'Damaged or faulty',
  WRONG_ITEM: 'Not what was ordered',
  CHANGED_MIND: 'Changed my mind',
  OTHER: 'Another reason',
}

/** The most characters of what a shopper writes about a return. */
export const longestReturnNote = 1_000

/** The most photos of a return. */
export const mostReturnPhotos = 5

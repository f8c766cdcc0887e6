import type { shopperPaths } from '@solvane/contract/paths'

/** A page whose token or query only the browser sees: `link-pages` says what stands there meanwhile. */
export type Opening =
  | 'gift'
  | 'payment-return'
  | 'reset-password'
  | 'selection'
  | 'verify-email'
  | 'waiting-list'

/** How a route's page is framed and rendered. */
export interface RouteHandle {
  /** The source file whose chunks and styles the page needs. */
  file: string
  /**
   * Only a signed-in shopper sees it, so the server renders nothing of it: what is around it is hydrated
   * before its program is there.
   */
  needsSession?: boolean
  /** Endpoints that such a page asks first, with the parameters of its address: requested with its program. */
  requests?: readonly (keyof typeof shopperPaths)[]
  /** What stands in its place until its program is there: all that the server renders of it. */
  opening?: Opening
  /** The page opens with a banner that the header lies over, its text light or dark. */
  overBanner?: 'light' | 'dark'
  /** Pages that name the same frame change inside it, while what is around them stays. */
  frame?: string
  /** The checkout's frame: a header with the link back, and a slim footer. */
  isCheckout?: boolean
  /** Its address is one shopper's own, an order's say. */
  isPersonal?: boolean
}

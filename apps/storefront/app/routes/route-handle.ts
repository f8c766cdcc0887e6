/** What a route tells of its page. */
export interface RouteHandle {
  /** The source file whose chunks and styles the page needs. */
  file: string
  /** The page opens with a banner that the header lies over, its text light or dark. */
  overBanner?: 'light' | 'dark'
  /** Pages that name the same frame change inside it, while what is around them stays. */
  frame?: string
  /** Nothing around it leads away: a bar with the way back, and a slim foot. */
  isCheckout?: boolean
  /** Its address is one shopper's own, an order's say. */
  isPersonal?: boolean
}

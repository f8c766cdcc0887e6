/** A section of the account: its tab, and its card on the overview. */
interface AccountSection {
  path: string
  name: string
  /** What the card says it holds. */
  text: string
  /** What the card asks to do. */
  action: string
}

/** The sections beside the overview, in their order. A tab and a card come with each. */
export const accountSections: readonly AccountSection[] = [
  {
    path: '/profile/account',
    name: 'My Profile',
    text: 'Your address, your login and your address book.',
    action: 'Edit',
  },
  {
    path: '/profile/orders',
    name: 'My Orders',
    text: 'What you have ordered, and where it is.',
    action: 'View',
  },
  {
    path: '/profile/favorite',
    name: 'My Wishlist',
    text: 'The pieces you have put aside.',
    action: 'View',
  },
]

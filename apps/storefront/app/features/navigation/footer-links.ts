interface FooterLink {
  text: string
  /** A path of the shop, a full address, `contact`: the address of the setting, or `chat`. */
  to: string
}

interface FooterColumn {
  title: string
  links: readonly FooterLink[]
}

/** The four columns (decision P20: the fourth is "About"). */
export const footerColumns: readonly FooterColumn[] = [
  {
    title: 'Help',
    links: [
      { text: 'Contact US', to: 'contact' },
      { text: 'FAQ', to: '/faq' },
      { text: 'Shipping & Delivery', to: '/faq/delivery' },
      { text: 'Exchanges & Returns', to: '/faq/exchange-returns' },
    ],
  },
  {
    title: 'Services',
    links: [
      { text: 'Speak with an adviser', to: 'contact' },
      { text: 'Chat with us', to: 'chat' },
      { text: 'Delivery', to: '/shipping' },
      { text: 'Returns', to: '/returns' },
    ],
  },
  {
    title: 'Follow',
    links: [
      { text: 'Instagram', to: 'https://www.instagram.com/' },
      { text: 'Pinterest', to: 'https://www.pinterest.com/' },
      { text: 'YouTube', to: 'https://www.youtube.com/' },
    ],
  },
  {
    title: 'About',
    links: [
      { text: 'The house', to: '/about-us' },
      { text: 'About US, answered', to: '/faq/about-us' },
    ],
  },
]

export const legalLinks: readonly FooterLink[] = [
  { text: 'Privacy', to: '/privacy' },
  { text: 'Terms', to: '/terms' },
  { text: 'Shipping', to: '/shipping' },
  { text: 'Returns', to: '/returns' },
]

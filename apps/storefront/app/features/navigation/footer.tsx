import { ChevronDownIcon } from '@solvane/ui/icon'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link } from '../../lib/link.tsx'
import styles from './footer.module.css'

interface FooterLinkText {
  text: string
  /** A path of the shop, a full address, `contact`: the address of the setting, or `chat`. */
  to: string
}

interface FooterColumn {
  title: string
  links: readonly FooterLinkText[]
}

/** The four columns (the fourth is "About"). */
const footerColumns: readonly FooterColumn[] = [
  {
    title: 'Help',
    links: [
      { text: 'Contact US', to: 'contact' },
      { text: 'FAQ', to: '/faq' },
      { text: 'Shipping & Delivery', to: '/faq/delivery' },
      { text: 'Exchanges & Returns', to: '/faq/exchange-returns' },
      { text: 'Withdraw from an order', to: '/withdraw' },
    ],
  },
  {
    title: 'Services',
    links: [
      { text: 'Speak with an adviser', to: 'contact' },
      { text: 'Chat with us', to: 'chat' },
      { text: 'Gifting', to: '/gifting' },
      { text: 'Packaging', to: '/packaging' },
      { text: 'Care & repair', to: '/care' },
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
      { text: 'Services', to: '/services' },
      { text: 'About US, answered', to: '/faq/about-us' },
    ],
  },
]

const legalLinks: readonly FooterLinkText[] = [
  { text: 'Privacy', to: '/privacy' },
  { text: 'Terms', to: '/terms' },
  { text: 'Shipping', to: '/shipping' },
  { text: 'Returns', to: '/returns' },
]

/** Up to this width in pixels the columns fold. */
const foldedUpTo = 1024

interface FooterProps {
  contactUrl: string
  /** The button that opens the support chat, styled like the links. */
  chat: (className: string | undefined, text: string) => ReactNode
  /** After the legal links, styled like them: the button that opens the privacy choices again. */
  choices?: (className: string | undefined) => ReactNode
}

/**
 * The foot of every page. Up to 1024 px its columns fold, one open at a time; without scripts they
 * all stay open. `contactUrl` is the address of the external messenger.
 */
export function Footer({ contactUrl, chat, choices }: FooterProps) {
  const [open, setOpen] = useState<string | null>(null)
  const id = useId()

  useEffect(() => {
    let lastWidth = window.innerWidth
    // Phones also resize when their bars come and go: only another width folds the open column.
    function onResize() {
      const width = window.innerWidth
      if (width !== lastWidth && width <= foldedUpTo) setOpen(null)
      lastWidth = width
    }
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])

  return (
    <footer className={styles.footer}>
      <nav className={styles.columns} aria-label="Footer">
        {footerColumns.map(({ title, links }) => {
          const isOpen = open === title
          return (
            <div key={title} className={styles.column}>
              <h2 className={styles.title}>
                <span className={styles.text}>{title}</span>
                <button
                  type="button"
                  className={styles.toggle}
                  aria-expanded={isOpen}
                  aria-controls={`${id}${title}`}
                  onClick={() => setOpen(isOpen ? null : title)}
                >
                  {title}
                  <ChevronDownIcon size={14} />
                </button>
              </h2>
              <div className={styles.fold} id={`${id}${title}`} data-open={isOpen || undefined}>
                <ul className={styles.links}>
                  {links.map(({ text, to }) => (
                    <li key={text}>
                      {to === 'chat' ? (
                        chat(styles.link, text)
                      ) : (
                        <FooterLink to={to === 'contact' ? contactUrl : to}>{text}</FooterLink>
                      )}
                    </li>
                  ))}
                </ul>
              </div>
            </div>
          )
        })}
      </nav>
      <div className={styles.end}>
        <p className={styles.logotype}>SOLVANE</p>
        <ul className={styles.legal}>
          {legalLinks.map(({ text, to }) => (
            <li key={text}>
              <FooterLink to={to}>{text}</FooterLink>
            </li>
          ))}
          <li>{choices?.(styles.link)}</li>
        </ul>
      </div>
    </footer>
  )
}

/**
 * The footer of the checkout, where a full footer would distract: contact, help, the chat and the
 * legal links.
 */
export function SlimFooter({ contactUrl, chat, choices }: FooterProps) {
  const links = [{ text: 'Contact US', to: contactUrl }, { text: 'FAQ', to: '/faq' }, ...legalLinks]
  return (
    <footer className={styles.slim}>
      <ul className={styles.legal}>
        <li>{chat(styles.link, 'Online Support')}</li>
        {links.map(({ text, to }) => (
          <li key={text}>
            <FooterLink to={to}>{text}</FooterLink>
          </li>
        ))}
        <li>{choices?.(styles.link)}</li>
      </ul>
    </footer>
  )
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return to.startsWith('/') ? (
    <Link className={styles.link} to={to}>
      {children}
    </Link>
  ) : (
    <a className={styles.link} href={to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

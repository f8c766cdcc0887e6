import { readTokens } from '@solvane/client/tokens'
import type { Profile } from '@solvane/contract/user'
import { Button } from '@solvane/ui/button'
import { ArrowRightIcon } from '@solvane/ui/icon'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { Link } from '../../lib/link.tsx'
import { leaveAccount } from '../../lib/session/use-session.ts'
import { accountSections, waitingListSection } from './account-frame.tsx'
import styles from './overview.module.css'

/** Returns the function that signs out: at once in this browser, then on the server. */
function useSignOut(): () => void {
  const api = useApi()
  return () => {
    const tokens = readTokens()
    leaveAccount()
    // Offline the session expires on the server by itself; in this browser it is deleted in any case.
    if (tokens) {
      api.call('logout', { body: { refreshToken: tokens.refreshToken } }).catch(() => {})
    }
  }
}

/**
 * The shopper's name, then the children, with the links to the account's pages and the sign-out beside or
 * below them.
 */
export function Overview({
  profile,
  adviser,
  children,
}: {
  profile: Profile
  /** The link that opens the chat, with this look and content. */
  adviser: (className: string | undefined, content: ReactNode) => ReactNode
  children: ReactNode
}) {
  const signOut = useSignOut()
  const name = accountName(profile)
  return (
    <div className={styles.overview}>
      <header className={styles.person}>
        <span className={styles.initial} aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
        <div className={styles.words}>
          <h1 className={styles.name}>{name}</h1>
          <p className={styles.email}>{profile.email}</p>
        </div>
      </header>
      <div className={styles.body}>
        <div className={styles.main}>{children}</div>
        <div className={styles.side}>
          <ul className={styles.cards}>
            {[...accountSections, waitingListSection].map(({ path, name: title, text, action }) => (
              <li key={path}>
                <Link className={styles.card} to={path}>
                  <h2 className={styles.title}>{title}</h2>
                  <span className={styles.text}>{text}</span>
                  <span className={styles.action}>
                    {action} <ArrowRightIcon size={16} />
                  </span>
                </Link>
              </li>
            ))}
            <li>
              {adviser(
                styles.card,
                <>
                  <span className={styles.title}>Your adviser</span>
                  <span className={styles.text}>For a size, a gift, a repair or an order.</span>
                  <span className={styles.action}>
                    Ask <ArrowRightIcon size={16} />
                  </span>
                </>,
              )}
            </li>
            {profile.staffRole && (
              <li>
                {/* The back office is a separate site. */}
                <a className={styles.card} href="/admin">
                  <h2 className={styles.title}>Back office</h2>
                  <span className={styles.text}>Orders, products and customers, for staff.</span>
                  <span className={styles.action}>
                    Open <ArrowRightIcon size={16} />
                  </span>
                </a>
              </li>
            )}
          </ul>
          <div>
            <Button kind="secondary" onClick={signOut}>
              Sign out
            </Button>
          </div>
        </div>
      </div>
    </div>
  )
}

/** The shopper's name: the nickname, else the part of the e-mail before the @. */
export function accountName({ nickName, email }: Pick<Profile, 'nickName' | 'email'>): string {
  return nickName?.trim() || email.slice(0, email.lastIndexOf('@'))
}

import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { NeedsScripts } from '../../components/needs-scripts.tsx'
import { ErrorText } from '../../lib/api/failure.tsx'
import type { Session } from '../../lib/session/session-profile.ts'
import styles from './account-waiting.module.css'

/** Shown by a protected page until the session is known. */
export function AccountWaiting({ session }: { session: Session }) {
  return (
    <div className={styles.waiting}>
      <title>Your account · Solvane</title>
      <meta name="robots" content="noindex" />
      <NeedsScripts what="To open your account" />
      {session.failure ? (
        <EmptyState
          isError
          title="Your account did not open"
          text={<ErrorText message={session.failure} />}
        >
          <Button kind="secondary" onClick={session.reload}>
            Try again
          </Button>
        </EmptyState>
      ) : (
        <div className={styles.shape} role="status">
          <p className={styles.text}>Loading</p>
          <Skeleton shape="title" width="half" />
          <Skeleton width="short" />
        </div>
      )}
    </div>
  )
}

import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { NeedsScripts } from '../../components/needs-scripts.tsx'
import { ErrorText } from '../../lib/api/failure.tsx'
import styles from './account-waiting.module.css'

interface AccountWaitingProps {
  /** Why the profile could not be loaded. */
  failure?: string | null
  /** Loads it again. */
  onRetry?: () => void
}

/** Shown by a protected page until the shopper's profile is loaded. */
export function AccountWaiting({ failure, onRetry }: AccountWaitingProps) {
  return (
    <div className={styles.waiting}>
      <title>Your account · Solvane</title>
      <meta name="robots" content="noindex" />
      <NeedsScripts what="To open your account" />
      {failure ? (
        <EmptyState
          isError
          title="Your account did not open"
          text={<ErrorText message={failure} />}
        >
          <Button kind="secondary" onClick={onRetry}>
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

import { Button } from '@solvane/ui/button'
import { useMutation } from '@tanstack/react-query'
import { FormFailure } from '../../components/form-request.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import styles from './verification-notice.module.css'

/** Asks to confirm the e-mail address, and sends the e-mail again. */
export function VerificationNotice({ email }: { email: string }) {
  const api = useApi()
  const resend = useMutation({ mutationFn: () => api.call('resendVerification', {}) })
  return (
    <aside className={styles.notice} aria-label="E-mail confirmation">
      <p>
        Please confirm your e-mail address. We have sent a link to{' '}
        <span className={styles.email}>{email}</span>.
      </p>
      <div role="status">
        {resend.isSuccess ? (
          <p className={styles.sent}>We have sent a new e-mail.</p>
        ) : (
          <Button kind="link" isBusy={resend.isPending} onClick={() => resend.mutate()}>
            Send it again
          </Button>
        )}
      </div>
      <FormFailure error={resend.error} unexpected="An unexpected error occurred." />
    </aside>
  )
}

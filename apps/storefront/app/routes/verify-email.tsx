import { isApiFailure } from '@solvane/client/api'
import { Button, buttonClass } from '@solvane/ui/button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AuthFrame, useLinkToken } from '../features/auth/auth-frame.tsx'
import { useApi } from '../lib/api/api-provider.tsx'
import { ErrorText, messageOf } from '../lib/api/failure.tsx'
import { Queries } from '../lib/api/query-client.tsx'
import { Link } from '../lib/link.tsx'
import { personalKey, useSessionId } from '../lib/session/use-session.ts'
import { LinkOpening } from './link-pages.tsx'

/** /verify-email, from an e-mail */
export function Component() {
  return (
    <Queries>
      <Verification />
    </Queries>
  )
}

/** Confirms the e-mail address by the link of an e-mail, as soon as it opens. */
function Verification() {
  const api = useApi()
  const queryClient = useQueryClient()
  const session = useSessionId()
  const token = useLinkToken()
  const verification = useQuery({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      await api.call('verifyEmail', { body: { token: token ?? '' } })
      // Invalidated even while nothing shows it, so that the account does not ask again for a moment.
      await queryClient.invalidateQueries({
        queryKey: personalKey(session, 'profile'),
        refetchType: 'all',
      })
      return true
    },
    // The session must be known, because its profile changes.
    enabled: session !== undefined && Boolean(token),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { error } = verification

  if (verification.isSuccess) {
    return (
      <AuthFrame
        title="Thank you"
        lead="Your e-mail address is confirmed. We will write to you there about your orders."
      >
        <Link className={buttonClass('primary')} to="/profile">
          {session ? 'To your account' : 'Sign in'}
        </Link>
      </AuthFrame>
    )
  }
  const isRejected = token === null || (isApiFailure(error) && error.status === 400)
  if (isRejected) {
    return (
      <AuthFrame
        title="This link has expired"
        lead="This link is no longer valid. Please ask for a new one: your account has a button for it."
      >
        <Link className={buttonClass('primary')} to="/profile">
          {session ? 'To your account' : 'Sign in'}
        </Link>
      </AuthFrame>
    )
  }
  if (error && !verification.isFetching) {
    return (
      <AuthFrame
        title="Not confirmed yet"
        lead={<ErrorText message={messageOf(error, 'An unexpected error occurred.')} />}
      >
        <Button onClick={() => verification.refetch()}>Try again</Button>
      </AuthFrame>
    )
  }
  return <LinkOpening page="verify-email" />
}

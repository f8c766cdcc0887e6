import { Overview } from '../features/account/overview.tsx'
import { VerificationNotice } from '../features/account/verification-notice.tsx'
import { useSession } from '../lib/session/session-profile.ts'

/** /profile */
export function Component() {
  const { profile } = useSession()
  if (!profile) return null
  return (
    <>
      <title>Your account · Solvane</title>
      <meta name="robots" content="noindex" />
      {!profile.isEmailVerified && <VerificationNotice email={profile.email} />}
      <Overview profile={profile} />
    </>
  )
}

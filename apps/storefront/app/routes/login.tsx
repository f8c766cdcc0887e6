import { LoginScreen } from '../features/auth/login-screen.tsx'
import { useTrack } from '../features/consent/consent.ts'

/** /login */
export function Component() {
  const track = useTrack()
  return <LoginScreen onRegistered={() => track({ name: 'CompleteRegistration', data: {} })} />
}

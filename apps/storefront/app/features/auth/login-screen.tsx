import { isOfBackOffice, returnPathOf } from '@solvane/client/return-path'
import { Button } from '@solvane/ui/button'
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSessionId } from '../../lib/session/use-session.ts'
import styles from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { RegistrationForm } from './registration-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Signing in and opening an account on one screen; then on to where the shopper wanted to go. */
export function LoginScreen({ onRegistered }: { onRegistered: () => void }) {
  const [isNew, setIsNew] = useState(false)
  const [isEntering, setIsEntering] = useState(false)
  const session = useSessionId()
  const { state, search } = useLocation()

  if (session && !isEntering) return <Onward to={returnPathOf(state, search)} />

  async function onEntering(enter: () => Promise<void>) {
    setIsEntering(true)
    await enter().finally(() => setIsEntering(false))
  }

  const form = { isBusy: isEntering, onEntering }
  return (
    <AuthFrame
      title={isNew ? 'Create Account' : 'Welcome Back'}
      lead={
        isNew
          ? 'One place for your wishlist, your addresses and your orders.'
          : 'Sign in to find your wishlist, your addresses and your cart as you left them.'
      }
    >
      {isNew ? (
        <RegistrationForm {...form} onRegistered={onRegistered} />
      ) : (
        <SignInForm {...form} />
      )}
      <div className={styles.switch}>
        <p>{isNew ? 'You have an account already?' : 'New to the house?'}</p>
        <Button kind="secondary" isWide disabled={isEntering} onClick={() => setIsNew(!isNew)}>
          {isNew ? 'Sign in' : 'Create Account'}
        </Button>
      </div>
    </AuthFrame>
  )
}

/** Leads on to `to`; the back office is a site of its own, which only a page load reaches. */
function Onward({ to }: { to: string }) {
  const isElsewhere = isOfBackOffice(to)
  useEffect(() => {
    if (isElsewhere) window.location.replace(to)
  }, [isElsewhere, to])
  return isElsewhere ? null : <Navigate to={to} replace />
}

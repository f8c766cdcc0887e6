import { isOfBackOffice, returnPathOf } from '@solvane/client/return-path'
import { Button, textLinkClass } from '@solvane/ui/button'
import { PasswordField, TextField } from '@solvane/ui/field'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { FormFailure, useRequest } from '../components/form-request.tsx'
import { useSchemaForm } from '../components/use-schema-form.ts'
import styles from '../features/auth/auth-form.module.css'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import {
  noPasskey,
  tokensUnlessWaiting,
  usePasskeySignIn,
  useStartSession,
  type WaitingSignIn,
} from '../features/auth/use-sign-in.ts'
import { useTrack } from '../features/consent/consent.ts'
import { useApi } from '../lib/api/api-provider.tsx'
import { Link } from '../lib/link.tsx'
import { hasKeptInput } from '../lib/session/kept-input.ts'
import { useSessionId } from '../lib/session/use-session.ts'

const loadSchemas = () => import('@solvane/contract/auth')
const loadCodeForm = () => import('../features/auth/code-form.tsx')
const loadSecondFactor = () => import('../features/auth/second-factor.tsx')

/** /login: sign-in and registration on one screen; then it leads to the page that the shopper came for. */
export function Component() {
  const track = useTrack()
  const [isNew, setIsNew] = useState(false)
  /** The address typed so far, if a code is to be sent there; null: by password. */
  const [codeTo, setCodeTo] = useState<string | null>(null)
  const [isEntering, setIsEntering] = useState(false)
  /** A sign-in of staff that waits for its second factor. */
  const [waiting, setWaiting] = useState<WaitingSignIn | null>(null)
  const codeForm = useOnDemand(loadCodeForm)
  const secondFactor = useOnDemand(loadSecondFactor)
  const session = useSessionId()
  const [hasKept] = useState(hasKeptInput)
  const { state, search } = useLocation()

  if (session && !isEntering) return <Onward to={returnPathOf(state, search)} />

  async function onEntering(enter: () => Promise<void>) {
    setIsEntering(true)
    await enter().finally(() => setIsEntering(false))
  }

  async function onWaiting(given: WaitingSignIn) {
    if (await secondFactor.demand()) setWaiting(given)
  }

  async function onCode(email: string) {
    if (await codeForm.demand()) setCodeTo(email)
  }

  const form = { isBusy: isEntering || secondFactor.isLoading, onEntering, onWaiting }
  if (waiting && secondFactor.part) {
    return (
      <secondFactor.part.SecondFactor
        {...form}
        waiting={waiting}
        onAgain={() => setWaiting(null)}
      />
    )
  }
  return (
    <AuthFrame
      title={isNew ? 'Create Account' : 'Welcome Back'}
      description="Sign in to Solvane, or create an account: your wishlist, addresses and orders in one place."
      lead={
        isNew
          ? 'One place for your wishlist, your addresses and your orders.'
          : hasKept
            ? 'Your session has ended. Please sign in again: what you were writing is kept.'
            : 'Sign in to find your wishlist, your addresses and your cart as you left them.'
      }
    >
      {isNew ? (
        <RegistrationForm
          {...form}
          onRegistered={() => track({ name: 'CompleteRegistration', data: {} })}
        />
      ) : codeTo !== null && codeForm.part ? (
        <codeForm.part.CodeForm {...form} email={codeTo} onPassword={() => setCodeTo(null)} />
      ) : (
        <SignInForm {...form} onCode={onCode} isLoadingCode={codeForm.isLoading} />
      )}
      <div className={styles.switch}>
        <p>{isNew ? 'Already have an account?' : 'New to the house?'}</p>
        <Button
          kind="secondary"
          isWide
          disabled={isEntering}
          onClick={() => {
            setCodeTo(null)
            setIsNew(!isNew)
          }}
        >
          {isNew ? 'Sign in' : 'Create Account'}
        </Button>
      </div>
    </AuthFrame>
  )
}

/** Redirects to `to`; the back office is a separate site, which needs a page load. */
function Onward({ to }: { to: string }) {
  const isElsewhere = isOfBackOffice(to)
  useEffect(() => {
    if (isElsewhere) window.location.replace(to)
  }, [isElsewhere, to])
  return isElsewhere ? null : <Navigate to={to} replace />
}

interface RegistrationFormProps extends AuthFormProps {
  /** After an account has been created. */
  onRegistered: () => void
}

/** Name, e-mail and a password to choose. */
function RegistrationForm({ isBusy, onEntering, onRegistered }: RegistrationFormProps) {
  const api = useApi()
  const enter = useStartSession()
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(
    async () => (await loadSchemas()).registrationInput,
  )
  const open = useRequest(async (body: { name: string; email: string; password: string }) => {
    const { data } = await api.call('register', { body })
    onRegistered()
    await onEntering(() => enter(data))
  })
  return (
    <form className={styles.form} method="dialog" noValidate onSubmit={handleSubmit(open.send)}>
      <TextField
        {...register('name')}
        label="Name"
        autoComplete="name"
        maxLength={100}
        required
        error={errors.name}
      />
      <TextField
        {...register('email')}
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        error={errors.email}
      />
      <PasswordField
        {...register('password')}
        label="Password"
        autoComplete="new-password"
        required
        hint="At least 6 characters"
        error={errors.password}
      />
      <FormFailure error={open.error} unexpected="Registration failed. Please try again." />
      <Button
        type="submit"
        isWide
        className={styles.submit}
        isBusy={isBusy || isChecking || open.isPending}
      >
        Create account
      </Button>
      <p className={styles.note}>
        By creating an account you accept our{' '}
        <Link className={textLinkClass} to="/terms">
          terms
        </Link>
        . Read our{' '}
        <Link className={textLinkClass} to="/privacy">
          privacy notice
        </Link>
        .
      </p>
    </form>
  )
}

/** E-mail and password, or the way to a code instead. */
function SignInForm({
  isBusy,
  onEntering,
  onWaiting,
  onCode,
  isLoadingCode,
}: AuthFormProps & { onCode: (email: string) => void; isLoadingCode: boolean }) {
  const api = useApi()
  const enter = useStartSession()
  const { state, search } = useLocation()
  const email = useRef<HTMLInputElement>(null)
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(
    async () => (await loadSchemas()).loginInput,
  )
  const signIn = useRequest(async (body: { email: string; password: string }) => {
    const tokens = await tokensUnlessWaiting(api.call('login', { body }), onWaiting)
    if (tokens) await onEntering(() => enter(tokens))
  })
  const passkey = usePasskeySignIn(onEntering)
  return (
    <form
      className={styles.form}
      // Until the page is hydrated the browser does not submit a form of this method.
      method="dialog"
      noValidate
      onSubmit={handleSubmit(signIn.send)}
    >
      <TextField
        {...register('email')}
        ref={email}
        label="E-mail"
        type="email"
        // The browser offers passkeys here.
        autoComplete="username webauthn"
        required
        error={errors.email}
      />
      <PasswordField
        {...register('password')}
        label="Password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <FormFailure error={signIn.error} unexpected="Please check your login and password." />
      <Button
        type="submit"
        isWide
        className={styles.submit}
        isBusy={isBusy || isChecking || signIn.isPending}
      >
        Sign in
      </Button>
      <p className={styles.note}>
        <Link className={textLinkClass} to={`/forgot-password${search}`} state={state}>
          Forgot your password?
        </Link>
      </p>
      <p className={styles.note}>
        <button
          type="button"
          className={textLinkClass}
          aria-busy={isLoadingCode || undefined}
          onClick={() => onCode(email.current?.value ?? '')}
        >
          Email me a code instead
        </button>
      </p>
      <div className={styles.note}>
        <button
          type="button"
          className={textLinkClass}
          aria-busy={passkey.isPending || undefined}
          onClick={() => passkey.send(null)}
        >
          Sign in with a passkey
        </button>
        <FormFailure error={passkey.error} unexpected={noPasskey} />
      </div>
    </form>
  )
}

/** Props of both forms of the sign-in screen. */
interface AuthFormProps {
  isBusy: boolean
  /** Runs the last steps of signing in; the screen stays until they are done. */
  onEntering: (enter: () => Promise<void>) => Promise<void>
  /** The sign-in waits for a second factor. */
  onWaiting: (waiting: WaitingSignIn) => Promise<void>
}

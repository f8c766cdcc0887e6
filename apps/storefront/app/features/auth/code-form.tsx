import { isApiFailure } from '@solvane/client/api'
import { requestSignInCode, signInByCode } from '@solvane/contract/auth'
import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { useState } from 'react'
import { FormFailure, useRequest } from '../../components/form-request.tsx'
import { useSchemaForm } from '../../components/use-schema-form.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import styles from './auth-form.module.css'
import { tokensUnlessWaiting, useStartSession, type WaitingSignIn } from './use-sign-in.ts'

/** A code that was sent. */
interface SentCode {
  email: string
  /** The token never leaves the page; without it the code is worthless. */
  request: string
}

const codeInput = signInByCode.body.pick({ code: true })

interface CodeFormProps {
  /** The address typed so far. */
  email: string
  isBusy: boolean
  onEntering: (enter: () => Promise<void>) => Promise<void>
  /** The sign-in waits for a second factor. */
  onWaiting: (waiting: WaitingSignIn) => Promise<void>
  /** Back to the password. */
  onPassword: () => void
}

/** Signs in by a code from an e-mail, in two steps. */
export function CodeForm(props: CodeFormProps) {
  const [sent, setSent] = useState<SentCode | null>(null)
  return (
    <>
      {sent ? (
        <EnterCode key={sent.request} {...props} sent={sent} onAgain={() => setSent(null)} />
      ) : (
        <AskForCode {...props} onSent={setSent} />
      )}
    </>
  )
}

function AskForCode({
  email,
  onPassword,
  onSent,
}: CodeFormProps & { onSent: (sent: SentCode) => void }) {
  const api = useApi()
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(
    async () => requestSignInCode.body,
  )
  const ask = useRequest(async (body: { email: string }) => {
    const { data } = await api.call('requestSignInCode', { body })
    onSent({ email: body.email, request: data.request })
  })
  return (
    <form className={styles.form} method="dialog" noValidate onSubmit={handleSubmit(ask.send)}>
      <TextField
        {...register('email')}
        label="E-mail"
        type="email"
        autoComplete="username"
        defaultValue={email}
        required
        hint="If you have no account yet, the code opens one."
        error={errors.email}
      />
      <FormFailure error={ask.error} unexpected="An unexpected error occurred." />
      <Button type="submit" isWide className={styles.submit} isBusy={isChecking || ask.isPending}>
        Send the code
      </Button>
      <div>
        <Button kind="link" onClick={onPassword}>
          Use your password instead
        </Button>
      </div>
    </form>
  )
}

function EnterCode({
  sent,
  isBusy,
  onEntering,
  onWaiting,
  onAgain,
}: CodeFormProps & { sent: SentCode; onAgain: () => void }) {
  const api = useApi()
  const enter = useStartSession()
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(async () => codeInput)
  const signIn = useRequest(async ({ code }: { code: string }) => {
    const call = api.call('signInByCode', { body: { request: sent.request, code } })
    const tokens = await tokensUnlessWaiting(call, onWaiting)
    if (tokens) await onEntering(() => enter(tokens))
  })
  const { error } = signIn
  const wrongCode =
    isApiFailure(error) && error.code === 'SIGN_IN_CODE_WRONG' ? error.message : undefined
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(signIn.send)}>
      <p className={styles.note} role="status">
        We have sent a code to <span className={styles.address}>{sent.email}</span>. It is valid for
        ten minutes, in this window only.
      </p>
      <TextField
        {...register('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        // The field replaces the one that the shopper was in.
        autoFocus
        required
        error={errors.code ?? wrongCode}
      />
      <FormFailure error={wrongCode ? null : error} unexpected="An unexpected error occurred." />
      <Button
        type="submit"
        isWide
        className={styles.submit}
        isBusy={isBusy || isChecking || signIn.isPending}
      >
        Sign in
      </Button>
      <div>
        <Button kind="link" onClick={onAgain}>
          Send another code
        </Button>
      </div>
    </form>
  )
}

import { isApiFailure } from '@solvane/client/api'
import type { ErrorCode } from '@solvane/contract/errors'
import type { DeletionProof } from '@solvane/contract/user'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { PasswordField, TextField } from '@solvane/ui/field'
import { showToast } from '@solvane/ui/toast'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormFailure } from '../../components/form-request.tsx'
import { useSchemaForm } from '../../components/use-schema-form.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { leaveAccount } from '../../lib/session/use-session.ts'
import styles from './my-profile.module.css'

interface DeleteAccountDialogProps {
  /** The address of the account. */
  email: string
  isOpen: boolean
  onClose: () => void
}

/** Deletes the account once the shopper has confirmed it. */
function DeleteAccountDialog({ email, isOpen, onClose }: DeleteAccountDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete your account?"
      description="Your wishlist, addresses and name are deleted at once and cannot be brought back. We keep order records, without your name."
    >
      <DeleteAccount email={email} onKeep={onClose} />
    </Dialog>
  )
}

const unexpected = 'An unexpected error occurred.'

function useDeletion() {
  const api = useApi()
  return useMutation({
    mutationFn: async (body: DeletionProof) => {
      await api.call('deleteAccount', { body })
      // The account is gone, so the way leads home and not to the sign-in.
      leaveAccount('/')
      showToast('Your account is deleted.', 'info')
    },
  })
}

/** Inside the dialog, so that each opening starts with an empty form. */
function DeleteAccount({ email, onKeep }: { email: string; onKeep: () => void }) {
  const [isByCode, setIsByCode] = useState(false)
  return (
    <>
      {isByCode ? (
        <DeleteByCode email={email} onKeep={onKeep} />
      ) : (
        <DeleteByPassword onKeep={onKeep} />
      )}
      <div className={styles.ways}>
        <Button kind="link" onClick={() => setIsByCode(!isByCode)}>
          {isByCode ? 'Use your password instead' : 'Use a code by e-mail instead'}
        </Button>
      </div>
    </>
  )
}

const loadPassword = async () => (await import('@solvane/contract/user')).deletionByPassword

function DeleteByPassword({ onKeep }: { onKeep: () => void }) {
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(loadPassword)
  const leave = useDeletion()
  const wrongPassword = messageOf(leave.error, 'WRONG_PASSWORD')
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={handleSubmit((input) => leave.mutate(input))}
    >
      <PasswordField
        {...register('password')}
        label="Your password"
        autoComplete="current-password"
        required
        hint="If you have no password, you can confirm with a code below."
        error={errors.password ?? wrongPassword}
      />
      <FormFailure error={wrongPassword ? null : leave.error} unexpected={unexpected} />
      <Decision isBusy={isChecking || leave.isPending} onKeep={onKeep} />
    </form>
  )
}

/** The message of an error with this code, which is shown at its field. */
function messageOf(error: unknown, code: ErrorCode): string | undefined {
  return isApiFailure(error) && error.code === code ? error.message : undefined
}

/** The two buttons at the end of a form. */
function Decision({ isBusy, onKeep }: { isBusy: boolean; onKeep: () => void }) {
  return (
    <>
      <Button type="submit" isWide isBusy={isBusy}>
        Delete my account
      </Button>
      <Button kind="secondary" isWide onClick={onKeep}>
        Keep it
      </Button>
    </>
  )
}

function DeleteByCode({ email, onKeep }: { email: string; onKeep: () => void }) {
  const api = useApi()
  const ask = useMutation({
    mutationFn: async () => (await api.call('requestDeletionCode', {})).data.request,
  })
  const [request, setRequest] = useState<string>()
  const send = () => ask.mutate(undefined, { onSuccess: setRequest })
  if (request) {
    return (
      <EnterCode
        key={request}
        email={email}
        request={request}
        again={ask}
        onAgain={send}
        onKeep={onKeep}
      />
    )
  }
  return (
    <div className={styles.form}>
      <p className={styles.dataText}>
        We send a code to <span className={styles.name}>{email}</span>. Your account is deleted once
        you enter it here.
      </p>
      <FormFailure error={ask.error} unexpected={unexpected} />
      <Button isWide isBusy={ask.isPending} onClick={send}>
        Send the code
      </Button>
      <Button kind="secondary" isWide onClick={onKeep}>
        Keep it
      </Button>
    </div>
  )
}

const loadCode = async () =>
  (await import('@solvane/contract/auth')).signInByCode.body.pick({ code: true })

interface EnterCodeProps {
  email: string
  /** The token never leaves the page; without it the code is worthless. */
  request: string
  /** The state of sending another code. */
  again: { isPending: boolean; error: unknown }
  onAgain: () => void
  onKeep: () => void
}

function EnterCode({ email, request, again, onAgain, onKeep }: EnterCodeProps) {
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(loadCode)
  const leave = useDeletion()
  const { error } = leave
  const wrongCode = messageOf(error, 'SIGN_IN_CODE_WRONG')
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={handleSubmit(({ code }) => leave.mutate({ request, code }))}
    >
      <p className={styles.dataText} role="status">
        We have sent a code to <span className={styles.name}>{email}</span>. It is valid for ten
        minutes, in this window only.
      </p>
      <TextField
        {...register('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        // The field replaces the button that the shopper has pressed.
        autoFocus
        required
        error={errors.code ?? wrongCode}
      />
      <FormFailure error={wrongCode ? null : error} unexpected={unexpected} />
      <Decision isBusy={isChecking || leave.isPending} onKeep={onKeep} />
      <div>
        <Button kind="link" isBusy={again.isPending} onClick={onAgain}>
          Send another code
        </Button>
        <FormFailure error={again.error} unexpected={unexpected} />
      </div>
    </form>
  )
}

/** Signing out everywhere, exporting the shopper's data, and deleting the account. */
export function YourData({ email }: { email: string }) {
  const api = useApi()
  const [isLeaving, setIsLeaving] = useState(false)
  const signOutEverywhere = useMutation({
    mutationFn: async () => {
      await api.call('logoutEverywhere', {})
      leaveAccount()
      showToast('You are signed out on every device.', 'info')
    },
  })
  const takeAlong = useMutation({
    mutationFn: async () => {
      const { data } = await api.call('exportMyData', {})
      saveFile('solvane-my-data.json', 'application/json', JSON.stringify(data, null, 2))
    },
  })
  const unexpected = 'An unexpected error occurred.'
  return (
    <>
      <ul className={styles.list}>
        <Row title="Other devices" text="Ends your session here and wherever else you signed in.">
          <Button
            kind="link"
            isBusy={signOutEverywhere.isPending}
            onClick={() => signOutEverywhere.mutate()}
          >
            Sign out everywhere
          </Button>
          <FormFailure error={signOutEverywhere.error} unexpected={unexpected} />
        </Row>
        <Row title="A copy for you" text="A copy of the data we hold about you.">
          <Button kind="link" isBusy={takeAlong.isPending} onClick={() => takeAlong.mutate()}>
            Export my data
          </Button>
          <FormFailure error={takeAlong.error} unexpected={unexpected} />
        </Row>
        <Row title="Leaving" text="Deletes your account, wishlist and addresses for good.">
          <Button kind="link" onClick={() => setIsLeaving(true)}>
            Delete my account
          </Button>
        </Row>
      </ul>
      <DeleteAccountDialog email={email} isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
    </>
  )
}

function Row(props: { title: string; text: string; children: ReactNode }) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h3>{props.title}</h3>
        <p className={styles.dataText}>{props.text}</p>
      </div>
      <div>{props.children}</div>
    </li>
  )
}

/** Downloads `text` as a file called `name`. */
function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

import type { EndpointOutput } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { TextField } from '@solvane/ui/field'
import { QrCode } from '@solvane/ui/qr-code'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { signOut } from '../../data/staff.ts'
import { Failure, Title } from '../../layout/page.tsx'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { saveFile } from '../../parts/downloads.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './account-page.module.css'
import { PasskeyPanel } from './passkey-panel.tsx'

const securityKey = ['my-security']

/** /account: how the signed-in member of staff signs in. */
export function AccountPage() {
  return (
    <div className={styles.page}>
      <Title title="Your account" />
      <SecurityPanels />
    </div>
  )
}

/** Shown instead of the back office until a required second factor is added. */
export function AddFactorFirst() {
  return (
    <main className={styles.alone}>
      <title>Second factor · Solvane back office</title>
      <h1>Add a second factor</h1>
      <p>
        Your role can refund payments and read customers’ data, so a password is not enough. Add a
        passkey or an authenticator app: the back office opens at once.
      </p>
      <SecurityPanels onAdded={() => window.location.reload()} />
      <div>
        <Button kind="link" onClick={signOut}>
          Sign out
        </Button>
      </div>
    </main>
  )
}

type NewTotp = EndpointOutput<'beginTotp'>['data']

/** The dialog that is open over the panels. */
type Step =
  | { name: 'begin' | 'remove' | 'renew' }
  | { name: 'enter'; totp: NewTotp }
  | { name: 'codes'; codes: string[] }

/** The second factor and the recovery codes; `onAdded` after a factor was added. */
function SecurityPanels({ onAdded }: { onAdded?: () => void }) {
  const queries = useQueryClient()
  const [step, setStep] = useState<Step | null>(null)
  const security = useQuery({
    queryKey: securityKey,
    queryFn: async () => (await api.call('getMySecurity', {})).data,
  })
  if (security.isError) return <Failure error={security.error} onRetry={security.refetch} />
  if (!security.data) return <Skeleton />
  const { totpSince, passkeys, recoveryCodesLeft } = security.data
  const refresh = () => queries.invalidateQueries({ queryKey: securityKey })
  const close = () => setStep(null)

  /** After a factor was added: shows new recovery codes, if there are any. */
  async function showAdded(codes: string[] | null) {
    setStep(codes && { name: 'codes', codes })
    await refresh()
    if (!codes) onAdded?.()
  }

  return (
    <>
      <PasskeyPanel
        passkeys={passkeys}
        isOnlyFactor={totpSince === null}
        onAdded={showAdded}
        onRemoved={refresh}
      />
      <Panel title="Authenticator app">
        {totpSince ? (
          <p>
            On since <Moment at={totpSince} />. Signing in needs a code of the app.
          </p>
        ) : (
          <p className={styles.note}>
            An app on your phone that shows a new code every 30 seconds. With it, signing in needs
            the password and a code.
          </p>
        )}
        <div className={styles.actions}>
          <Button kind="link" onClick={() => setStep({ name: 'begin' })}>
            {totpSince ? 'Move to another phone' : 'Add an authenticator app'}
          </Button>
          {totpSince && (
            <Button kind="link" onClick={() => setStep({ name: 'remove' })}>
              Remove
            </Button>
          )}
        </div>
      </Panel>
      {(totpSince || passkeys.length > 0) && (
        <Panel title="Recovery codes">
          <p>
            {recoveryCodesLeft} of 10 left. Each confirms once that it is you, if your passkey or
            phone is lost.
          </p>
          <div className={styles.actions}>
            <Button kind="link" onClick={() => setStep({ name: 'renew' })}>
              Make new recovery codes
            </Button>
          </div>
        </Panel>
      )}

      {step?.name === 'begin' && (
        <ActionDialog
          title="Add an authenticator app"
          description="You need an app for codes on your phone, or a password manager that has them."
          submit="Show the QR code"
          // The next step has taken the dialog's place by then.
          onClose={() => setStep((now) => (now?.name === 'begin' ? null : now))}
          onSubmit={async () => {
            const { data } = await api.call('beginTotp', {})
            setStep({ name: 'enter', totp: data })
          }}
        />
      )}
      {step?.name === 'enter' && (
        <EnterCode
          totp={step.totp}
          onClose={() => setStep((now) => (now?.name === 'enter' ? null : now))}
          onAdded={showAdded}
        />
      )}
      {step?.name === 'remove' && (
        <ActionDialog
          title="Remove the authenticator app?"
          description={
            passkeys.length > 0
              ? 'Your passkeys stay. You get an e-mail about it.'
              : 'Signing in then needs the password only. You get an e-mail about it.'
          }
          submit="Remove"
          done="The authenticator app is removed."
          onClose={close}
          onSubmit={async () => {
            await api.call('removeTotp', {})
            await refresh()
          }}
        />
      )}
      {step?.name === 'renew' && (
        <ActionDialog
          title="Make new recovery codes"
          description="The ones you have no longer work then."
          submit="Make new codes"
          onClose={() => setStep((now) => (now?.name === 'renew' ? null : now))}
          onSubmit={async () => {
            const { recoveryCodes } = (await api.call('renewRecoveryCodes', {})).data
            setStep({ name: 'codes', codes: recoveryCodes ?? [] })
            await refresh()
          }}
        />
      )}
      {step?.name === 'codes' && (
        <RecoveryCodes
          codes={step.codes}
          onClose={() => {
            close()
            onAdded?.()
          }}
        />
      )}
    </>
  )
}

interface EnterCodeProps {
  totp: NewTotp
  onClose: () => void
  /** Gets new recovery codes, if there are any to show. */
  onAdded: (codes: string[] | null) => Promise<void>
}

/** Shows the secret as a QR code, and takes the first code of the app. */
function EnterCode({ totp, onClose, onAdded }: EnterCodeProps) {
  return (
    <ActionDialog
      title="Scan the QR code"
      description="Scan it with the app, then enter the code that the app shows. Other devices are signed out."
      submit="Turn on"
      done="The second factor is on."
      onClose={onClose}
      onSubmit={async (value) => {
        const body = { secretCode: value('secretCode') }
        await onAdded((await api.call('enableTotp', { body })).data.recoveryCodes)
      }}
    >
      {(errorOf) => (
        <>
          <div className={styles.qr}>
            <QrCode content={totp.uri} label="QR code for the authenticator app" />
          </div>
          <p className={styles.note}>
            Or type this key: <span className={styles.secret}>{totp.secret}</span>
          </p>
          <TextField
            label="Code"
            name="secretCode"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            error={errorOf('secretCode')}
          />
        </>
      )}
    </ActionDialog>
  )
}

/** New recovery codes, which are shown this once. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const file = () => new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Recovery codes"
      description="Keep them where you find them without your phone. Each works once. They are not shown again."
      actions={
        <>
          <Button kind="secondary" onClick={() => saveFile(file(), 'solvane-recovery-codes.txt')}>
            Save as a file
          </Button>
          <Button onClick={onClose}>I have kept them</Button>
        </>
      }
    >
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}

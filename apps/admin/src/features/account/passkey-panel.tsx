import { ApiError } from '@solvane/client/api'
import type { Passkey } from '@solvane/contract/passkeys'
import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { ActionDialog, inBrowser } from '../../parts/action-dialog.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './account-page.module.css'

const notMade = 'No passkey was made. Your browser may have one of this account already.'

/** Has the browser make a passkey and adds it; returns new recovery codes, if there are any to show. */
async function addPasskey(name: string): Promise<string[] | null> {
  const { data } = await api.call('beginStaffPasskey', {})
  const passkey = await inBrowser(notMade, async () => {
    const { makePasskey } = await import('@solvane/client/passkeys')
    return makePasskey(data)
  })
  if (!passkey) throw new ApiError(0, notMade)
  return (await api.call('addStaffPasskey', { body: { name, passkey } })).data.recoveryCodes
}

interface PasskeyPanelProps {
  passkeys: readonly Passkey[]
  /** There is no authenticator app. */
  isOnlyFactor: boolean
  /** Gets new recovery codes, if there are any to show. */
  onAdded: (codes: string[] | null) => Promise<void>
  onRemoved: () => Promise<void>
}

/** The passkeys of the signed-in member of staff, to add and to remove. */
export function PasskeyPanel({ passkeys, isOnlyFactor, onAdded, onRemoved }: PasskeyPanelProps) {
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const isLastFactor = isOnlyFactor && passkeys.length === 1
  return (
    <Panel title="Passkeys">
      {passkeys.length === 0 ? (
        <p className={styles.note}>
          A key kept by your device, your password manager or a security key, which you unlock with
          a finger, your face or a PIN. It replaces the password and the code, and confirms refunds.
        </p>
      ) : (
        <ul className={styles.passkeys}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.passkey}>
              <div>
                <p className={styles.name}>{passkey.name}</p>
                <p className={styles.note}>
                  Added <Moment at={passkey.createdAt} isDay />
                  {passkey.lastUsedAt ? (
                    <>
                      , last used <Moment at={passkey.lastUsedAt} />
                    </>
                  ) : (
                    ', not used yet'
                  )}
                </p>
              </div>
              <Button
                kind="link"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => setRemoved(passkey)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button kind="link" onClick={() => setIsAdding(true)}>
          Add a passkey
        </Button>
      </div>

      {isAdding && (
        <ActionDialog
          title="Add a passkey"
          description="Your browser asks where to keep it. If it is your first second factor, other devices are signed out."
          submit="Continue"
          done="The passkey is added."
          onClose={() => setIsAdding(false)}
          onSubmit={async (value) => onAdded(await addPasskey(value('name')))}
        >
          {(errorOf) => (
            <TextField
              label="Name"
              name="name"
              maxLength={60}
              required
              hint="To tell it from others: “Office laptop”, for example. The audit log names it."
              error={errorOf('name')}
            />
          )}
        </ActionDialog>
      )}
      {removed && (
        <ActionDialog
          title={`Remove the passkey “${removed.name}”?`}
          description={
            isLastFactor
              ? 'Signing in then needs the password only. You get an e-mail about it.'
              : 'It no longer signs in or confirms. You get an e-mail about it.'
          }
          submit="Remove"
          done="The passkey is removed."
          onClose={() => setRemoved(null)}
          onSubmit={async () => {
            await api.call('removeStaffPasskey', { params: { passkeyId: removed.id } })
            await onRemoved()
          }}
        />
      )}
    </Panel>
  )
}

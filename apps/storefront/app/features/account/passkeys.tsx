import type { Passkey } from '@solvane/contract/passkeys'
import type { Profile } from '@solvane/contract/user'
import { Button, textLinkClass } from '@solvane/ui/button'
import { formatDay } from '@solvane/ui/dates.ts'
import { Dialog } from '@solvane/ui/dialog'
import { TextField } from '@solvane/ui/field'
import { Skeleton } from '@solvane/ui/skeleton'
import { showToast } from '@solvane/ui/toast'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormFailure } from '../../components/form-request.tsx'
import { useSchemaForm } from '../../components/use-schema-form.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import styles from './my-profile.module.css'

const loadSchema = async () =>
  (await import('@solvane/contract/passkeys')).passkeyInput.pick({ name: true })

/** The shopper's passkeys, to add and to remove. Staff have theirs in the back office. */
export function Passkeys({ profile }: { profile: Profile }) {
  if (profile.role === 'ADMIN') {
    return (
      <p className={styles.dataText}>
        As a member of staff you add and remove passkeys{' '}
        <a className={textLinkClass} href="/admin/account">
          in the back office
        </a>
        .
      </p>
    )
  }
  return <ShopperPasskeys />
}

function ShopperPasskeys() {
  const api = useApi()
  const session = useSessionId()
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const passkeys = useQuery({
    queryKey: personalKey(session, 'passkeys'),
    queryFn: async ({ signal }) => (await api.call('listMyPasskeys', {}, { signal })).data,
    enabled: Boolean(session),
  })
  if (passkeys.isPending) return <Skeleton width="half" />
  return (
    <>
      {passkeys.data?.length ? (
        <ul className={styles.list}>
          {passkeys.data.map((passkey) => (
            <li key={passkey.id} className={styles.row}>
              <div className={styles.words}>
                <h3 className={styles.name}>{passkey.name}</h3>
                <p className={styles.dataText}>
                  Added {formatDay(passkey.createdAt)}
                  {passkey.lastUsedAt
                    ? `, last used ${formatDay(passkey.lastUsedAt)}`
                    : ', not used yet'}
                </p>
              </div>
              <Button
                kind="link"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => {
                  setRemoved(passkey)
                  setIsAsking(true)
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <FormFailure error={passkeys.error} unexpected="An unexpected error occurred." />
      )}
      <div>
        <Button kind="secondary" onClick={() => setIsAdding(true)}>
          Add a passkey
        </Button>
      </div>
      <Dialog
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        title="Add a passkey"
        description="Your browser asks where to keep it: on this device, in a password manager, on a phone or a security key."
      >
        <AddPasskeyForm onDone={() => setIsAdding(false)} />
      </Dialog>
      <RemovePasskeyDialog isOpen={isAsking} passkey={removed} onClose={() => setIsAsking(false)} />
    </>
  )
}

function useReloadPasskeys() {
  const queryClient = useQueryClient()
  const queryKey = personalKey(useSessionId(), 'passkeys')
  return () => queryClient.invalidateQueries({ queryKey })
}

/** Inside the dialog, so that each opening starts with an empty form. */
function AddPasskeyForm({ onDone }: { onDone: () => void }) {
  const api = useApi()
  const reload = useReloadPasskeys()
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(loadSchema)
  const add = useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const { makePasskey } = await import('@solvane/client/passkeys')
      const passkey = await makePasskey((await api.call('beginPasskey', {})).data)
      if (!passkey) return
      await api.call('addPasskey', { body: { name, passkey } })
      showToast('Your passkey is added.')
      onDone()
      await reload()
    },
  })
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit((input) => add.mutate(input))}>
      <TextField
        {...register('name')}
        label="Name"
        maxLength={60}
        required
        hint="To tell it from others: “My phone”, for example."
        error={errors.name}
      />
      <FormFailure
        error={add.error}
        unexpected="Your browser did not make a passkey. It may have one of this account already."
      />
      <Button type="submit" isWide isBusy={isChecking || add.isPending}>
        Continue
      </Button>
    </form>
  )
}

interface RemovePasskeyDialogProps {
  isOpen: boolean
  /** The passkey to remove; null before the first question. */
  passkey: Passkey | null
  onClose: () => void
}

function RemovePasskeyDialog({ isOpen, passkey, onClose }: RemovePasskeyDialogProps) {
  const api = useApi()
  const reload = useReloadPasskeys()
  const remove = useMutation({
    mutationFn: (passkeyId: string) => api.call('removePasskey', { params: { passkeyId } }),
    // A rejection reloads, too: the passkey may have been removed in another tab.
    onSettled: reload,
  })

  function close() {
    remove.reset()
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Remove this passkey?"
      description={
        passkey &&
        `“${passkey.name}” no longer signs in. Your device or password manager still lists it until you delete it there.`
      }
      actions={
        <>
          <Button kind="secondary" onClick={close}>
            Keep it
          </Button>
          <Button
            isBusy={remove.isPending}
            onClick={() => passkey && remove.mutate(passkey.id, { onSuccess: close })}
          >
            Remove
          </Button>
        </>
      }
    >
      <FormFailure error={remove.error} unexpected="An unexpected error occurred." />
    </Dialog>
  )
}

import { endSession } from '@solvane/client/tokens'
import { Button } from '@solvane/ui/button'
import { showToast } from '@solvane/ui/toast.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormFailure } from '../../components/form-failure.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { saveFile } from './save-file.ts'
import styles from './your-data.module.css'

/** Signing out everywhere, taking along what the house keeps, and leaving for good. */
export function YourData() {
  const api = useApi()
  const [isLeaving, setIsLeaving] = useState(false)
  const signOutEverywhere = useMutation({
    mutationFn: async () => {
      await api.call('logoutEverywhere', {})
      endSession({ isSignOut: true })
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
        <Row title="A copy for you" text="Everything the house keeps of you, in one file.">
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
      <DeleteAccountDialog isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
    </>
  )
}

function Row(props: { title: string; text: string; children: ReactNode }) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h3>{props.title}</h3>
        <p className={styles.text}>{props.text}</p>
      </div>
      <div>{props.children}</div>
    </li>
  )
}

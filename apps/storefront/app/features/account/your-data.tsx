import { Button } from '@solvane/ui/button'
import { showToast } from '@solvane/ui/toast.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormFailure } from '../../components/form-failure.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import { leaveAccount } from '../../lib/session/leave-account.ts'
import { DeleteAccountDialog } from './delete-account.tsx'
import styles from './my-profile.module.css'

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

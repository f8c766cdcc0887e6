import type { Profile } from '@solvane/contract/user'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { type ReactNode, useId, useState } from 'react'
import { LoginInformation } from './login-information.tsx'
import styles from './my-profile.module.css'
import { Passkeys } from './passkeys.tsx'
import { YourData } from './your-data.tsx'

interface MyProfileProps {
  profile: Profile
  /** The form of the default address; calls `onSaved` when it is kept. */
  defaultAddress: (onSaved: () => void) => ReactNode
  /** All addresses; calls `onSaved` when one is kept. */
  addressBook: (onSaved: () => void) => ReactNode
}

/** The shopper's default address, login, passkeys, address book and data. */
export function MyProfile({ profile, defaultAddress, addressBook }: MyProfileProps) {
  const [isSaved, setIsSaved] = useState(false)
  const onSaved = () => setIsSaved(true)
  return (
    <div>
      <h1 className={styles.title}>My Profile</h1>
      <ProfileSection title="Personal Information" text="Your default delivery address.">
        {defaultAddress(onSaved)}
      </ProfileSection>
      <ProfileSection title="Login Information" text="Your sign-in details and name.">
        <LoginInformation profile={profile} onSaved={onSaved} />
      </ProfileSection>
      <ProfileSection
        title="Passkeys"
        text="Sign in with your fingerprint, your face or the PIN of your device instead of a password."
      >
        <Passkeys profile={profile} />
      </ProfileSection>
      <ProfileSection title="My Address Book" text="Your saved addresses.">
        {addressBook(onSaved)}
      </ProfileSection>
      <ProfileSection title="Your Data" text="It is yours: take it along, or take it back.">
        <YourData email={profile.email} />
      </ProfileSection>
      <SavedDialog isOpen={isSaved} onClose={() => setIsSaved(false)} />
    </div>
  )
}

interface ProfileSectionProps {
  title: string
  text: string
  children: ReactNode
}

/** One section of My Profile: what it is at the left, what is done there at the right. */
function ProfileSection({ title, text, children }: ProfileSectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

/** Confirms that the change of the account is saved. */
function SavedDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Saving Success:"
      description="Your account information has been updated."
      actions={<Button onClick={onClose}>Done</Button>}
    />
  )
}

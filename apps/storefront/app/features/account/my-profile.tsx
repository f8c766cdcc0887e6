import type { EndpointInput } from '@solvane/client/api'
import { renewSession } from '@solvane/client/tokens'
import type { Profile } from '@solvane/contract/user'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { PasswordField, TextField } from '@solvane/ui/field'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { FormFailure } from '../../components/form-request.tsx'
import { useSchemaForm } from '../../components/use-schema-form.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { profileQuery } from '../../lib/session/session-profile.ts'
import { useSessionId } from '../../lib/session/use-session.ts'
import styles from './my-profile.module.css'
import { Passkeys } from './passkeys.tsx'
import { YourData } from './your-data.tsx'

const loadSchemas = () => import('@solvane/contract/user')

/** The shopper's name, e-mail and password. */
function LoginInformation({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const [isChanging, setIsChanging] = useState(false)
  return (
    <>
      <NameForm profile={profile} onSaved={onSaved} />
      <TextField label="E-mail" type="email" value={profile.email} readOnly />
      <div>
        <Button kind="secondary" onClick={() => setIsChanging(true)}>
          Change Password
        </Button>
      </div>
      <PasswordDialog
        isOpen={isChanging}
        email={profile.email}
        onClose={() => setIsChanging(false)}
        onSaved={() => {
          setIsChanging(false)
          onSaved()
        }}
      />
    </>
  )
}

/** The form of the shopper's name. */
function NameForm({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const api = useApi()
  const session = useSessionId()
  const queryClient = useQueryClient()
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(
    async () => (await loadSchemas()).updateProfile.body,
  )
  const save = useMutation({
    mutationFn: (body: { nickName: string }) => api.call('updateProfile', { body }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(profileQuery(api, session).queryKey, data.profile)
      onSaved()
    },
  })
  return (
    <form className={styles.line} noValidate onSubmit={handleSubmit((input) => save.mutate(input))}>
      <TextField
        {...register('nickName')}
        label="Name"
        error={errors.nickName}
        defaultValue={profile.nickName ?? ''}
        autoComplete="nickname"
        maxLength={100}
      />
      <Button type="submit" kind="link" isBusy={isChecking || save.isPending}>
        Save name
      </Button>
      <FormFailure error={save.error} unexpected="An unexpected error occurred." />
    </form>
  )
}

interface PasswordDialogProps {
  isOpen: boolean
  /** The account of the password, for password managers. */
  email: string
  onClose: () => void
  onSaved: () => void
}

/** The modal in which the password is changed. */
function PasswordDialog(props: PasswordDialogProps) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title="Change Password"
      description="Every other device is signed out."
    >
      <PasswordForm {...props} />
    </Dialog>
  )
}

/** Inside the dialog, so that each opening starts with an empty form. */
function PasswordForm({ email, onSaved }: PasswordDialogProps) {
  const api = useApi()
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(
    async () => (await loadSchemas()).passwordChange,
  )
  const save = useMutation({
    mutationFn: async (body: EndpointInput<'changePassword'>['body']) => {
      const { data } = await api.call('changePassword', { body })
      renewSession(data)
    },
    onSuccess: onSaved,
  })
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit((input) => save.mutate(input))}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...register('currentPassword')}
        label="Current password"
        autoComplete="current-password"
        required
        hint="If you have none yet, the sign-in page has a link to choose one."
        error={errors.currentPassword}
      />
      <PasswordField
        {...register('newPassword')}
        label="New password"
        autoComplete="new-password"
        required
        error={errors.newPassword}
      />
      <PasswordField
        {...register('confirmPassword')}
        label="Confirm new password"
        autoComplete="new-password"
        required
        error={errors.confirmPassword}
      />
      <FormFailure error={save.error} unexpected="Failed to save password. Please try again." />
      <Button type="submit" isWide isBusy={isChecking || save.isPending}>
        Save password
      </Button>
    </form>
  )
}

interface MyProfileProps {
  profile: Profile
  /** The form of the default address; calls `onSaved` when it is saved. */
  defaultAddress: (onSaved: () => void) => ReactNode
  /** All addresses; calls `onSaved` when one is saved. */
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

/** A section of My Profile: its title at the left, its content at the right. */
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

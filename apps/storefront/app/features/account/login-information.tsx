import type { Profile } from '@solvane/contract/user'
import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { useState } from 'react'
import { NameForm } from './name-form.tsx'
import { PasswordDialog } from './password-dialog.tsx'

/** The e-mail that is signed in with, and the way to another password. */
export function LoginInformation({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
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

import type { StaffMember } from '@solvane/contract/staff'
import { type StaffRole, staffRoles } from '@solvane/contract/staff-role'
import { SelectField, TextField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { useRefresh } from '../../data/list.tsx'
import { ActionDialog, type FormValue } from '../../parts/action-dialog.tsx'
import { roleWords } from '../../parts/role-words.ts'

interface DialogProps {
  member: StaffMember
  onClose: () => void
}

const nameOf = ({ name, email }: StaffMember) => name ?? email

/** The role chosen in a form. */
const roleOf = (value: FormValue) => value('staffRole') as StaffRole

function RoleField({ chosen, error }: { chosen: StaffRole; error?: string | undefined }) {
  return (
    <SelectField label="Role" name="staffRole" defaultValue={chosen} required error={error}>
      {staffRoles.map((role) => (
        <option key={role} value={role}>
          {roleWords[role].name}: {roleWords[role].may}
        </option>
      ))}
    </SelectField>
  )
}

/** Invites a member of staff; an e-mail has the link to choose a password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh()
  return (
    <ActionDialog
      title="Invite someone"
      description="The e-mail has a link to choose a password, valid for seven days. Customers keep their account."
      submit="Send invitation"
      done="Invitation sent."
      onClose={onClose}
      onSubmit={async (value) => {
        const body = { name: value('name'), email: value('email'), staffRole: roleOf(value) }
        await api.call('inviteStaff', { body })
        refresh()
      }}
    >
      {(errorOf) => (
        <>
          <TextField label="Name" name="name" maxLength={100} required error={errorOf('name')} />
          <TextField label="E-mail" name="email" type="email" required error={errorOf('email')} />
          <RoleField chosen="SUPPORT" error={errorOf('staffRole')} />
        </>
      )}
    </ActionDialog>
  )
}

/** Changes a member's role. */
export function RoleDialog({ member, onClose }: DialogProps) {
  const refresh = useRefresh()
  return (
    <ActionDialog
      title={`Change role of ${nameOf(member)}`}
      description="It applies at once."
      submit="Change role"
      done="Role changed."
      onClose={onClose}
      onSubmit={async (value) => {
        const params = { userId: member.id }
        await api.call('changeStaffRole', { params, body: { staffRole: roleOf(value) } })
        refresh()
      }}
    >
      <RoleField chosen={member.staffRole} />
    </ActionDialog>
  )
}

/** Resends an invitation. */
export function ResendDialog({ member, onClose }: DialogProps) {
  const refresh = useRefresh()
  return (
    <ActionDialog
      title={`Resend invitation to ${nameOf(member)}?`}
      description="They get another e-mail. The previous link no longer works."
      submit="Send invitation"
      done="Invitation sent."
      onClose={onClose}
      onSubmit={async () => {
        await api.call('sendInvitation', { params: { userId: member.id } })
        refresh()
      }}
    />
  )
}

/** Removes a member of staff. */
export function RemoveDialog({ member, onClose }: DialogProps) {
  const refresh = useRefresh()
  return (
    <ActionDialog
      title={`Remove access of ${nameOf(member)}?`}
      description="They are signed out everywhere at once and keep their customer account. The audit log keeps their actions."
      submit="Remove"
      done="Access removed."
      onClose={onClose}
      onSubmit={async () => {
        await api.call('removeStaff', { params: { userId: member.id } })
        refresh()
      }}
    />
  )
}

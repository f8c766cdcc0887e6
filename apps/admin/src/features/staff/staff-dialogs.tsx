import type { StaffMember } from '@solvane/contract/staff'
import { type StaffRole, staffRoles } from '@solvane/contract/staff-role'
import { SelectField, TextField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { useRefresh } from '../../data/list.tsx'
import { ActionDialog, type Said } from '../../parts/action-dialog.tsx'
import { roleWords } from '../../parts/role-words.ts'

interface DialogProps {
  member: StaffMember
  onClose: () => void
}

const nameOf = ({ name, email }: StaffMember) => name ?? email

/** The role that a form of a dialog says; its choices are the roles. */
const roleSaid = (said: Said) => said('staffRole') as StaffRole

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

/** Asks someone to work here; a letter brings the link to choose a password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh()
  return (
    <ActionDialog
      title="Invite someone"
      description="A letter brings a link to choose a password, good for seven days. A customer who is invited keeps all that is in their account."
      submit="Send the invitation"
      done="The invitation is written."
      onClose={onClose}
      act={async (said) => {
        const body = { name: said('name'), email: said('email'), staffRole: roleSaid(said) }
        await api.call('inviteStaff', { body })
        refresh()
      }}
    >
      {(wrong) => (
        <>
          <TextField label="Name" name="name" maxLength={100} required error={wrong('name')} />
          <TextField label="E-mail" name="email" type="email" required error={wrong('email')} />
          <RoleField chosen="SUPPORT" error={wrong('staffRole')} />
        </>
      )}
    </ActionDialog>
  )
}

/** Gives someone another role. */
export function RoleDialog({ member, onClose }: DialogProps) {
  const refresh = useRefresh()
  return (
    <ActionDialog
      title={`The role of ${nameOf(member)}`}
      description="It counts from the next thing they do."
      submit="Change the role"
      done="The role is changed."
      onClose={onClose}
      act={async (said) => {
        const params = { userId: member.id }
        await api.call('changeStaffRole', { params, body: { staffRole: roleSaid(said) } })
        refresh()
      }}
    >
      <RoleField chosen={member.staffRole} />
    </ActionDialog>
  )
}

/** Writes an invitation again. */
export function InviteAgainDialog({ member, onClose }: DialogProps) {
  const refresh = useRefresh()
  return (
    <ActionDialog
      title={`Invite ${nameOf(member)} again?`}
      description="They are written another letter; the link of the one before opens nothing any more."
      submit="Send the invitation"
      done="The invitation is written."
      onClose={onClose}
      act={async () => {
        await api.call('sendInvitation', { params: { userId: member.id } })
        refresh()
      }}
    />
  )
}

/** Takes someone's role away. */
export function RemoveDialog({ member, onClose }: DialogProps) {
  const refresh = useRefresh()
  return (
    <ActionDialog
      title={`Let ${nameOf(member)} go?`}
      description="They are signed out everywhere at once and stay with us as a customer. What they did stays in the audit log."
      submit="Take the role away"
      done="They are no longer staff."
      onClose={onClose}
      act={async () => {
        await api.call('removeStaff', { params: { userId: member.id } })
        refresh()
      }}
    />
  )
}

import type { StaffMember } from '@solvane/contract/staff'
import { type StaffRole, staffRoles } from '@solvane/contract/staff-role'
import { Button } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { SelectField, TextField } from '@solvane/ui/field'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { List, useRefresh } from '../../data/list.tsx'
import { roleWords, useStaff } from '../../data/staff.ts'
import { Title } from '../../layout/page.tsx'
import { ActionDialog, type FormValue } from '../../parts/action-dialog.tsx'
import { ListSearch } from '../../parts/list-filters.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Mark } from '../../parts/panel.tsx'
import { CardLine, Rows, TwoLines } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import styles from './staff-list.module.css'

const { accessor, display } = columnHelper<StaffMember>()
const columns = [
  accessor('name', {
    header: 'Name',
    cell: ({ row: { original: member } }) => (
      <TwoLines first={member.name ?? member.email} second={member.name && member.email} />
    ),
  }),
  accessor('staffRole', {
    header: 'Role',
    cell: ({ getValue }) => {
      const { name, may } = roleWords[getValue()]
      return <TwoLines first={name} second={may} />
    },
  }),
  accessor('lastSignInAt', {
    header: 'Last sign-in',
    cell: ({ row }) => <Presence {...row.original} />,
  }),
  display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => <Actions member={row.original} />,
  }),
]

/** /staff: the members of staff and their roles. */
export function StaffList() {
  const [isInviting, setIsInviting] = useState(false)
  return (
    <List endpoint="listStaff" sort={{ by: 'name', order: 'asc' }}>
      <Title title="Staff" />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Name or e-mail" />
        <Button onClick={() => setIsInviting(true)}>Invite staff</Button>
      </div>
      <Rows
        what="people"
        none={{ title: 'No staff yet', text: 'Invite someone to start.' }}
        columns={columns}
        card={(member) => (
          <>
            <CardLine>
              <strong>{member.name ?? member.email}</strong>
              <span>{roleWords[member.staffRole].name}</span>
            </CardLine>
            <span>{member.email}</span>
            <Presence {...member} />
            <Actions member={member} />
          </>
        )}
      />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </List>
  )
}

function Presence({ isInvited, lastSignInAt }: StaffMember) {
  if (isInvited) return <Mark tone="open">Invited</Mark>
  return lastSignInAt ? <Moment at={lastSignInAt} /> : <Mark tone="quiet">Not in 60 days</Mark>
}

function Actions({ member }: { member: StaffMember }) {
  const you = useStaff()
  const [asked, setAsked] = useState<'role' | 'remove' | 'invite' | null>(null)
  if (you.id === member.id) return <Mark tone="quiet">You</Mark>
  const dialog = { member, onClose: () => setAsked(null) }
  return (
    <div className={styles.actions}>
      <Button kind="link" onClick={() => setAsked('role')}>
        Change role
      </Button>
      {member.isInvited && (
        <Button kind="link" onClick={() => setAsked('invite')}>
          Resend invitation
        </Button>
      )}
      <Button kind="link" onClick={() => setAsked('remove')}>
        Remove access
      </Button>
      {asked === 'role' && <RoleDialog {...dialog} />}
      {asked === 'invite' && <ResendDialog {...dialog} />}
      {asked === 'remove' && <RemoveDialog {...dialog} />}
    </div>
  )
}

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
function InviteDialog({ onClose }: { onClose: () => void }) {
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
function RoleDialog({ member, onClose }: DialogProps) {
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
function ResendDialog({ member, onClose }: DialogProps) {
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
function RemoveDialog({ member, onClose }: DialogProps) {
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

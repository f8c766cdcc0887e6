import type { StaffMember } from '@solvane/contract/staff'
import { Button } from '@solvane/ui/button'
import { useState } from 'react'
import { Datagrid, FunctionField, ListBase, Title, useGetIdentity } from 'react-admin'
import { ListSearch } from '../../parts/list-search.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Moment } from '../../parts/moment.tsx'
import { CardLine, Rows, Twofold } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { roleWords } from './role-names.ts'
import { InviteAgainDialog, InviteDialog, RemoveDialog, RoleDialog } from './staff-dialogs.tsx'
import styles from './staff-list.module.css'

/** /staff: who works here, and as what. */
export function StaffList() {
  const [isInviting, setIsInviting] = useState(false)
  return (
    <ListBase sort={{ field: 'name', order: 'ASC' }} perPage={25} exporter={false}>
      <Title title="Staff" />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Name or e-mail" />
        <Button onClick={() => setIsInviting(true)}>Invite someone</Button>
      </div>
      <Rows<StaffMember>
        what="people"
        none={{ title: 'Nobody works here yet', text: 'Invite someone to begin.' }}
        table={<StaffTable />}
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
    </ListBase>
  )
}

function StaffTable() {
  return (
    <Datagrid bulkActionButtons={false} rowClick={false}>
      <FunctionField<StaffMember>
        label="Name"
        sortBy="name"
        render={({ name, email }) => <Twofold first={name ?? email} second={name && email} />}
      />
      <FunctionField<StaffMember>
        label="Role"
        sortBy="staffRole"
        render={({ staffRole }) => (
          <Twofold first={roleWords[staffRole].name} second={roleWords[staffRole].may} />
        )}
      />
      <FunctionField<StaffMember>
        label="Last sign-in"
        sortBy="lastSignInAt"
        render={(member) => <Presence {...member} />}
      />
      <FunctionField<StaffMember>
        label="Actions"
        sortable={false}
        render={(member) => <Actions member={member} />}
      />
    </Datagrid>
  )
}

function Presence({ isInvited, lastSignInAt }: StaffMember) {
  if (isInvited) return <Mark tone="open">Invited</Mark>
  return lastSignInAt ? <Moment at={lastSignInAt} /> : <Mark tone="quiet">Not in 60 days</Mark>
}

function Actions({ member }: { member: StaffMember }) {
  const { identity } = useGetIdentity()
  const [asked, setAsked] = useState<'role' | 'remove' | 'invite' | null>(null)
  if (identity?.id === member.id) return <Mark tone="quiet">You</Mark>
  const dialog = { member, onClose: () => setAsked(null) }
  return (
    <div className={styles.actions}>
      <Button kind="link" onClick={() => setAsked('role')}>
        Change role
      </Button>
      {member.isInvited && (
        <Button kind="link" onClick={() => setAsked('invite')}>
          Invite again
        </Button>
      )}
      <Button kind="link" onClick={() => setAsked('remove')}>
        Let go
      </Button>
      {asked === 'role' && <RoleDialog {...dialog} />}
      {asked === 'invite' && <InviteAgainDialog {...dialog} />}
      {asked === 'remove' && <RemoveDialog {...dialog} />}
    </div>
  )
}

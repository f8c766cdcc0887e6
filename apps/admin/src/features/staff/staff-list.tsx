import type { StaffMember } from '@solvane/contract/staff'
import { Button } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { useState } from 'react'
import { List } from '../../data/list.tsx'
import { useStaff } from '../../data/staff.ts'
import { Title } from '../../layout/title.tsx'
import { ListSearch } from '../../parts/list-search.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Moment } from '../../parts/moment.tsx'
import { roleWords } from '../../parts/role-words.ts'
import { CardLine, Rows, TwoLines } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { InviteDialog, RemoveDialog, ResendDialog, RoleDialog } from './staff-dialogs.tsx'
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

import { useLogout } from 'react-admin'
import type { Staff } from '../data/admit.ts'
import styles from './staff-menu.module.css'

const roleNames = { SUPPORT: 'Support', MANAGER: 'Manager', OWNER: 'Owner' } as const

/** Who works here, the way to the shop and the way out. */
export function StaffMenu({ staff }: { staff: Staff }) {
  const logout = useLogout()
  return (
    <section className={styles.menu} aria-label="You">
      <p className={styles.name}>{staff.nickName ?? staff.email}</p>
      <p className={styles.role}>{roleNames[staff.staffRole]}</p>
      <div className={styles.actions}>
        <a className={styles.action} href="/" target="_blank" rel="noreferrer">
          Open the shop
        </a>
        <button className={styles.action} type="button" onClick={() => logout()}>
          Sign out
        </button>
      </div>
    </section>
  )
}

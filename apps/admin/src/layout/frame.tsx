import { Drawer } from '@solvane/ui/drawer'
import { MenuIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { ToastRegion } from '@solvane/ui/toast-region'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { signOut, useStaff } from '../data/staff.ts'
import { roleWords } from '../parts/role-words.ts'
import styles from './frame.module.css'
import { Navigation } from './navigation.tsx'
import { Palette } from './palette.tsx'
import { TitleContext } from './title.tsx'

/** Around every page: the navigation at its side, in a drawer on narrow screens, and its title. */
export function Frame() {
  const [isOpen, setIsOpen] = useState(false)
  const [titlePlace, setTitlePlace] = useState<HTMLElement | null>(null)
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main-content">
        Skip to the page
      </a>
      <aside className={styles.side} aria-label="Solvane">
        <a className={styles.logotype} href="/admin">
          Solvane
        </a>
        <Navigation />
        <You />
      </aside>
      <Drawer isOpen={isOpen} onClose={() => setIsOpen(false)} title="Solvane" side="left" isBare>
        <div className={styles.drawer}>
          <Navigation onChoose={() => setIsOpen(false)} />
          <You />
        </div>
      </Drawer>
      <div className={styles.work}>
        <header className={styles.header}>
          <span className={styles.menu}>
            <IconButton label="Menu" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
              <MenuIcon />
            </IconButton>
          </span>
          <div ref={setTitlePlace} className={styles.title} />
          <Palette />
        </header>
        <main id="main-content" className={styles.page} tabIndex={-1}>
          <TitleContext value={titlePlace}>
            <Outlet />
          </TitleContext>
        </main>
      </div>
      <ToastRegion />
    </div>
  )
}

/** Who is signed in, the way to the shop and the way out. */
function You() {
  const staff = useStaff()
  return (
    <section className={styles.you} aria-label="You">
      <p className={styles.name}>{staff.nickName ?? staff.email}</p>
      <p className={styles.role}>{roleWords[staff.staffRole].name}</p>
      <div className={styles.actions}>
        <a className={styles.action} href="/" target="_blank" rel="noreferrer">
          Open the shop
        </a>
        <button className={styles.action} type="button" onClick={signOut}>
          Sign out
        </button>
      </div>
    </section>
  )
}

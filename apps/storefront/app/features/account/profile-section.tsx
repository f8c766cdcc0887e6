import { type ReactNode, useId } from 'react'
import styles from './profile-section.module.css'

interface ProfileSectionProps {
  title: string
  text: string
  children: ReactNode
}

/** One section of My Profile: what it is at the left, what is done there at the right. */
export function ProfileSection({ title, text, children }: ProfileSectionProps) {
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

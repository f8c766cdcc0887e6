import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import styles from './usdt-page.module.css'

interface CopyLineProps {
  name: string
  value: string
  /** Said after the value, not copied with it; the line is then the large one. */
  unit?: string
}

/** Something to be copied exactly, with the button that does. */
export function CopyLine({ name, value, unit }: CopyLineProps) {
  const [note, setNote] = useState('')
  const text = useRef<HTMLSpanElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setNote('Copied')
    } catch {
      // Not on a safe address, or forbidden: it is marked, and the keys copy it.
      if (text.current) window.getSelection()?.selectAllChildren(text.current)
      setNote('Marked: copy it with your keys')
    }
  }

  return (
    <div className={clsx(styles.line, unit && styles.large)}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.value}>
          <span ref={text}>{value}</span>
          {unit && ` ${unit}`}
        </span>
        <button
          type="button"
          className={styles.copy}
          aria-label={`Copy ${name.toLowerCase()}`}
          onClick={copy}
        >
          Copy
        </button>
        <span className={styles.copied} role="status">
          {note}
        </span>
      </dd>
    </div>
  )
}

import { useRef, useState } from 'react'
import styles from './usdt-page.module.css'

interface CopyLineProps {
  name: string
  value: string
}

/** Something to be copied exactly, with the button that does. */
export function CopyLine({ name, value }: CopyLineProps) {
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
    <div className={styles.line}>
      <dt>{name}</dt>
      <dd>
        <span ref={text} className={styles.value}>
          {value}
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

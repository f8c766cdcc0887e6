import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

interface TabsProps {
  /** The accessible name of the tabs. */
  label: string
  tabs: readonly {
    value: string
    label: string
    content: ReactNode
    isDisabled?: boolean
    /** Keeps the panel mounted while another is shown. */
    isKept?: boolean
  }[]
  /** The selected tab; omit it for an uncontrolled component that starts with the first. */
  value?: string
  onChange?: (value: string) => void
}

/**
 * Panels of which one is shown. Use links instead for anything with its own URL. Weighs 11 kB
 * compressed: import it where it is needed.
 */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Base.Root value={value} defaultValue={tabs[0]?.value} onValueChange={onChange}>
      <Base.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            className={styles.tab}
            value={tab.value}
            disabled={tab.isDisabled}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel
          key={tab.value}
          className={styles.panel}
          value={tab.value}
          keepMounted={tab.isKept}
        >
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}

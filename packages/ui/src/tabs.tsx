import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

interface TabsProps {
  /** What the tabs are of, for assistive technology. */
  label: string
  tabs: readonly {
    value: string
    label: string
    content: ReactNode
    isDisabled?: boolean
    /** Whether what goes on in the panel goes on while another is shown. */
    isKept?: boolean
  }[]
  /** The tab shown; leave out to begin with the first and let the part keep it. */
  value?: string
  onChange?: (value: string) => void
}

/**
 * Panels of which one is shown. For what has an address of its own use links instead. Weighs 11 kB
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

import { Drawer } from '@solvane/ui/drawer'
import type { ReactNode } from 'react'

interface OptionDrawerProps {
  /** The product's name. */
  name: string
  isOpen: boolean
  onClose: () => void
  /** Adds the chosen variant to the cart. */
  action: ReactNode
  /** The pickers. */
  children: ReactNode
}

/** The options in a drawer, opened by the bar of narrow screens, which is far from the pickers. */
export function OptionDrawer({ name, isOpen, onClose, action, children }: OptionDrawerProps) {
  return (
    <Drawer title={name} isOpen={isOpen} onClose={onClose} footer={action}>
      {children}
    </Drawer>
  )
}

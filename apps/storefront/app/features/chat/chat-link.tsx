import type { ReactNode } from 'react'
import { askForChat } from './ask-for-chat.ts'

/** Opens the support chat from the foot of a page; `className` gives it the look of the links there. */
export function ChatLink({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <button type="button" className={className} aria-haspopup="dialog" onClick={askForChat}>
      {children}
    </button>
  )
}

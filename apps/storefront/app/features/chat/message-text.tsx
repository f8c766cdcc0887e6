import { linkParts } from '@solvane/client/chat-messages'
import { TextLink } from '@solvane/ui/text-link'
import { Fragment } from 'react'
import styles from './message-text.module.css'

/** What was said, as it was typed; addresses of the web become links, and nothing else is more than text. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className={styles.text} dir="auto">
      {linkParts(text).map((part, index) => {
        const key = `${index} ${part.text}`
        if (part.href === null) return <Fragment key={key}>{part.text}</Fragment>
        return (
          <TextLink key={key} href={part.href} target="_blank" rel="noopener nofollow ugc">
            {part.text}
          </TextLink>
        )
      })}
    </p>
  )
}

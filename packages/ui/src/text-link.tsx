import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import styles from './text-link.module.css'

/** The class of a link in running text, for the router's `<Link>`. */
export const textLinkClass: string | undefined = styles.link

/** A link in running text to another site, an e-mail address or a number. */
export function TextLink({ className, ...rest }: ComponentProps<'a'>) {
  return <a {...rest} className={clsx(styles.link, className)} />
}

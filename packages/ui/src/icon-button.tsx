import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import styles from './icon-button.module.css'

/** The class for links that look like icon buttons; give those an `aria-label`. */
export const iconButtonClass: string | undefined = styles.button

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Its accessible name: what clicking it does. */
  label: string
  /**
   * Text beside the icon from 768 px on, if its container (`container-type`) has room for it at the
   * reader's text size; part of the label.
   */
  text?: string
  /** Work is under way: ignores clicks and is announced as busy. */
  isBusy?: boolean
}

/** A 44 px button with an icon, and text beside it where there is room. */
export function IconButton({
  label,
  text,
  isBusy = false,
  className,
  children,
  onClick,
  ...rest
}: IconButtonProps) {
  function onClickUnlessBusy(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      className={clsx(styles.button, text && styles.withText, className)}
      aria-label={label}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={onClickUnlessBusy}
    >
      {children}
      {text && <span className={styles.text}>{text}</span>}
    </button>
  )
}

import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import styles from './icon-button.module.css'

/** The look of an icon button for elements that are links; give those an `aria-label`. */
export const iconButtonClass: string | undefined = styles.button

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Its name for assistive technology: what pressing it does. */
  label: string
  /**
   * Words beside the icon from 768 px on, if the container it stands in (`container-type`) has room for
   * them at the reader's text size; part of the label.
   */
  text?: string
  /** Work is under way: ignores clicks and says so. */
  isBusy?: boolean
}

/** A 44 px button that shows an icon, alone or with words beside it where there is room. */
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

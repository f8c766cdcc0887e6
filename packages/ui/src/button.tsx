import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'
import iconStyles from './icon-button.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/** `primary` ink, `secondary` hairline, `light` for pictures, `link` underlined text. */
export type ButtonKind = 'primary' | 'secondary' | 'light' | 'link'

/** The class for links that look like buttons: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(kind: ButtonKind = 'primary', isWide = false): string {
  return clsx(styles.button, styles[kind], isWide && styles.wide)
}

interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind
  /** Fills the width of its parent. */
  isWide?: boolean
  /** Work is under way: keeps its size and the focus, ignores clicks, and is announced as busy. */
  isBusy?: boolean
}

/** A button; `type="button"` by default. */
export function Button({
  kind = 'primary',
  isWide = false,
  isBusy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function onClickUnlessBusy(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      className={clsx(buttonClass(kind, isWide), className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={onClickUnlessBusy}
    >
      {children}
      {isBusy && <VisuallyHidden>, please wait</VisuallyHidden>}
    </button>
  )
}

/** The class for links that look like icon buttons; give those an `aria-label`. */
export const iconButtonClass: string | undefined = iconStyles.button

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
      className={clsx(iconStyles.button, text && iconStyles.withText, className)}
      aria-label={label}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={onClickUnlessBusy}
    >
      {children}
      {text && <span className={iconStyles.text}>{text}</span>}
    </button>
  )
}

/** The class of a link in running text, for the router's `<Link>`. */
export const textLinkClass: string | undefined = styles.textLink

/** A link in running text to another site, an e-mail address or a number. */
export function TextLink({ className, ...rest }: ComponentProps<'a'>) {
  return <a {...rest} className={clsx(styles.textLink, className)} />
}

import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'
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

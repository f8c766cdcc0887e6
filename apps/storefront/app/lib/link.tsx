import type { ComponentProps, MouseEvent } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'

/** The address of a product's page, in a colour if given. */
export function productPath(identifier: string, color?: string | null): string {
  const path = `/product/${encodeURIComponent(identifier)}`
  return color ? `${path}?color=${encodeURIComponent(color)}` : path
}

/** The cart's page, for signed-in shoppers. */
export const cartPath = '/cart'

/** The page of an order before it is placed. */
export const orderPreviewPath = '/order/preview'

interface LinkProps
  extends Omit<ComponentProps<'a'>, 'href'>,
    Pick<NavigateOptions, 'preventScrollReset' | 'replace' | 'state'> {
  /** An address of the shop that begins with `/`, or a whole one of somewhere else. */
  to: string
  /** Loads the page as a new document. */
  reloadDocument?: boolean
}

/**
 * A link within the shop. React Router's own also resolves relative addresses and loads route modules, which
 * takes a sixth of rendering a page with 66 links.
 */
export function Link({
  to,
  preventScrollReset,
  replace,
  state,
  reloadDocument,
  onClick,
  ...rest
}: LinkProps) {
  const navigate = useNavigate()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || reloadDocument || !to.startsWith('/') || !isPlainClick(event))
      return
    event.preventDefault()
    const { pathname, search, hash } = window.location
    // Like a browser: a link to the current address adds nothing to the history.
    const isSame = to === pathname + search + hash
    void navigate(to, { replace: replace ?? isSame, preventScrollReset, state })
  }

  return <a {...rest} href={to} onClick={follow} />
}

function isPlainClick({ button, currentTarget, ...event }: MouseEvent<HTMLAnchorElement>): boolean {
  const hasTarget = currentTarget.target !== '' && currentTarget.target !== '_self'
  return (
    button === 0 &&
    !hasTarget &&
    !event.metaKey &&
    !event.altKey &&
    !event.ctrlKey &&
    !event.shiftKey
  )
}

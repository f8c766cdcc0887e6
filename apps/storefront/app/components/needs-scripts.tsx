import { TextLink } from '@solvane/ui/button'
import { useLayoutData } from '../lib/api/layout-data.ts'

/**
 * Informs a shopper without JavaScript that it is required here, and how to order instead: only the server
 * writes it.
 */
export function NeedsScripts({
  what,
}: {
  what: 'To order' | 'To sign in' | 'To open your account' | 'To withdraw' | 'To open this page'
}) {
  const { contactUrl } = useLayoutData().settings
  return (
    <noscript>
      {import.meta.env.SSR && (
        <p>
          {what} here your browser has to run scripts. You can also{' '}
          <TextLink href={contactUrl}>contact us</TextLink> and order with an adviser.
        </p>
      )}
    </noscript>
  )
}

import { Button } from '@solvane/ui/button'
import { useHydrated } from '../../lib/use-hydrated.ts'
import styles from './auth-form.module.css'

/**
 * The button that submits a form of these screens. It works once the page is hydrated: before that
 * the browser would send the form by itself, the password in the address.
 */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: string }) {
  const isHydrated = useHydrated()
  return (
    <Button type="submit" isWide className={styles.submit} disabled={!isHydrated} isBusy={isBusy}>
      {children}
    </Button>
  )
}

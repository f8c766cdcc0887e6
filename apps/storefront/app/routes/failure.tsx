import { buttonClass } from '@solvane/ui/button'
import { type ReactNode, useEffect, useState } from 'react'
import { isRouteErrorResponse, Link, useLocation, useNavigate, useRouteError } from 'react-router'
import { UnderDevelopment } from '../features/content/under-development.tsx'
import { ErrorText } from '../lib/error-text.tsx'
import { type PageFailure, unexpectedFailure, unknownPathCode } from '../lib/load.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import styles from './failure.module.css'

function useFailure(): { status: number } & PageFailure {
  const error = useRouteError()
  if (!isRouteErrorResponse(error)) return { status: 500, message: unexpectedFailure, code: null }
  const told: Partial<PageFailure> = error.data ?? {}
  return {
    status: error.status,
    message: told.message ?? unexpectedFailure,
    code: told.code ?? null,
  }
}

interface FailureTextProps {
  status: number
  message: string
  /** The way to ask once more, where that may help. */
  retry?: ReactNode
}

/** What is said when a page cannot be shown, and the way on. */
export function FailureText({ status, message, retry }: FailureTextProps) {
  return (
    <section className={styles.failure}>
      <title>{status === 404 ? 'Not found · Solvane' : 'A moment, please · Solvane'}</title>
      <meta name="robots" content="noindex" />
      <p className={styles.overline}>{status === 404 ? 'Not found' : 'A moment, please'}</p>
      <h1 className={styles.message}>
        <ErrorText message={message} />
      </h1>
      <div className={styles.ways}>
        {retry}
        <a className={buttonClass('secondary')} href="/">
          Return to the house
        </a>
      </div>
    </section>
  )
}

/** Stands in for a page that failed, inside the layout. */
export function PageFailureBoundary() {
  const failure = useFailure()
  if (failure.code === unknownPathCode) return <UnknownPath />
  return <FailureText {...failure} retry={failure.status !== 404 && <TryAgain />} />
}

/** Loads the page once more, in place; without a script its whole document. */
function TryAgain() {
  const { pathname, search } = useLocation()
  return (
    <Link className={buttonClass('primary')} to={pathname + search} replace>
      Try again
    </Link>
  )
}

/** Stands in for the whole shop when not even the layout's data could be loaded. */
export function ShopFailureBoundary() {
  return (
    <main>
      <Link className={styles.logotype} to="/" reloadDocument>
        Solvane
      </Link>
      <FailureText {...useFailure()} />
    </main>
  )
}

/**
 * An unknown path: never indexed, and moved on to /coming-soon (decision P4). A page from the
 * server moves by its own head, with or without script; one reached by a link is moved here.
 */
function UnknownPath() {
  const navigate = useNavigate()
  const isReachedByLink = useState(useHydrated())[0]
  useEffect(() => {
    if (isReachedByLink) navigate('/coming-soon', { replace: true })
  }, [isReachedByLink, navigate])
  return (
    <>
      <meta name="robots" content="noindex" />
      {!isReachedByLink && <meta httpEquiv="refresh" content="0;url=/coming-soon" />}
      <UnderDevelopment />
    </>
  )
}

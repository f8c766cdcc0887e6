import { Outlet, ScrollRestoration } from 'react-router'

/** The frame of every page: header, the page, footer. */
export function Layout() {
  return (
    <>
      <main id="main">
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  )
}

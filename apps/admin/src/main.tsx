import '@vitejs/plugin-react/preamble'
import './styles.css'
import '@solvane/client/schemas-without-eval'
import { currentSessionId, isSignedOutOnPurpose, subscribeToSession } from '@solvane/client/tokens'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { watchPendingPage } from './data/list.tsx'
import { readStaff, type Staff, StaffContext } from './data/staff.ts'
import { ChatNews } from './features/chat/support-connection.tsx'
import { Frame } from './layout/frame.tsx'
import { Failure, NotFound, PageFailure } from './layout/page.tsx'
import { sections, sectionsFor } from './pages.ts'
import { readShopZone } from './parts/shop-zone.ts'

const element = document.getElementById('back-office')
if (!element) throw new Error('The page has no root element.')
const root = createRoot(element)

// Not in a later task, as by default: a second press of a button would come first, before the button
// knows that it is busy.
notifyManager.setScheduler(queueMicrotask)

const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, networkMode: 'always' },
    // A change is never sent twice because its answer was lost.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Reloads when another account signs in or out in another tab. */
function watchSession() {
  const session = currentSessionId()
  subscribeToSession(() => {
    if (currentSessionId() !== session && !isSignedOutOnPurpose()) window.location.reload()
  })
}

/** The routes of all pages; those that `staff` may not open are not found. */
function routerFor({ staffRole }: Staff) {
  const allowed = sectionsFor(staffRole).flatMap((section) => section.pages)
  const pages = sections.flatMap((section) => section.pages)
  return createBrowserRouter(
    [
      {
        element: (
          <>
            <Frame />
            <ChatNews />
          </>
        ),
        children: [
          ...pages.map((page) => ({
            path: page.path,
            lazy: async () => ({
              Component: allowed.includes(page) ? await page.load() : NotFound,
            }),
            errorElement: <PageFailure />,
            HydrateFallback: Nothing,
          })),
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
    { basename: '/admin' },
  )
}

/** Shown while the code of the first page is loaded. */
function Nothing() {
  return null
}

async function open() {
  root.render(null)
  try {
    const [staff] = await Promise.all([readStaff(), readShopZone()])
    if (!staff) return
    watchSession()
    if (staff.mustAddFactor) {
      const { AddFactorFirst } = await import('./features/account/account-page.tsx')
      root.render(
        <QueryClientProvider client={queries}>
          <StaffContext value={staff}>
            <AddFactorFirst />
          </StaffContext>
        </QueryClientProvider>,
      )
      return
    }
    root.render(
      <QueryClientProvider client={queries}>
        <StaffContext value={staff}>
          <RouterProvider router={watchPendingPage(routerFor(staff))} />
        </StaffContext>
      </QueryClientProvider>,
    )
  } catch (error) {
    root.render(<Failure error={error} onRetry={open} />)
  }
}

await open()

import '@vitejs/plugin-react/preamble'
import './styles.css'
import '@solvane/client/schemas-without-eval'
import { currentSessionId, isSignedOutOnPurpose, subscribeToSession } from '@solvane/client/tokens'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { AdminApp } from './admin-app.tsx'
import { admit } from './data/admit.ts'
import { Failure } from './layout/failure.tsx'
import { readShopZone } from './parts/shop-zone.ts'

const element = document.getElementById('back-office')
if (!element) throw new Error('The page has no root element.')
const root = createRoot(element)

/** Begins anew when someone else signs in or out, in another tab: who may stay is then looked at again. */
function watchSession() {
  const session = currentSessionId()
  subscribeToSession(() => {
    if (currentSessionId() !== session && !isSignedOutOnPurpose()) window.location.reload()
  })
}

async function open() {
  root.render(null)
  try {
    const [staff] = await Promise.all([admit(), readShopZone()])
    if (!staff) return
    watchSession()
    const router = createBrowserRouter([{ path: '*', element: <AdminApp staff={staff} /> }], {
      basename: '/admin',
    })
    root.render(<RouterProvider router={router} />)
  } catch (error) {
    root.render(<Failure error={error} onRetry={open} />)
  }
}

await open()

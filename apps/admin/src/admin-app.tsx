import { actsAs } from '@solvane/contract/staff-role'
import { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Admin, CustomRoutes, Resource } from 'react-admin'
import { Route } from 'react-router'
import type { Staff } from './data/admit.ts'
import { api } from './data/api.ts'
import { createAuthProvider } from './data/auth-provider.ts'
import { createDataProvider } from './data/data-provider.ts'
import type { BackOfficePage, BackOfficeResource } from './data/resource.ts'
import { categoriesPage } from './features/categories/pages.tsx'
import { ChatNews } from './features/chat/chat-news.tsx'
import { chatPages } from './features/chat/pages.tsx'
import { contentPages } from './features/content/pages.tsx'
import { couponResource } from './features/coupons/resource.tsx'
import { customerResource } from './features/customers/resource.tsx'
import { dashboardPage } from './features/dashboard/page.tsx'
import { orderResource, packingSlipsPage } from './features/orders/resource.tsx'
import { letterResource } from './features/outbox/resource.tsx'
import { productImportPage, productResource } from './features/products-admin/resource.tsx'
import { synonymResource } from './features/search/resource.tsx'
import { auditResource, staffResource } from './features/staff/resource.tsx'
import { Frame } from './layout/frame.tsx'
import { entriesFor } from './layout/navigation.tsx'
import { NotFound } from './layout/not-found.tsx'
import { createTheme } from './theme.ts'

/** Every kind of record of the back office. */
const resources: readonly BackOfficeResource[] = [
  productResource,
  orderResource,
  couponResource,
  customerResource,
  synonymResource,
  letterResource,
  staffResource,
  auditResource,
]

/** Every page that is no list of records, besides the one where everyone begins. */
const pages: readonly BackOfficePage[] = [
  packingSlipsPage,
  productImportPage,
  categoriesPage,
  ...contentPages,
  ...chatPages,
]

/** The back office for `staff`: what their part in the house does not allow is not offered. */
export function AdminApp({ staff }: { staff: Staff }) {
  const parts = useMemo(() => {
    const entries = entriesFor(staff.staffRole, resources, [dashboardPage, ...pages])
    return {
      authProvider: createAuthProvider(api, staff, resources),
      dataProvider: createDataProvider(api, resources),
      queryClient: createQueryClient(),
      theme: createTheme(),
      layout: ({ children }: { children: ReactNode }) => (
        <Frame staff={staff} entries={entries}>
          {children}
          <ChatNews />
        </Frame>
      ),
    }
  }, [staff])
  const may = (least: BackOfficePage['least'] = 'MANAGER') => actsAs(staff.staffRole, least)
  return (
    <Admin
      {...parts}
      dashboard={dashboardPage.page}
      darkTheme={null}
      catchAll={NotFound}
      loginPage={false}
      title=""
      disableTelemetry
    >
      {resources.map(({ name, label, leastToChange, list, create, edit, show, ...rest }) => (
        <Resource
          key={name}
          name={name}
          options={{ label }}
          list={may(rest.least) ? list : undefined}
          show={may(rest.least) ? show : undefined}
          create={may(leastToChange) ? create : undefined}
          edit={may(leastToChange) ? edit : undefined}
          recordRepresentation={rest.recordRepresentation}
        >
          <Route path="*" element={<NotFound />} />
        </Resource>
      ))}
      <CustomRoutes>
        {pages.map(({ path, least, page: Page }) =>
          may(least) ? <Route key={path} path={`/${path}`} element={<Page />} /> : null,
        )}
      </CustomRoutes>
    </Admin>
  )
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: 1, networkMode: 'always' },
      // Nothing that staff do is done twice because an answer was lost.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

import type { Api } from '@solvane/client/api'
import { endSession, readTokens } from '@solvane/client/tokens'
import type { CallName } from '@solvane/contract/paths'
import { actsAs } from '@solvane/contract/staff-role'
import type { AuthProvider } from 'react-admin'
import type { Staff } from './admit.ts'
import { leaveToShop } from './leave.ts'
import type { BackOfficeResource } from './resource.ts'

const looking = new Set(['list', 'show', 'export'])

/**
 * Tells react-admin who works here and what they may do. Who may not be here never gets this far, and
 * a session that ends is noticed by the client (`api.ts`): there is nothing more to check.
 */
export function createAuthProvider(
  api: Api<CallName>,
  staff: Staff,
  resources: readonly BackOfficeResource[],
): AuthProvider {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  return {
    login: async () => {},
    checkAuth: async () => {},
    checkError: async () => {},
    getIdentity: async () => ({ id: staff.id, fullName: staff.nickName ?? staff.email }),
    getPermissions: async () => staff.staffRole,
    canAccess: async ({ resource, action }) => {
      const found = byName.get(resource)
      if (!found) return false
      const { least = 'MANAGER', leastToChange = 'MANAGER' } = found
      return actsAs(staff.staffRole, looking.has(action) ? least : leastToChange)
    },
    logout: async () => {
      const tokens = readTokens()
      endSession({ isSignOut: true })
      // Offline the session lapses on the server by itself; here it is gone in any case.
      if (tokens) {
        await api.call('logout', { body: { refreshToken: tokens.refreshToken } }).catch(() => {})
      }
      leaveToShop()
      return false
    },
  }
}

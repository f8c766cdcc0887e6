import type { AppContext } from '../../context.ts'
import { setStaffRole } from '../auth/staff-accounts.admin.ts'
import { releaseRoomsOf } from '../chat/release-rooms.ts'

type Context = Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'jobs' | 'realtime' | 'log'>

/**
 * Makes someone of staff a customer: signed out everywhere, and their conversations wait for whoever
 * takes them. Raises what `setStaffRole` does.
 */
export async function removeStaff(ctx: Context, ownerId: string, userId: string): Promise<void> {
  let tellInbox = () => {}
  await setStaffRole(ctx, ownerId, { userId, staffRole: null }, async (tx) => {
    tellInbox = await releaseRoomsOf(ctx, tx, userId)
  })
  tellInbox()
}

import { calls } from '@solvane/contract/calls'
import { messagesSizeOf } from '@solvane/contract/chat'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import type { Visitor } from '../../platform/http/visitor.ts'
import { openRoom, type Shopper, toChatRoom } from './chat-room.ts'
import { claimRoom } from './claim-room.ts'
import { getPicture } from './get-picture.ts'
import { listMessages } from './list-messages.ts'
import { registerSupport } from './support.routes.ts'

const shopperOf = ({ user }: Visitor): Shopper => ({ userId: user?.id ?? null })

/** Serves conversations to shoppers, and to staff. */
export function registerChat(registry: CallRegistry, ctx: AppContext): void {
  registry.register(calls.listChatMessages, async ({ visitor, params, query }) => {
    const room = await openRoom(ctx, shopperOf(visitor), params.roomId)
    return { data: await listMessages(ctx, room, { ...query, size: messagesSizeOf(query) }) }
  })
  registry.register(calls.getChatRoom, async ({ visitor, params }) => ({
    data: toChatRoom(await openRoom(ctx, shopperOf(visitor), params.roomId)),
  }))
  registry.register(calls.getChatPicture, async ({ visitor, params }) => {
    const room = await openRoom(ctx, shopperOf(visitor), params.roomId)
    return { data: await getPicture(ctx, room, params.pictureId) }
  })
  registry.register(calls.claimChatRoom, async ({ visitor, params }) => ({
    data: toChatRoom(await claimRoom(ctx, visitor.user.id, params.roomId)),
  }))
  registerSupport(registry, ctx)
}

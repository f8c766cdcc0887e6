import { messagesSizeOf } from '@solvane/contract/chat'
import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { registerSupport } from './chat.admin.routes.ts'
import { claimRoom, openRoom, type Shopper, toChatRoom } from './chat-room.ts'
import { getPicture, listMessages } from './read-messages.ts'

const shopperOf = ({ user }: Caller): Shopper => ({ userId: user?.id ?? null })

/** Serves conversations to shoppers, and to staff. */
export function registerChat(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listChatMessages, async ({ caller, params, query }) => {
    const room = await openRoom(ctx, shopperOf(caller), params.roomId)
    return { data: await listMessages(ctx, room, { ...query, size: messagesSizeOf(query) }) }
  })
  registry.register(endpoints.getChatRoom, async ({ caller, params }) => ({
    data: toChatRoom(await openRoom(ctx, shopperOf(caller), params.roomId)),
  }))
  registry.register(endpoints.getChatPicture, async ({ caller, params }) => {
    const room = await openRoom(ctx, shopperOf(caller), params.roomId)
    return { data: await getPicture(ctx, room, params.pictureId) }
  })
  registry.register(endpoints.claimChatRoom, async ({ caller, params }) => ({
    data: toChatRoom(await claimRoom(ctx, caller.user.id, params.roomId)),
  }))
  registerSupport(registry, ctx)
}

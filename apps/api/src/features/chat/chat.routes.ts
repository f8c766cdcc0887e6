import { messagesSizeOf } from '@solvane/contract/chat'
import { conversationSizeOf } from '@solvane/contract/chat.admin'
import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import {
  assignConversation,
  releaseConversation,
  sendSelection,
  setConversationState,
  takeConversation,
} from './change-conversation.admin.ts'
import { claimRoom, openAnyRoom, openRoom, type Shopper, toChatRoom } from './chat-room.ts'
import {
  createCannedReply,
  deleteCannedReply,
  getOfficeHours,
  listCannedReplies,
  setOfficeHours,
  updateCannedReply,
} from './chat-settings.ts'
import {
  countConversations,
  getConversation,
  listConversations,
  listSupporters,
} from './inbox.admin.ts'
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

/** Serves conversations to staff, who send their messages through the socket. */
function registerSupport(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listConversations, ({ caller, query }) =>
    listConversations(ctx, caller.user.id, { ...query, size: conversationSizeOf(query) }),
  )
  registry.register(endpoints.countConversations, async ({ caller }) => ({
    data: await countConversations(ctx, caller.user.id),
  }))
  registry.register(endpoints.getConversation, async ({ params }) => ({
    data: await getConversation(ctx, params.roomId),
  }))
  registry.register(endpoints.listConversationMessages, async ({ params, query }) => {
    const room = await openAnyRoom(ctx, params.roomId)
    return { data: await listMessages(ctx, room, { ...query, size: messagesSizeOf(query) }) }
  })
  registry.register(endpoints.getConversationPicture, async ({ params }) => {
    const room = await openAnyRoom(ctx, params.roomId)
    return { data: await getPicture(ctx, room, params.pictureId) }
  })
  registry.register(endpoints.takeConversation, async ({ params, caller }) => ({
    data: await takeConversation(ctx, params.roomId, caller.user.id),
  }))
  registry.register(endpoints.assignConversation, async ({ params, body }) => ({
    data: await assignConversation(ctx, params.roomId, body.staffId),
  }))
  registry.register(endpoints.releaseConversation, async ({ params }) => ({
    data: await releaseConversation(ctx, params.roomId),
  }))
  registry.register(endpoints.closeConversation, async ({ params }) => ({
    data: await setConversationState(ctx, params.roomId, 'CLOSED'),
  }))
  registry.register(endpoints.reopenConversation, async ({ params }) => ({
    data: await setConversationState(ctx, params.roomId, 'OPEN'),
  }))
  registry.register(endpoints.sendAdviserSelection, async ({ params, body, caller }) => ({
    data: await sendSelection(ctx, { ...body, ...params, adviserId: caller.user.id }),
  }))
  registry.register(endpoints.listSupporters, async () => {
    const data = await listSupporters(ctx)
    return { data, total: data.length }
  })
  registry.register(endpoints.listCannedReplies, async () => {
    const data = await listCannedReplies(ctx)
    return { data, total: data.length }
  })
  registry.register(endpoints.createCannedReply, async ({ body }) => ({
    data: await createCannedReply(ctx, body),
  }))
  registry.register(endpoints.updateCannedReply, async ({ params, body }) => ({
    data: await updateCannedReply(ctx, { ...params, ...body }),
  }))
  registry.register(endpoints.deleteCannedReply, async ({ params }) => {
    await deleteCannedReply(ctx, params.id)
    return { data: null }
  })
  registry.register(endpoints.getOfficeHours, async () => ({ data: await getOfficeHours(ctx) }))
  registry.register(endpoints.setOfficeHours, async ({ body }) => ({
    data: await setOfficeHours(ctx, body),
  }))
}

import {
  messageToSend,
  readUntil,
  replyToSend,
  roomHeld,
  roomNamed,
  typingIn,
} from '@solvane/contract/chat'
import { emailLeft } from '@solvane/contract/chat.admin'
import type { Endpoint } from '@solvane/contract/endpoint'
import { endpoints } from '@solvane/contract/endpoints'
import type { ClientEvents } from '@solvane/contract/realtime'
import type { z } from 'zod'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'

/** A place where something of one kind can be written, such as `saveHome.document.banner[].title`. */
export interface Leaf {
  path: string
  schema: $ZodType
}

/** What each event of the socket carries; null for nothing. An event that is missing does not compile. */
export const eventSchemas: Record<keyof ClientEvents, z.ZodType | null> = {
  'chat:join': roomHeld,
  'chat:sendMessage': messageToSend,
  'chat:typing': typingIn,
  'chat:read': readUntil,
  'chat:leaveEmail': emailLeft,
  'support:watch': null,
  'support:enter': roomNamed,
  'support:leave': roomNamed,
  'support:sendMessage': replyToSend,
  'support:typing': typingIn,
  'support:read': readUntil,
}

/** Every place in which a browser can write: of the bodies of all calls, and of all events. */
export function writableLeaves(): Leaf[] {
  const ofCalls = (Object.values(endpoints) as Endpoint[])
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ name, body }) => (body ? leavesOf(body, name) : []))
  const ofEvents = Object.entries(eventSchemas).flatMap(([event, schema]) =>
    schema ? leavesOf(schema, event) : [],
  )
  return [...ofCalls, ...ofEvents]
}

/** The leaves of a schema; of what is read from a text, the text. Objects are leaves besides. */
export function leavesOf(schema: $ZodType, path: string): Leaf[] {
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return [
        { path, schema },
        ...Object.entries(def.shape).flatMap(([name, part]) => leavesOf(part, `${path}.${name}`)),
      ]
    case 'array':
      return leavesOf(def.element, `${path}[]`)
    case 'record':
      return [...leavesOf(def.keyType, `${path}{name}`), ...leavesOf(def.valueType, `${path}{}`)]
    case 'union':
      return def.options.flatMap((option) => leavesOf(option, path))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return leavesOf(def.innerType, path)
    case 'pipe': {
      const { type } = (def.in as $ZodTypes)._zod.def
      // What prepares comes first, or what it was made of.
      if (type === 'transform') return leavesOf(def.out, path)
      return [{ path, schema }]
    }
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
      return [{ path, schema }]
    default:
      throw new Error(`${path} is of a kind that nobody looks into: ${def.type}`)
  }
}

/** Of what type a leaf is; what is read from a text is a text. */
export function typeOf({ schema }: Leaf): string {
  const { def } = (schema as $ZodTypes)._zod
  return def.type === 'pipe' ? typeOf({ path: '', schema: def.in }) : def.type
}

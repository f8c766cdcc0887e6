import {
  emailLeft,
  messageToSend,
  readUntil,
  replyToSend,
  roomHeld,
  roomNamed,
  typingIn,
} from '@solvane/contract/chat'
import type { Endpoint } from '@solvane/contract/endpoint'
import { endpoints } from '@solvane/contract/endpoints'
import type { ClientEvents } from '@solvane/contract/realtime'
import type { z } from 'zod'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'

/** A field of an input, such as `saveHome.document.banner[].title`. */
export interface Leaf {
  path: string
  schema: $ZodType
}

/** The input of each socket event; null without input. A missing event does not compile. */
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

/** Every writable field: of the bodies of all endpoints, and of all events. */
export function writableLeaves(): Leaf[] {
  const ofCalls = (Object.values(endpoints) as Endpoint[])
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ name, body }) => (body ? leavesOf(body, name) : []))
  const ofEvents = Object.entries(eventSchemas).flatMap(([event, schema]) =>
    schema ? leavesOf(schema, event) : [],
  )
  return [...ofCalls, ...ofEvents]
}

/** The fields of a schema, before transformation. Objects count, too. */
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
      // The input side of a transformation comes first.
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

/** The type of a field, before transformation. */
export function typeOf({ schema }: Leaf): string {
  const { def } = (schema as $ZodTypes)._zod
  return def.type === 'pipe' ? typeOf({ path: '', schema: def.in }) : def.type
}

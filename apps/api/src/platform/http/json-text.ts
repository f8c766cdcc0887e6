/**
 * An object of type `Value` as the JSON that PostgreSQL keeps of it. An answer that is one is sent as it is:
 * making the object and its text again would cost more than all the rest of a read.
 */
export class JsonText<Value extends object> {
  /** Its members, without the braces around them. */
  readonly members: string

  constructor(members: string) {
    this.members = members
  }

  /** The object itself. */
  parse(): Value {
    return JSON.parse(`{${this.members}}`)
  }
}

/** The object, whether or not it is a text still. */
export function toObject<Value extends object>(result: Value | JsonText<Value>): Value {
  return result instanceof JsonText ? result.parse() : result
}

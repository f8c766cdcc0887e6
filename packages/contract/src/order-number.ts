const prefix = 'SV'
const largest = 2_147_483_647

/** An order's number as people say it: `SV100001`. */
export function toOrderNumber(number: number): string {
  return `${prefix}${number}`
}

/** The number that someone has typed, with or without its letters; undefined when it is none. */
export function readOrderNumber(text: string): number | undefined {
  const digits = /^(?:sv)?\s*#?(\d{1,10})$/i.exec(text.trim())?.[1]
  const number = Number(digits)
  return digits && number > 0 && number <= largest ? number : undefined
}

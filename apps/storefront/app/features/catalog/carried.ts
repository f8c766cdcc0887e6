import type { Dimensions } from './dimension-texts.ts'

/** Drops above this many centimetres hang from the shoulder, shorter ones from the hand. */
const longestInHand = 20

/** Where the body of a bag hangs beside a figure; centimetres, upwards from the floor. */
interface Carried {
  /** Where the handle or strap is held. */
  hold: { x: number; y: number }
  /** The middle of the upper edge of the body. */
  top: { x: number; y: number }
}

/** How deep the handle or strap hangs by the measurements: `handle drop 9 cm`; 0 without one. */
export function dropOf(measurements: string): number {
  return Number(/\bdrop (\d+(?:\.\d+)?)/.exec(measurements)?.[1] ?? 0)
}

/** How a figure of `height` centimetres carries a bag: in the hand, or by its long strap on the shoulder. */
export function carriedBy(
  height: number,
  { widthMm, heightMm }: Dimensions,
  measurements: string,
): Carried {
  const drop = dropOf(measurements)
  const isOnShoulder = drop > longestInHand
  const hold = isOnShoulder
    ? { x: height * 0.1, y: height * 0.815 }
    : { x: height * 0.149, y: height * 0.43 }
  // The arm is in front of what hangs from the shoulder, not of all of it.
  const x = isOnShoulder ? height * 0.11 + widthMm / 30 : hold.x
  // A large bag must not hang through the floor.
  return { hold, top: { x, y: Math.max(heightMm / 10, hold.y - drop) } }
}

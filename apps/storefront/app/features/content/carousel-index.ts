/**
 * Where the carousel stands. Positions run from 0 to the number of slides; the last one shows the
 * clone of the first slide. While it snaps from the clone back to 0 it moves without animation.
 */
export interface CarouselPosition {
  index: number
  isSnapping: boolean
}

export const firstPosition: CarouselPosition = { index: 0, isSnapping: false }

/** One slide on; stays at the clone, which the end of the animation leaves by itself. */
export function nextPosition({ index }: CarouselPosition, count: number): CarouselPosition {
  return { index: Math.min(index + 1, count), isSnapping: false }
}

/** One slide back; stays at the first. */
export function previousPosition({ index }: CarouselPosition): CarouselPosition {
  return { index: Math.max(index - 1, 0), isSnapping: false }
}

/** Straight to a slide, from 0. */
export function slidePosition(index: number): CarouselPosition {
  return { index, isSnapping: false }
}

/** After an animation: at the clone it snaps to the first slide, elsewhere it stays. */
export function settledPosition(position: CarouselPosition, count: number): CarouselPosition {
  return position.index >= count ? { index: 0, isSnapping: true } : position
}

/** The slide that is shown: the clone shows the first. */
export function shownSlide({ index }: CarouselPosition, count: number): number {
  return count === 0 ? 0 : index % count
}

/** Which arrows cannot be pressed now. */
export function disabledArrows({ index, isSnapping }: CarouselPosition, count: number) {
  return {
    previous: index === 0 && !isSnapping,
    next: index === count && !isSnapping,
  }
}

import { useEffect, useReducer } from 'react'

/**
 * Where the carousel stands. Positions run from 0 to the number of slides; the last one shows the
 * clone of the first slide. While it snaps from the clone back to 0 it moves without animation.
 */
interface CarouselPosition {
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

/** Milliseconds between two slides (spec section 9). */
const advanceEvery = 4000

type Step = 'next' | 'previous' | 'settled' | 'snapped' | { slide: number }

/** Why the carousel is stopped. */
type Reason = 'hovered' | 'focused' | 'paused' | 'hidden'

function withReason(
  reasons: ReadonlySet<Reason>,
  [reason, holds]: [Reason, boolean],
): ReadonlySet<Reason> {
  if (reasons.has(reason) === holds) return reasons
  return new Set(holds ? [...reasons, reason] : [...reasons].filter((other) => other !== reason))
}

function positionAfter(before: CarouselPosition, step: Step, count: number): CarouselPosition {
  if (step === 'next') return nextPosition(before, count)
  if (step === 'previous') return previousPosition(before)
  if (step === 'settled') return settledPosition(before, count)
  if (step === 'snapped') return slidePosition(before.index)
  return slidePosition(step.slide)
}

/**
 * The carousel of `count` slides: it moves on every four seconds unless the pointer or the focus
 * is on it, the shopper paused it or the page is hidden. With reduced motion it starts paused.
 * Each step of the shopper restarts the four seconds.
 */
export function useCarousel(count: number) {
  const [position, step] = useReducer(
    (before: CarouselPosition, taken: Step) => positionAfter(before, taken, count),
    firstPosition,
  )
  const [reasons, setReason] = useReducer(withReason, new Set<Reason>())
  const [steps, countStep] = useReducer((before: number) => before + 1, 0)
  const moves = count > 1 && reasons.size === 0

  useEffect(() => {
    const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
    const followReducedMotion = () => setReason(['paused', reducedMotion.matches])
    const followPage = () => setReason(['hidden', document.hidden])
    followReducedMotion()
    followPage()
    reducedMotion.addEventListener('change', followReducedMotion)
    document.addEventListener('visibilitychange', followPage)
    return () => {
      reducedMotion.removeEventListener('change', followReducedMotion)
      document.removeEventListener('visibilitychange', followPage)
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a step of the shopper restarts the time
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => step('next'), advanceEvery)
    return () => clearInterval(timer)
  }, [moves, steps])

  // The browser has to draw the first slide in its place before it may animate again.
  useEffect(() => {
    if (!position.isSnapping) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => step('snapped'))
    })
    return () => cancelAnimationFrame(frame)
  }, [position.isSnapping])

  return {
    position,
    isPaused: reasons.has('paused'),
    setPaused: (isPaused: boolean) => setReason(['paused', isPaused]),
    setHovered: (isHovered: boolean) => setReason(['hovered', isHovered]),
    setFocused: (isFocused: boolean) => setReason(['focused', isFocused]),
    /** To be called when the animation to a slide has ended. */
    settle: () => step('settled'),
    /** A step of the shopper. */
    go: (to: Exclude<Step, 'settled' | 'snapped'>) => {
      step(to)
      countStep()
    },
  }
}

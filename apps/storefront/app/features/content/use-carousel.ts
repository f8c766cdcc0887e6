import { useEffect, useReducer } from 'react'
import {
  type CarouselPosition,
  firstPosition,
  nextPosition,
  previousPosition,
  settledPosition,
  slidePosition,
} from './carousel-index.ts'

/** Milliseconds between two slides (spec section 9). */
const advanceEvery = 4000

type Step = 'next' | 'previous' | 'settled' | 'snapped' | { slide: number }

/** Why the carousel stands still. */
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
 * is on it, the visitor paused it or the page is hidden. Who wishes for less motion finds it paused.
 * Every step the visitor takes starts the four seconds anew.
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
    const wish = window.matchMedia('(prefers-reduced-motion: reduce)')
    const followWish = () => setReason(['paused', wish.matches])
    const followPage = () => setReason(['hidden', document.hidden])
    followWish()
    followPage()
    wish.addEventListener('change', followWish)
    document.addEventListener('visibilitychange', followPage)
    return () => {
      wish.removeEventListener('change', followWish)
      document.removeEventListener('visibilitychange', followPage)
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a step of the visitor restarts the time
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
    /** A step of the visitor. */
    go: (to: Exclude<Step, 'settled' | 'snapped'>) => {
      step(to)
      countStep()
    },
  }
}

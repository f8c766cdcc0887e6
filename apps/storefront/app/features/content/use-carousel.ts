import { useEffect, useReducer, useState } from 'react'
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

type Step = 'next' | 'previous' | 'settled' | { slide: number }

function useStoppingReasons() {
  const [reasons, setReasons] = useState<ReadonlySet<string>>(new Set())
  function setReason(reason: string, holds: boolean) {
    setReasons((before) => {
      const after = new Set(before)
      if (holds) after.add(reason)
      else after.delete(reason)
      return after
    })
  }
  return [reasons, setReason] as const
}

/**
 * The carousel of `count` slides: it moves on every four seconds unless the pointer or the focus
 * is on it, the visitor paused it, the page is hidden or less motion is wished for. Every step the
 * visitor takes starts the four seconds anew.
 */
export function useCarousel(count: number) {
  const [position, step] = useReducer((before: CarouselPosition, step: Step) => {
    if (step === 'next') return nextPosition(before, count)
    if (step === 'previous') return previousPosition(before)
    if (step === 'settled') return settledPosition(before, count)
    return slidePosition(step.slide)
  }, firstPosition)
  const [stopping, setStopping] = useStoppingReasons()
  const [steps, countStep] = useReducer((before: number) => before + 1, 0)
  const moves = count > 1 && stopping.size === 0

  useEffect(() => {
    const wish = window.matchMedia('(prefers-reduced-motion: reduce)')
    const update = () => {
      setStopping('less motion', wish.matches)
      setStopping('hidden', document.hidden)
    }
    update()
    wish.addEventListener('change', update)
    document.addEventListener('visibilitychange', update)
    return () => {
      wish.removeEventListener('change', update)
      document.removeEventListener('visibilitychange', update)
    }
  }, [setStopping])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a step of the visitor restarts the time
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => step('next'), advanceEvery)
    return () => clearInterval(timer)
  }, [moves, steps])

  return {
    position,
    isPaused: stopping.has('paused'),
    setPaused: (isPaused: boolean) => setStopping('paused', isPaused),
    setHovered: (isHovered: boolean) => setStopping('hovered', isHovered),
    setFocused: (isFocused: boolean) => setStopping('focused', isFocused),
    /** To be called when the animation to a slide has ended. */
    settle: () => step('settled'),
    /** A step of the visitor. */
    go: (to: Exclude<Step, 'settled'>) => {
      step(to)
      countStep()
    },
  }
}

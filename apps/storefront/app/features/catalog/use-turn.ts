import { useEffect, useRef, useState } from 'react'

/** Frames that are requested at the same time. */
const atATime = 6
/** The first of the ever finer steps in which frames are loaded. */
const widestStep = 8
/** Milliseconds a frame, while it turns by itself, and while it opens or closes. */
const pace = 160
const openingPace = 60

/** The order in which frames are loaded: the first, then around in ever finer steps. */
export function loadingOrder(count: number): number[] {
  const order = new Set([0])
  for (let step = widestStep; step >= 1; step /= 2)
    for (let at = 0; at < count; at += step) order.add(at)
  return [...order]
}

/** The frame itself if it is loaded, else the loaded one nearest to it; the first if none is. */
export function nearestLoaded(
  wanted: number,
  loaded: { has(frame: number): boolean },
  count: number,
): number {
  for (let distance = 0; distance <= count / 2; distance += 1)
    for (const frame of [wanted + distance, wanted - distance + count].map((at) => at % count))
      if (loaded.has(frame)) return frame
  return 0
}

/**
 * Loads frames once they are known; returns the loaded ones and the number of frames that are
 * settled.
 */
function useLoadedFrames(urls: readonly string[]) {
  const [loaded, setLoaded] = useState<ReadonlySet<number>>(new Set())
  const [settled, setSettled] = useState(0)
  // References to the images, so that the browser does not drop them.
  const kept = useRef<HTMLImageElement[]>([])
  useEffect(() => {
    const waiting = loadingOrder(urls.length)
    let isCurrent = true

    async function loadOne() {
      const frame = waiting.shift()
      const src = frame === undefined ? undefined : urls[frame]
      if (!isCurrent || frame === undefined || src === undefined) return false
      const image = new Image()
      image.src = src
      kept.current.push(image)
      // A frame that fails is skipped while turning.
      const isThere = await image.decode().then(
        () => true,
        () => false,
      )
      if (!isCurrent) return false
      if (isThere) setLoaded((before) => new Set([...before, frame]))
      setSettled((before) => before + 1)
      return true
    }
    async function loadOthers() {
      while (await loadOne());
    }
    void loadOne().then(() => {
      for (let lane = 0; lane < atATime; lane += 1) void loadOthers()
    })
    return () => {
      isCurrent = false
    }
  }, [urls])
  return { loaded, settled }
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Turns a product through its frames all around, and opens it through those that follow: callers use
 * `turnBy`, `turnTo` and `toggle`. It is opened from the front, and an open one is closed before it is
 * turned. Unless reduced motion is preferred, it makes a quarter turn by itself once all frames are loaded,
 * until it is touched.
 *
 * @param urls all frames
 * @param opening how many of the last ones open it
 */
export function useTurn(urls: readonly string[], opening: number) {
  const count = urls.length - opening
  const { loaded, settled } = useLoadedFrames(urls)
  const [frame, setFrame] = useState(0)
  const [isTouched, setIsTouched] = useState(false)
  const isComplete = count > 0 && settled === urls.length
  const [isOpen, setIsOpen] = useState(false)
  // So many frames of the opening are passed.
  const [opened, setOpened] = useState(0)

  useEffect(() => {
    if (!isComplete || isTouched) return
    if (prefersStillness()) return
    let left = Math.round(count / 4)
    const timer = setInterval(() => {
      setFrame((before) => (before + 1) % count)
      left -= 1
      if (left <= 0) clearInterval(timer)
    }, pace)
    return () => clearInterval(timer)
  }, [isComplete, isTouched, count])

  // A frame at a time to the front and open, or closed.
  useEffect(() => {
    const isTurning = isOpen && frame !== 0
    if (!isTurning && opened === (isOpen ? opening : 0)) return
    if (prefersStillness()) {
      if (isOpen) setFrame(0)
      setOpened(isOpen ? opening : 0)
      return
    }
    const timer = setTimeout(() => {
      if (isTurning) setFrame((frame + (frame > count / 2 ? 1 : -1)) % count)
      else setOpened(opened + (isOpen ? 1 : -1))
    }, openingPace)
    return () => clearTimeout(timer)
  }, [isOpen, opened, opening, frame, count])

  function change(next: (before: number) => number) {
    setIsTouched(true)
    setIsOpen(false)
    if (count > 0 && opened === 0) setFrame((before) => ((next(before) % count) + count) % count)
  }
  function toggle() {
    setIsTouched(true)
    setIsOpen(!isOpen)
  }
  const passed = Array.from({ length: opened }, (_, at) => count + at)
  return {
    frame,
    shown: passed.findLast((at) => loaded.has(at)) ?? nearestLoaded(frame, loaded, count),
    settled,
    isComplete,
    isOpen,
    toggle,
    turnBy: (frames: number) => change((before) => before + frames),
    turnTo: (wanted: number) => change(() => wanted),
  }
}

import { type PointerEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels a pointer may move and still click. */
const clickSlack = 6
/** How much wider than on the page a picture is at first. */
const openingScale = 1.3
/** How much one press of a key or button enlarges, and moves in pixels. */
const step = { scale: 1.5, pan: 120 }

interface Point {
  x: number
  y: number
}

const middleOf = (one: Point, other: Point) => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
})
const distanceOf = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/**
 * Zooms one picture in a stage: wheel, pinch, drag, click and steps for keys and buttons. Give the
 * returned refs and handlers to the stage and the picture. Call it in the component that renders
 * the dialog around them: only there do its effects run after the dialog has opened, and can measure
 * the picture.
 */
export function useZoom({
  picture: { src, width: masterWidth },
  pageWidth,
  onSwipe,
}: {
  /** `width`: of the original, in pixels. */
  picture: { src: string; width: number }
  /** How wide it is on the page. */
  pageWidth: number
  /** The whole picture was dragged aside: 1 to the next one, -1 to the previous one. */
  onSwipe: (direction: 1 | -1) => void
}) {
  const stage = useRef<HTMLDivElement>(null)
  const shown = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())
  const drag = useRef({ x: 0, y: 0, wasPinch: false })
  const [view, setView] = useState<ZoomView>(wholeView)
  // Steps glide; a wheel or a finger is followed at once.
  const [isGliding, setIsGliding] = useState(false)

  const frame = useCallback(() => {
    const { clientWidth: width = 1, clientHeight: height = 1 } = stage.current ?? {}
    const { offsetWidth = 1, offsetHeight = 1 } = shown.current ?? {}
    return {
      stage: { width, height },
      fitted: { width: offsetWidth, height: offsetHeight },
      masterWidth,
    }
  }, [masterWidth])

  /** From the window's pixels to those from the stage's centre. */
  const fromCentre = useCallback(({ x, y }: Point): Point => {
    const box = stage.current?.getBoundingClientRect()
    return box ? { x: x - box.x - box.width / 2, y: y - box.y - box.height / 2 } : { x: 0, y: 0 }
  }, [])

  // Larger than on the page from the start, and from its top on; again for each picture.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the picture
  useLayoutEffect(() => {
    const now = frame()
    const scale = (openingScale * pageWidth) / now.fitted.width
    setIsGliding(false)
    setView(zoomedTo(wholeView, scale, { x: 0, y: -now.stage.height / 2 }, now))
  }, [frame, pageWidth, src])

  useEffect(() => {
    const element = stage.current
    if (!element) return
    // React's own listener is passive and could not keep the browser from scrolling or zooming.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const point = fromCentre({ x: event.clientX, y: event.clientY })
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      setIsGliding(false)
      setView((now) =>
        zoomedTo(now, now.scale * Math.exp(-event.deltaY * lines * 0.002), point, frame()),
      )
    }
    const resized = new ResizeObserver(() => setView((now) => pannedBy(now, 0, 0, frame())))
    element.addEventListener('wheel', onWheel, { passive: false })
    resized.observe(element)
    return () => {
      element.removeEventListener('wheel', onWheel)
      resized.disconnect()
    }
  }, [frame, fromCentre])

  function zoomTo(scale: number, point = { x: 0, y: 0 }) {
    setIsGliding(true)
    setView(zoomedTo(view, scale, point, frame()))
  }

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return
    if (pointers.current.size === 0) drag.current = { x: 0, y: 0, wasPinch: false }
    stage.current?.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (pointers.current.size > 1) drag.current.wasPinch = true
  }

  function onPointerMove(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    pointers.current.set(event.pointerId, now)
    const [other] = [...pointers.current].flatMap(([id, point]) =>
      id === event.pointerId ? [] : point,
    )
    setIsGliding(false)
    if (!other) {
      drag.current.x += now.x - before.x
      drag.current.y += now.y - before.y
      setView((was) => pannedBy(was, now.x - before.x, now.y - before.y, frame()))
      return
    }
    const [from, to] = [middleOf(before, other), middleOf(now, other)]
    const ratio = distanceOf(now, other) / Math.max(1, distanceOf(before, other))
    setView((was) => {
      const moved = pannedBy(was, to.x - from.x, to.y - from.y, frame())
      return zoomedTo(moved, moved.scale * ratio, fromCentre(to), frame())
    })
  }

  function onPointerUp(event: PointerEvent) {
    if (!pointers.current.delete(event.pointerId) || pointers.current.size > 0) return
    const { x, y, wasPinch } = drag.current
    if (wasPinch || event.type === 'pointercancel') return
    if (Math.hypot(x, y) <= clickSlack) {
      const point = fromCentre({ x: event.clientX, y: event.clientY })
      return zoomTo(view.scale > 1 ? 1 : largestScale(frame()), point)
    }
    if (view.scale === 1 && Math.abs(x) > 60 && Math.abs(x) > Math.abs(y)) onSwipe(x < 0 ? 1 : -1)
  }

  /** Handles a key, if it is one of the zoom's; arrows are, while the picture is enlarged. */
  function onKey(key: string): boolean {
    if (key === '+' || key === '=') zoomTo(view.scale * step.scale)
    else if (key === '-') zoomTo(view.scale / step.scale)
    else if (key === '0') zoomTo(1)
    else {
      const pan = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[
        key
      ]
      if (!pan || view.scale === 1) return false
      const [x = 0, y = 0] = pan
      setIsGliding(true)
      setView(pannedBy(view, x * step.pan, y * step.pan, frame()))
    }
    return true
  }

  return {
    stage,
    shown,
    view,
    isGliding,
    isLargest: view.scale >= largestScale(frame()) - 0.001,
    onKey,
    zoomIn: () => zoomTo(view.scale * step.scale),
    zoomOut: () => zoomTo(view.scale / step.scale),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  }
}

/** How a picture is shown in the zoom. */
interface ZoomView {
  /** 1: the whole picture fits the stage. */
  scale: number
  /** The position of the picture's centre, in pixels from the stage's centre. */
  x: number
  y: number
}

interface Size {
  width: number
  height: number
}

export interface ZoomFrame {
  stage: Size
  /** The picture when it fits the stage. */
  fitted: Size
  /** Width of the original in pixels. */
  masterWidth: number
}

/** The whole picture. */
export const wholeView: ZoomView = { scale: 1, x: 0, y: 0 }

/** The largest scale: one pixel of the original for one of the page, but at least twice the whole. */
export function largestScale({ fitted, masterWidth }: ZoomFrame): number {
  return Math.max(2, masterWidth / fitted.width)
}

/** The view within bounds: never smaller than whole, and without an empty margin where it overflows. */
function bounded({ scale, x, y }: ZoomView, frame: ZoomFrame): ZoomView {
  const bound = (offset: number, picture: number, stage: number) => {
    const most = Math.max(0, (picture - stage) / 2)
    return Math.min(most, Math.max(-most, offset))
  }
  const { stage, fitted } = frame
  const within = Math.min(largestScale(frame), Math.max(1, scale))
  return {
    scale: within,
    x: bound(x, fitted.width * within, stage.width),
    y: bound(y, fitted.height * within, stage.height),
  }
}

/** The view after zooming to `scale`: what is at `point`, in pixels from the stage's centre, stays there. */
export function zoomedTo(
  view: ZoomView,
  scale: number,
  point: { x: number; y: number },
  frame: ZoomFrame,
): ZoomView {
  const within = Math.min(largestScale(frame), Math.max(1, scale))
  const ratio = within / view.scale
  return bounded(
    {
      scale: within,
      x: point.x - (point.x - view.x) * ratio,
      y: point.y - (point.y - view.y) * ratio,
    },
    frame,
  )
}

/** The view after moving the picture by so many pixels. */
export function pannedBy(view: ZoomView, x: number, y: number, frame: ZoomFrame): ZoomView {
  return bounded({ ...view, x: view.x + x, y: view.y + y }, frame)
}

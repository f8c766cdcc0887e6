/** How a picture is shown in the zoom. */
export interface ZoomView {
  /** 1: the whole picture fits the stage. */
  scale: number
  /** Where the picture's centre is, in pixels from the stage's. */
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

import type { EndpointOutput } from '@solvane/client/api'
import { pictureUrlAt } from '@solvane/client/image-urls'
import { Button, IconButton } from '@solvane/ui/button'
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '@solvane/ui/icon'
import { clsx } from 'clsx'
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import screen from './full-screen.module.css'
import { FullScreen } from './full-screen.tsx'
import styles from './turn-view.module.css'
import { useTurn } from './use-turn.ts'
import type { Product } from './variant-choice.ts'

type Frames = EndpointOutput<'getProductTurn'>['data']

const none: { frames: Frames; opening: Frames } = { frames: [], opening: [] }

/** Pixels of a wheel a frame. */
const wheelStep = 40

/** The widths of frames: for phones and ordinary windows, and for large and sharp ones. */
const widths = { ordinary: 800, large: 1200 }

/** The frames' width: near that of the stage, in pixels of the screen. */
function chooseWidth(): number {
  const stage = Math.min(innerWidth, innerHeight * 0.8) * Math.min(devicePixelRatio, 2)
  return stage > widths.ordinary * 1.15 ? widths.large : widths.ordinary
}

interface TurnViewProps {
  product: Product
  /** The chosen color; '' for a product without colors. */
  color: string
  onClose: () => void
}

/** A product that is turned over the whole screen: by drag, wheel, keys and buttons. */
export function TurnView({ product, color, onClose }: TurnViewProps) {
  const { assetsBaseUrl } = useLayoutData().settings
  const { turn: pictures, error } = usePictures(product.id, color)
  const [width] = useState(chooseWidth)
  const urls = useMemo(
    () =>
      [...pictures.frames, ...pictures.opening].map((picture) =>
        pictureUrlAt(picture, width, assetsBaseUrl),
      ),
    [pictures, width, assetsBaseUrl],
  )
  const count = pictures.frames.length
  const turn = useTurn(urls, pictures.opening.length)
  const stage = useRef<HTMLDivElement>(null)

  // With the focus on it, the arrow keys turn it at once.
  useEffect(() => stage.current?.focus(), [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'ArrowRight' || key === 'ArrowUp') turn.turnBy(1)
    else if (key === 'ArrowLeft' || key === 'ArrowDown') turn.turnBy(-1)
    else if (key === 'Home') turn.turnTo(0)
    else if (key === 'End') turn.turnTo(count - 1)
    else return
    event.preventDefault()
  }

  return (
    <FullScreen label={`${product.name} from all sides`} onClose={onClose} onKeyDown={onKeyDown}>
      <div className={screen.bar}>
        <p className={screen.counter} aria-hidden="true">
          {degreesOf(turn.frame, count)}°
        </p>
        {pictures.opening.length > 0 && (
          <Button kind="link" onClick={turn.toggle}>
            {turn.isOpen ? 'Close it' : 'Open it'}
          </Button>
        )}
        <IconButton label="Turn left" onClick={() => turn.turnBy(-1)}>
          <ChevronLeftIcon />
        </IconButton>
        <IconButton label="Turn right" onClick={() => turn.turnBy(1)}>
          <ChevronRightIcon />
        </IconButton>
        <IconButton label="Close" onClick={onClose}>
          <CloseIcon />
        </IconButton>
        {!turn.isComplete && !error && (
          <progress
            className={styles.progress}
            aria-label="Loading pictures"
            value={turn.settled}
            max={urls.length || 1}
          />
        )}
      </div>
      {error && (
        <p className={styles.failure} role="alert">
          <ErrorText message={error} />
        </p>
      )}
      <Stage ref={stage} name={product.name} pictures={pictures.frames} urls={urls} {...turn} />
    </FullScreen>
  )
}

/** The 360° view of a product in a color, or the error if it did not load. */
function usePictures(id: string, color: string) {
  const api = useApi()
  const [turn, setTurn] = useState(none)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    api.call('getProductTurn', { params: { id }, query: { color } }, { signal }).then(
      ({ data, opening }) => setTurn({ frames: data, opening }),
      (failure: unknown) => {
        if (!signal.aborted) setError(messageOf(failure, failed))
      },
    )
    return () => abort.abort()
  }, [api, id, color])
  return { turn, error }
}

const failed = 'The pictures did not load. Please try again in a moment.'

const degreesOf = (frame: number, count: number) => Math.round((frame * 360) / (count || 1))

interface StageProps {
  ref: RefObject<HTMLDivElement | null>
  name: string
  /** All around it. */
  pictures: Frames
  urls: readonly string[]
  /** The frame it is turned to, and the one that can be shown. */
  frame: number
  shown: number
  isOpen: boolean
  turnBy: (frames: number) => void
  turnTo: (frame: number) => void
}

function Stage({ ref: stage, name, pictures, urls, isOpen, ...turn }: StageProps) {
  const { frame, shown, turnBy, turnTo } = turn
  const grip = useRef<{ x: number; frame: number } | null>(null)
  const [picture] = pictures
  const count = pictures.length
  const degrees = degreesOf(frame, count)

  const onTurn = useRef(turnBy)
  onTurn.current = turnBy
  useEffect(() => {
    const element = stage.current
    let way = 0
    // React's own listener is passive and could not keep the browser from going back.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const delta = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY
      way += delta * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1)
      const steps = Math.trunc(way / wheelStep)
      way -= steps * wheelStep
      if (steps !== 0) onTurn.current(steps)
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [stage])

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || grip.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, frame }
    turnBy(0)
  }

  function onPointerMove({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
    if (!grip.current) return
    // A drag from edge to edge is one turn.
    const turns = (clientX - grip.current.x) / currentTarget.clientWidth
    turnTo(grip.current.frame + Math.round(turns * count))
  }

  const release = () => {
    grip.current = null
  }

  return (
    <div
      ref={stage}
      className={clsx(screen.stage, styles.stage)}
      role="slider"
      tabIndex={0}
      aria-label={`Turn ${name}`}
      aria-valuemin={0}
      aria-valuemax={degreesOf(Math.max(count - 1, 0), count)}
      aria-valuenow={degrees}
      aria-valuetext={isOpen ? 'Open' : `${degrees} degrees`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
    >
      {picture && (
        <img
          className={styles.frame}
          style={{
            width: `min(100%, (100dvh - var(--header-height)) * ${picture.width / picture.height})`,
          }}
          src={urls[shown]}
          alt=""
          width={picture.width}
          height={picture.height}
          decoding="sync"
          draggable={false}
        />
      )}
    </div>
  )
}

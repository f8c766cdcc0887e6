import { Dialog } from '@solvane/ui/dialog'
import { useState } from 'react'
import { type Dimensions, inCentimetres, sideText } from './dimension-texts.ts'
import pickers from './option-pickers.module.css'
import styles from './scale-dialog.module.css'

type Point = { x: number; y: number }

const heights = [165, 175, 185]
/** Products smaller than this, in millimetres, are drawn beside a phone instead of a figure. */
const handSized = 150

interface DrawingProps {
  name: string
  dimensions: Dimensions
  /** Says how long handle and strap are. */
  measurements: string
  /** The fill of the drawing. */
  hex: string | undefined
}

interface ScaleDialogProps extends DrawingProps {
  isOpen: boolean
  onClose: () => void
}

/** A product drawn to scale: carried by a figure of a chosen height, or beside a phone if it is small. */
export function ScaleDialog({ isOpen, onClose, ...drawing }: ScaleDialogProps) {
  const [height, setHeight] = useState(175)
  const { widthMm, heightMm } = drawing.dimensions
  const isSmall = Math.max(widthMm, heightMm) < handSized
  return (
    <Dialog title={`${drawing.name}, to scale`} isOpen={isOpen} onClose={onClose} isWide>
      {isSmall ? (
        <BesideAPhone {...drawing} />
      ) : (
        <>
          <fieldset>
            <legend className={pickers.legend}>Height</legend>
            <div className={styles.heights}>
              {heights.map((value) => (
                <button
                  key={value}
                  type="button"
                  className={pickers.value}
                  aria-pressed={value === height}
                  onClick={() => setHeight(value)}
                >
                  {value} cm
                </button>
              ))}
            </div>
          </fieldset>
          <Carried {...drawing} height={height} />
        </>
      )}
      <p className={styles.note}>
        {inCentimetres(drawing.dimensions)}, width × height × depth. The body is drawn to scale;
        handles and straps are lines.
      </p>
    </Dialog>
  )
}

/** A standing figure, one unit high, upwards from the floor, mirrored at 0. */
const figure = [
  'M-.002 .89L.026 .89C.026 .87.027 .85.03 .835C.04 .825.09 .822.108 .81C.118 .8.116 .77.11 .75C.1 .7.076 .66.075 .62C.076 .58.097 .55.099 .5C.101 .42.084 .34.075 .27C.079 .2.07 .12.049 .04L.058 .006L.022 .004L.024 .04C.02 .12.016 .2.019 .27C.016 .35.008 .42-.002 .465Z',
  'M.106 .811C.13 .8.137 .775.137 .745C.139 .66.149 .61.152 .555C.157 .5.16 .47.156 .435C.151 .415.139 .42.137 .442C.131 .5.125 .55.119 .6C.114 .66.106 .7.104 .75Z',
]

/** A handle as an arch up to the hand; a strap, held beside the body, as two lines. */
function strapPath(hold: Point, top: Point, width: number): string {
  const [left, right] = [top.x - width / 5, top.x + width / 5]
  if (hold.x !== top.x) return `M${left} ${top.y}L${hold.x} ${hold.y}L${right} ${top.y}`
  // The apex of such a curve is at three quarters of its control points' height.
  const control = top.y + ((hold.y - top.y) * 4) / 3
  return `M${left} ${top.y}C${left} ${control} ${right} ${control} ${right} ${top.y}`
}

function Carried({
  name,
  dimensions,
  measurements,
  hex,
  height,
}: DrawingProps & { height: number }) {
  const { widthMm, heightMm } = dimensions
  const [width, tall] = [widthMm / 10, heightMm / 10]
  const { hold, top } = carriedBy(height, dimensions, measurements)
  const left = top.x - width / 2
  const right = top.x + width / 2
  const foot = top.y - tall
  // The tallest figure and the widest bag fit; every height is drawn at the same scale.
  return (
    <svg
      className={styles.drawing}
      viewBox="-60 -192 150 198"
      role="img"
      aria-label={`${name}, ${sideText(widthMm)} wide and ${sideText(heightMm)} high, carried by a figure of ${height} cm`}
    >
      <g transform="scale(1 -1)">
        <g className={styles.figure} transform={`scale(${height})`}>
          <ellipse cx="0" cy=".93" rx=".043" ry=".064" />
          {figure.map((path) => (
            <path key={path} d={path} />
          ))}
          <g transform="scale(-1 1)">
            {figure.map((path) => (
              <path key={path} d={path} />
            ))}
          </g>
        </g>
        <path className={styles.line} d="M-60 0H90" />
        {hold.y > top.y && <path className={styles.strap} d={strapPath(hold, top, width)} />}
        <rect
          className={styles.body}
          x={left}
          y={foot}
          width={width}
          height={tall}
          rx="1"
          fill={hex ?? 'currentcolor'}
        />
        <path
          className={styles.line}
          d={`M${right + 3} ${foot}V${top.y}M${left} ${foot - 3}H${right}`}
        />
      </g>
      <text className={styles.label} x={right + 5} y={-(foot + tall / 2) + 1.5}>
        {sideText(heightMm)}
      </text>
      <text className={styles.label} x={top.x} y={-foot + 9} textAnchor="middle">
        {sideText(widthMm)}
      </text>
      <text className={styles.label} x="-24" y={-height + 4} textAnchor="end">
        {height} cm
      </text>
    </svg>
  )
}

/** A phone and a bank card, in centimetres. */
const phone = { width: 7.2, height: 14.7 }
const card = { width: 8.56, height: 5.4 }

function BesideAPhone({ name, dimensions, hex }: DrawingProps) {
  const [width, tall] = [dimensions.widthMm / 10, dimensions.heightMm / 10]
  const cardX = width + 2
  const phoneX = cardX + card.width + 2
  return (
    <svg
      className={styles.drawing}
      viewBox={`-1 -16 ${phoneX + phone.width + 2} 19`}
      role="img"
      aria-label={`${name}, ${sideText(dimensions.widthMm)} wide and ${sideText(dimensions.heightMm)} high, beside a bank card and a phone`}
    >
      <path className={styles.fine} d={`M-1 0H${phoneX + phone.width + 1}`} />
      <rect
        className={styles.fine}
        y={-tall}
        width={width}
        height={tall}
        rx=".3"
        fill={hex ?? 'currentcolor'}
      />
      <rect className={styles.outline} x={cardX} y={-card.height} {...card} rx=".3" />
      <rect className={styles.outline} x={phoneX} y={-phone.height} {...phone} rx=".9" />
      <g className={styles.small}>
        <text x={width / 2} y="1.6" textAnchor="middle">
          {sideText(dimensions.widthMm)}
        </text>
        <text x={cardX + card.width / 2} y="1.6" textAnchor="middle">
          Bank card
        </text>
        <text x={phoneX + phone.width / 2} y="1.6" textAnchor="middle">
          Phone
        </text>
      </g>
    </svg>
  )
}

/** Drops above this many centimetres hang from the shoulder, shorter ones from the hand. */
const longestInHand = 20

/** The place of a bag's body beside a figure; centimetres, upwards from the floor. */
interface CarriedPlace {
  /** The place of the hand or shoulder that holds the handle or strap. */
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
): CarriedPlace {
  const drop = dropOf(measurements)
  const isOnShoulder = drop > longestInHand
  const hold = isOnShoulder
    ? { x: height * 0.1, y: height * 0.815 }
    : { x: height * 0.149, y: height * 0.43 }
  // The arm covers part of a bag that hangs from the shoulder.
  const x = isOnShoulder ? height * 0.11 + widthMm / 30 : hold.x
  // A large bag must not hang through the floor.
  return { hold, top: { x, y: Math.max(heightMm / 10, hold.y - drop) } }
}

import { clsx } from 'clsx'
import styles from './swatch.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * A color as a dot; `hex` is `#rrggbb`, `size` its diameter in pixels. It has no accessible name.
 */
export function SwatchDot({ hex, size = 10 }: { hex: string; size?: number }) {
  return (
    // A shape instead of a style attribute, which the content security policy forbids.
    <svg className={styles.dot} width={size} height={size} viewBox="0 0 10 10" aria-hidden="true">
      <circle cx="5" cy="5" r="4.75" fill={hex} />
    </svg>
  )
}

interface SwatchesProps {
  colors: readonly { name: string; hex: string }[]
  /** How many dots are drawn before "+n". */
  limit?: number
  className?: string
}

/** Pixels from one dot to the next. */
const pitch = 16

/** The colors of a product as dots; assistive technology reads their names. */
export function Swatches({ colors, limit = 5, className }: SwatchesProps) {
  const shown = colors.slice(0, limit)
  const width = shown.length * pitch - 6
  return (
    <span className={clsx(styles.dots, className)}>
      <VisuallyHidden>Colours: {colors.map((color) => color.name).join(', ')}</VisuallyHidden>
      {/* One drawing: a list of products has many dots. */}
      <svg className={styles.dot} width={width} height="10" aria-hidden="true">
        {shown.map(({ name, hex }, index) => (
          <circle key={name} cx={5 + index * pitch} cy="5" r="4.75" fill={hex} />
        ))}
      </svg>
      {colors.length > limit && (
        <span className={styles.more} aria-hidden="true">
          +{colors.length - limit}
        </span>
      )}
    </span>
  )
}

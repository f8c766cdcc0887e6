import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useMemo } from 'react'
import styles from './qr-code.module.css'

/**
 * A QR code as inline SVG, because the page's policy allows no generated pictures. The caller adds
 * the required white margin of four cells.
 */
export function QrCode({ content, label }: { content: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = generate(content)
    return { size: code.size, path: toSvgPath(code) }
  }, [content])
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

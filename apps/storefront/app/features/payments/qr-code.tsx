import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useMemo } from 'react'
import styles from './usdt-page.module.css'

/** Cells of paper around the code, which readers need. */
const margin = 4

/** A QR code as a shape of the page: its policy allows neither style nor pictures made by scripts. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = generate(content)
    return { size: code.size, path: toSvgPath(code) }
  }, [content])
  const side = size + 2 * margin
  return (
    <svg
      className={styles.code}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

import { pictureUrlAt } from '@solvane/client/image-urls'
import type { Picture } from '@solvane/contract/catalog'
import { useState } from 'react'
import { useAssetsBase } from '../../parts/thumb.tsx'
import styles from './turns-panel.module.css'

/** Twice the displayed width, in pixels. */
const width = 320

/** A small turning piece that is stepped with a slider. */
export function TurnPreview({ of, frames }: { of: string; frames: readonly Picture[] }) {
  const [at, setAt] = useState(0)
  const assetsBase = useAssetsBase()
  const frame = frames[at]
  return (
    <div className={styles.preview}>
      {frame && assetsBase !== undefined && (
        <img
          className={styles.frame}
          src={pictureUrlAt(frame, width, assetsBase)}
          alt=""
          width={frame.width}
          height={frame.height}
          decoding="sync"
        />
      )}
      <input
        className={styles.slider}
        type="range"
        min={0}
        max={frames.length - 1}
        value={at}
        aria-label={`Frame of ${of}`}
        aria-valuetext={`Frame ${at + 1} of ${frames.length}`}
        onChange={({ target }) => setAt(target.valueAsNumber)}
      />
    </div>
  )
}

import { pictureUrlAt } from '@solvane/client/image-urls'
import type { Picture } from '@solvane/contract/catalog'
import type { StaffProduct } from '@solvane/contract/products.admin'
import type { ProductTurn } from '@solvane/contract/turns.admin'
import { Button } from '@solvane/ui/button'
import { Skeleton } from '@solvane/ui/skeleton'
import { showToast } from '@solvane/ui/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../data/api.ts'
import { useMayAct } from '../../data/staff.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { readFailure } from '../../parts/form.tsx'
import { Panel, Unavailable } from '../../parts/panel.tsx'
import uploadStyles from '../../parts/picture-upload.module.css'
import {
  mostFiles,
  pictureTypes,
  sendPictures,
  tooLarge,
  uploadFailure,
} from '../../parts/picture-upload.tsx'
import { useAssetsBase } from '../../parts/thumb.tsx'
import grid from './grid.module.css'
import styles from './turns-panel.module.css'

interface TurnsPanelProps {
  product: StaffProduct
  /** Called when an upload starts and when it ends. */
  onBusy: (isBusy: boolean) => void
}

/** The 360° views of a product, one a color. They are saved at once, not with the form. */
export function TurnsPanel({ product, onBusy }: TurnsPanelProps) {
  const { id } = product
  const queryKey = ['product-turns', id]
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await api.call('listProductTurns', { params: { id } })).data,
  })
  const own = product.options.find(({ name }) => name === 'Color')?.values ?? ['']
  const turnOf = (color: string) => data?.find((turn) => turn.color === color)
  // 360° views of colors that were renamed or taken out.
  const left = data?.filter(({ color }) => !own.includes(color)) ?? []
  const show = (turns: ProductTurn[]) => queries.setQueryData(queryKey, turns)
  const rowOf = (color: string, isLeft: boolean) => (
    <TurnRow
      key={color}
      productId={id}
      color={color}
      turn={turnOf(color)}
      isLeft={isLeft}
      onBusy={onBusy}
      onSaved={show}
    />
  )
  return (
    <Panel title="360° view">
      <p className={grid.hint}>
        Pictures all around the product, evenly spaced: 12 to 72 of one size, named in their order.
        Shoppers turn the product with them. Up to 24 more may open it, seen from the front. They
        are saved as soon as they are uploaded.
      </p>
      {error ? (
        <Unavailable
          title="The 360° views cannot be shown"
          error={error}
          onRetry={() => refetch()}
        />
      ) : data ? (
        <ul className={styles.list}>
          {own.map((color) => rowOf(color, false))}
          {left.map(({ color }) => rowOf(color, true))}
        </ul>
      ) : (
        <Skeleton width="half" />
      )}
    </Panel>
  )
}

interface TurnRowProps {
  productId: string
  color: string
  turn: ProductTurn | undefined
  /** The product no longer comes in this color. */
  isLeft: boolean
  onBusy: (isBusy: boolean) => void
  onSaved: (turns: ProductTurn[]) => void
}

function TurnRow({ productId, color, turn, isLeft, onBusy, onSaved }: TurnRowProps) {
  const [asked, setAsked] = useState<'all' | 'opening' | null>(null)
  const mayAct = useMayAct()
  const name = color || 'the product'
  const params = { id: productId }
  const save = async (pictures: { frames: string[]; opening: string[] }) => {
    const { data } = await api.call('saveProductTurn', { params, body: { color, ...pictures } })
    onSaved(data)
  }
  const frames = turn?.frames.map(({ src }) => src) ?? []
  const opening = turn?.opening.map(({ src }) => src) ?? []
  return (
    <li className={styles.row}>
      {turn && (
        <TurnPreview
          key={`${frames[0]} ${frames.length + opening.length}`}
          of={name}
          frames={[...turn.frames, ...turn.opening]}
        />
      )}
      <div className={styles.facts}>
        <h3 className={styles.name}>{color || 'The product'}</h3>
        <p className={grid.hint}>
          {turn ? `${frames.length} frames` : 'No frames'}
          {opening.length > 0 && `, ${opening.length} that open it`}
          {isLeft && ', not shown: the product no longer comes in this colour'}
        </p>
        {mayAct && !isLeft && (
          <TurnUpload
            label={`Upload frames of ${name}`}
            range={{ fewest: 12, most: 72 }}
            onBusy={onBusy}
            save={(sent) => save({ frames: sent, opening })}
          />
        )}
        {mayAct && !isLeft && turn && (
          <TurnUpload
            label={`Upload frames that open ${name}`}
            range={{ fewest: 1, most: 24 }}
            onBusy={onBusy}
            save={(sent) => save({ frames, opening: sent })}
          />
        )}
        {mayAct && turn && (
          <p className={styles.removals}>
            <Button
              kind="link"
              aria-label={`Remove frames of ${name}`}
              onClick={() => setAsked('all')}
            >
              Remove
            </Button>
            {opening.length > 0 && (
              <Button
                kind="link"
                aria-label={`Remove frames that open ${name}`}
                onClick={() => setAsked('opening')}
              >
                Remove those that open it
              </Button>
            )}
          </p>
        )}
      </div>
      {asked === 'opening' && (
        <ActionDialog
          title={`Remove the frames that open ${name}?`}
          description="Shoppers can still turn it. To let them open it again, upload these frames again."
          submit="Remove"
          done="Frames removed."
          onClose={() => setAsked(null)}
          onSubmit={() => save({ frames, opening: [] })}
        />
      )}
      {asked === 'all' && (
        <ActionDialog
          title={`Remove the frames of ${name}?`}
          description="Shoppers can no longer turn it. To show it again, upload the frames again."
          submit="Remove"
          done="Frames removed."
          onClose={() => setAsked(null)}
          onSubmit={async () => {
            const { data } = await api.call('deleteProductTurn', { params, query: { color } })
            onSaved(data)
          }}
        />
      )}
    </li>
  )
}

/** Twice the displayed width, in pixels. */
const previewWidth = 320

/** A small 360° view that is stepped with a slider. */
function TurnPreview({ of, frames }: { of: string; frames: readonly Picture[] }) {
  const [at, setAt] = useState(0)
  const assetsBase = useAssetsBase()
  const frame = frames[at]
  return (
    <div className={styles.preview}>
      {frame && assetsBase !== undefined && (
        <img
          className={styles.frame}
          src={pictureUrlAt(frame, previewWidth, assetsBase)}
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

/** Compares file names, in them numbers as numbers: `9.webp` before `10.webp`. */
const { compare } = new Intl.Collator('en', { numeric: true })

/** Why these files cannot be frames; undefined if they may be. */
function problemOf(files: readonly File[], { fewest, most }: Range): string | undefined {
  if (files.length < fewest)
    return `Choose at least ${fewest} pictures: a full turn needs them all at once.`
  if (files.length > most) return `Choose at most ${most} pictures.`
  return tooLarge(files)
}

/** How many pictures the contract allows. */
interface Range {
  fewest: number
  most: number
}

interface TurnUploadProps {
  label: string
  range: Range
  /** Called when an upload starts and when it ends. */
  onBusy: (isBusy: boolean) => void
  /** Saves uploaded pictures, given as their addresses in order. */
  save: (frames: string[]) => Promise<void>
}

/** Uploads the frames of a turn in the order of their names, and saves them. */
function TurnUpload({ label, range, onBusy, save }: TurnUploadProps) {
  const id = useId()
  const [progress, setProgress] = useState<{ sent: number; all: number } | null>(null)
  const [failure, setFailure] = useState('')

  async function upload(chosen: readonly File[]) {
    const files = chosen.toSorted((one, other) => compare(one.name, other.name))
    const problem = problemOf(files, range)
    setFailure(problem ?? '')
    if (problem) return
    onBusy(true)
    try {
      const frames = await sendAll(files)
      if (frames) await saveAll(frames)
    } finally {
      setProgress(null)
      onBusy(false)
    }
  }

  /** The addresses of the uploaded files; undefined if one was rejected. */
  async function sendAll(files: readonly File[]): Promise<string[] | undefined> {
    const all = files.length
    const frames: string[] = []
    try {
      for (let sent = 0; sent < all; sent += mostFiles) {
        const part = files.slice(sent, sent + mostFiles)
        const pictures = await sendPictures(part, (share) =>
          setProgress({ sent: sent + Math.floor(share * part.length), all }),
        )
        frames.push(...pictures.map(({ src }) => src))
      }
      return frames
    } catch (error) {
      setFailure(uploadFailure(error))
    }
  }

  async function saveAll(frames: string[]) {
    try {
      await save(frames)
      showToast('Frames saved.')
    } catch (error) {
      const { text, fields } = readFailure(error)
      const [first] = Object.values(fields)
      setFailure(first ?? text)
    }
  }

  return (
    <div className={styles.upload}>
      <label className={uploadStyles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={uploadStyles.input}
        type="file"
        accept={pictureTypes}
        multiple
        disabled={progress !== null}
        onChange={async ({ target }) => {
          if (target.files?.length) await upload([...target.files])
          target.value = ''
        }}
      />
      <div role="status">
        {progress && (
          <>
            <progress
              className={uploadStyles.progress}
              value={progress.sent}
              max={progress.all}
              aria-label="Upload"
            />
            <span className={uploadStyles.hint}>
              {progress.sent < progress.all
                ? `Uploading ${progress.sent} of ${progress.all} …`
                : 'Processing …'}
            </span>
          </>
        )}
      </div>
      {failure && (
        <p className={uploadStyles.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}

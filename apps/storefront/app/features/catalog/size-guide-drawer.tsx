import { Button } from '@solvane/ui/button'
import { Drawer } from '@solvane/ui/drawer'
import { TextField } from '@solvane/ui/field'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageSection } from '../../components/page-section.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { Queries } from '../../lib/api/query-client.tsx'
import styles from './option-pickers.module.css'
import adviceStyles from './size-guide-drawer.module.css'

export interface SizeGuideDrawerProps {
  /** The section of the size guide. */
  section: string
  /** The fit of this product, in words. */
  sizeAndFit: string | null
  /** The sizes in which the product is made. */
  sizes: readonly string[]
  isPossible: (size: string) => boolean
  onChoose: (size: string) => void
  isOpen: boolean
  onClose: () => void
}

/** The size guide beside the product, and the size it proposes for one's measurements. */
export function SizeGuideDrawer({ isOpen, onClose, ...guide }: SizeGuideDrawerProps) {
  return (
    <Drawer title="Size guide" isOpen={isOpen} isPaper onClose={onClose}>
      <Queries>
        <SizeGuide {...guide} />
      </Queries>
    </Drawer>
  )
}

function SizeGuide(props: Omit<SizeGuideDrawerProps, 'isOpen' | 'onClose'>) {
  const { section, ...advice } = props
  const api = useApi()
  const guide = useQuery({
    queryKey: ['page', 'size-guide'],
    queryFn: ({ signal }) => api.call('getPage', { params: { slug: 'size-guide' } }, { signal }),
  })
  const found = guide.data?.data.sections.find(({ id }) => id === section)
  const shown = found ? [found] : guide.data?.data.sections
  return (
    <div className={styles.sizesGuide}>
      {guide.isPending && <Skeleton shape="title" />}
      {guide.isError && (
        <p role="alert">
          <ErrorText
            message={messageOf(
              guide.error,
              'The size guide did not load. Please try again in a moment.',
            )}
          />
        </p>
      )}
      {found?.table && <SizeAdviceForm table={found.table} {...advice} />}
      {shown?.map((part) => (
        <PageSection key={part.id} section={part} />
      ))}
    </div>
  )
}

/** Centimetres in the units that shoppers measure in. */
const units = { cm: 1, in: 2.54 } as const
type Unit = keyof typeof units

interface SizeAdviceFormProps {
  table: SizeTable
  /** The fit of this product, in words. */
  sizeAndFit: string | null
  /** The sizes in which the product is made. */
  sizes: readonly string[]
  /** Whether the product is available in a size, as far as the other options are chosen. */
  isPossible: (size: string) => boolean
  onChoose: (size: string) => void
}

/** Proposes a size for the shopper's measurements; nothing is sent or stored. */
function SizeAdviceForm(props: SizeAdviceFormProps) {
  const { table, sizeAndFit, sizes, isPossible, onChoose } = props
  const [unit, setUnit] = useState<Unit>('cm')
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const measures = measuresOf(table)
  const measured = new Map(
    measures.flatMap(({ column }): [number, number][] => {
      const value = Number(typed[column]?.replace(',', '.')) * units[unit]
      return value > 0 ? [[column, value]] : []
    }),
  )
  const advice = adviseSize(table, measured)
  const isMade = advice !== null && sizes.includes(advice.size)
  if (measures.length === 0) return null
  return (
    <section className={adviceStyles.advice} aria-label="Find your size">
      <h2 className={adviceStyles.title}>Find your size</h2>
      <fieldset className={adviceStyles.units}>
        <legend className={adviceStyles.unit}>Measured in</legend>
        {(['cm', 'in'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className={styles.value}
            aria-pressed={name === unit}
            onClick={() => setUnit(name)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <div className={adviceStyles.fields}>
        {measures.map(({ column, name }) => (
          <TextField
            key={column}
            label={`${name} (${unit})`}
            required={measures.length === 1}
            inputMode="decimal"
            maxLength={6}
            autoComplete="off"
            value={typed[column] ?? ''}
            onChange={({ target }) => setTyped({ ...typed, [column]: target.value })}
          />
        ))}
      </div>
      <p className={adviceStyles.result} aria-live="polite">
        {advice?.kind === 'size' && `Your size is ${advice.size}.`}
        {advice?.kind === 'size' && !isMade && ' This piece is not made in it.'}
        {advice?.kind === 'too-large' &&
          `Our largest size, ${advice.size}, may be too small. An adviser can tell you more.`}
        {advice?.kind === 'too-small' &&
          `Our smallest size, ${advice.size}, may be too large. An adviser can tell you more.`}
        {!advice && 'Between two sizes we propose the larger one.'}
      </p>
      {sizeAndFit && <p className={adviceStyles.fit}>{sizeAndFit}</p>}
      {advice?.kind === 'size' && isMade && (
        <Button isWide disabled={!isPossible(advice.size)} onClick={() => onChoose(advice.size)}>
          {isPossible(advice.size) ? `Choose ${advice.size}` : `${advice.size} is sold out`}
        </Button>
      )}
    </section>
  )
}

/** The table of a size guide: the first column names the sizes. */
interface SizeTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A measurement of the body by which a table distinguishes sizes; in centimetres. */
export interface Measure {
  /** Its column. */
  column: number
  /** For example `Foot`. */
  name: string
}

type Advice =
  | { kind: 'size'; size: string }
  /** Beyond the largest or the smallest size, which is named. */
  | { kind: 'too-large' | 'too-small'; size: string }

/** The measurements of a table: its columns in centimetres, `Foot (cm)` or `Waist (cm · in)`. */
export function measuresOf({ columns }: SizeTable): Measure[] {
  return columns.flatMap((heading, column) => {
    const [, name] = /^(.+?)\s*\(cm\b/.exec(heading) ?? []
    return name && column > 0 ? [{ column, name }] : []
  })
}

/** The least and the most centimetres in a cell: `57–58`, or `80 · 31.5` with inches behind the dot. */
function boundsOf(cell: string | undefined): { least: number; most: number } | null {
  const written = cell?.split('·')[0]?.match(/\d+([.,]\d+)?/g) ?? []
  const numbers = written.map((number) => Number(number.replace(',', '.')))
  return numbers.length > 0 ? { least: Math.min(...numbers), most: Math.max(...numbers) } : null
}

/**
 * The size for measurements in centimetres by column: the smallest that is large enough in all of
 * them. Null if the table lacks the columns.
 */
export function adviseSize(
  { rows }: SizeTable,
  measured: ReadonlyMap<number, number>,
): Advice | null {
  const sizes = rows.flatMap(([size, ...cells]) => {
    const bounds = [...measured.keys()].map((column) => boundsOf(cells[column - 1]))
    return size && bounds.every((bound) => bound !== null) ? [{ size, bounds }] : []
  })
  const [smallest, second] = sizes
  const largest = sizes.at(-1)
  if (!smallest || !largest || measured.size === 0) return null
  const values = [...measured.values()]
  const found = sizes.find(({ bounds }) =>
    values.every((value, at) => value <= (bounds[at]?.most ?? 0)),
  )
  if (!found) return { kind: 'too-large', size: largest.size }
  // Every measurement is more than a whole size below the smallest size.
  const isTooSmall = values.every((value, at) => {
    const { least = 0, most = 0 } = smallest.bounds[at] ?? {}
    return value < least - ((second?.bounds[at]?.most ?? most) - most)
  })
  return isTooSmall
    ? { kind: 'too-small', size: smallest.size }
    : { kind: 'size', size: found.size }
}

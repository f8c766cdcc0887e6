import type { EndpointOutput } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/choice'
import { Drawer } from '@solvane/ui/drawer'
import { Skeleton } from '@solvane/ui/skeleton'
import { SwatchDot } from '@solvane/ui/swatch'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { Link } from '../../lib/link.tsx'
import styles from './filter-panel.module.css'
import { facetInput, type ListFilter, type ListingQuery, withoutFilters } from './listing-query.ts'

type Facets = EndpointOutput<'listFacets'>['data']

interface FilterPanelProps {
  isOpen: boolean
  category: EndpointOutput<'getCategory'>['data']
  query: ListingQuery
  onApply: (query: ListingQuery) => void
  onClose: () => void
}

/** The filters of a listing, each value with its number of products. */
export function FilterPanel({ isOpen, category, query, onApply, onClose }: FilterPanelProps) {
  const api = useApi()
  const [draft, setDraft] = useState(query)
  const facets = useQuery({
    queryKey: ['facets', category.identifier, draft],
    queryFn: ({ signal }) =>
      api.call('listFacets', facetInput(category.identifier, draft), { signal }),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  const found = facets.data?.data
  return (
    <Drawer
      title="Filter"
      isOpen={isOpen}
      onClose={onClose}
      onClosed={() => setDraft(query)}
      footer={
        <div className={styles.footer}>
          <Button kind="secondary" onClick={() => setDraft(withoutFilters(draft))}>
            Clear all
          </Button>
          <Button onClick={() => onApply(draft)}>
            {found && !facets.isPlaceholderData
              ? `Show ${found.total} ${found.total === 1 ? 'piece' : 'pieces'}`
              : 'Show'}
          </Button>
        </div>
      }
    >
      {facets.isError && !found && (
        <p role="alert">
          <ErrorText
            message={messageOf(
              facets.error,
              'The filters did not load. Please try again in a moment.',
            )}
          />
        </p>
      )}
      {facets.isPending && <FacetSkeletons />}
      {found && (
        <FacetChoices
          facets={found}
          draft={draft}
          onChange={setDraft}
          parts={category.children}
          onLeave={onClose}
        />
      )}
    </Drawer>
  )
}

function FacetSkeletons() {
  return (
    <div className={styles.waiting}>
      {['long', 'half', 'long', 'short', 'half'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders keep their place
        <Skeleton key={index} width={width as 'long'} />
      ))}
    </div>
  )
}

function FacetChoices(props: {
  facets: Facets
  draft: ListingQuery
  onChange: (draft: ListingQuery) => void
  parts: FilterPanelProps['category']['children']
  onLeave: () => void
}) {
  const { facets, draft, onChange, parts, onLeave } = props
  const list = (name: ListFilter, values: Facets['sizes'], mark?: (value: string) => ReactNode) =>
    values.map((facet) => (
      <Checkbox
        key={facet.value}
        label={
          <span className={mark && styles.marked}>
            {mark?.(facet.value)}
            <span className={styles.name}>
              {facet.label}
              {'\u00a0'}
              <span className={styles.count}>{facet.count}</span>
            </span>
          </span>
        }
        checked={draft[name].includes(facet.value)}
        disabled={facet.count === 0 && !draft[name].includes(facet.value)}
        onChange={(event) =>
          onChange({
            ...draft,
            [name]: event.target.checked
              ? [...draft[name], facet.value]
              : draft[name].filter((value) => value !== facet.value),
          })
        }
      />
    ))
  const hexOf = new Map(facets.colors.map(({ value, hex }) => [value, hex]))

  return (
    <>
      {parts.length > 0 && (
        <Group title="Category">
          {parts.map((part) => (
            <Link key={part.identifier} className={styles.part} to={part.path} onClick={onLeave}>
              {part.name}
            </Link>
          ))}
        </Group>
      )}
      {facets.colors.length > 0 && (
        <Group title="Colour">
          {list('color', facets.colors, (value) => (
            <SwatchDot hex={hexOf.get(value) ?? ''} size={14} />
          ))}
        </Group>
      )}
      {facets.sizes.length > 0 && <Group title="Size">{list('sizes', facets.sizes)}</Group>}
      {facets.materials.length > 0 && (
        <Group title="Material">{list('material', facets.materials)}</Group>
      )}
      <Group title="Price">
        <PriceRange
          bounds={facets.price}
          min={draft.priceMin}
          max={draft.priceMax}
          onChange={(priceMin, priceMax) => onChange({ ...draft, priceMin, priceMax })}
        />
      </Group>
      <Group title="Availability">
        <Checkbox
          label={`In stock (${facets.inStock})`}
          checked={draft.inStock}
          onChange={(event) => onChange({ ...draft, inStock: event.target.checked })}
        />
        <Checkbox
          label={`On sale (${facets.onSale})`}
          checked={draft.onSale}
          onChange={(event) => onChange({ ...draft, onSale: event.target.checked })}
        />
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      <div className={styles.values}>{children}</div>
    </fieldset>
  )
}

/** The debounce of a typed amount, in milliseconds. */
const rest = 300

interface PriceRangeProps {
  /** The lowest and the highest price of the results, in dollars. */
  bounds: { min: number; max: number }
  min: number | null
  max: number | null
  onChange: (min: number | null, max: number | null) => void
}

function amountOf(text: string): number | null {
  const amount = Number(text)
  return text.trim() !== '' && Number.isFinite(amount) && amount >= 0 ? amount : null
}

/** The price bounds: applied after the debounce, and swapped if necessary once a field is left. */
function PriceRange({ bounds, min, max, onChange }: PriceRangeProps) {
  function settle(from: number | null, to: number | null) {
    const isTurned = from !== null && to !== null && from > to
    const [low, high] = isTurned ? [to, from] : [from, to]
    if (low !== min || high !== max) onChange(low, high)
  }
  return (
    <div className={styles.prices}>
      <Amount
        label="From $"
        amount={min}
        usual={Math.floor(bounds.min)}
        onChange={(amount) => onChange(amount, max)}
        onLeave={(amount) => settle(amount, max)}
      />
      <Amount
        label="To $"
        amount={max}
        usual={Math.ceil(bounds.max)}
        onChange={(amount) => onChange(min, amount)}
        onLeave={(amount) => settle(min, amount)}
      />
    </div>
  )
}

function Amount(props: {
  label: string
  amount: number | null
  usual: number
  /** Called with the typed amount after the debounce. */
  onChange: (amount: number | null) => void
  onLeave: (amount: number | null) => void
}) {
  // The text being typed; otherwise the field shows the amount.
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    <label className={styles.price}>
      <span className={styles.count}>{props.label}</span>
      <input
        className={styles.amount}
        type="number"
        inputMode="numeric"
        min={0}
        value={typed ?? props.amount ?? ''}
        placeholder={String(props.usual)}
        onChange={({ target: { value } }) => {
          setTyped(value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => props.onChange(amountOf(value)), rest)
        }}
        onBlur={({ target: { value } }) => {
          setTyped(null)
          clearTimeout(timer.current)
          props.onLeave(amountOf(value))
        }}
      />
    </label>
  )
}

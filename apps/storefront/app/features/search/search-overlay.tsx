import { Button, IconButton } from '@solvane/ui/button'
import { Sheet } from '@solvane/ui/drawer'
import { EmptyState } from '@solvane/ui/empty-state'
import { CloseIcon } from '@solvane/ui/icon'
import { uniqueItems, useLoadMore } from '@solvane/ui/use-load-more.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { Queries } from '../../lib/api/query-client.tsx'
import { PopularProducts, ProductTiles } from './popular-products.tsx'
import styles from './search-overlay.module.css'
import {
  type KeptSearch,
  keepSearch,
  nextPage,
  reportOnce,
  resultsHeading,
  type SearchSlots,
} from './search-results.ts'

interface FoundProductsProps extends SearchSlots {
  /** Not empty. */
  search: string
  /** Whether the shopper pressed a button or key to search; else the text was read while typing. */
  isAsked: boolean
  /** Searches for a popular word. */
  onAsk: (words: string) => void
}

/** Milliseconds that a search without results stands before it counts: until then, typing may go on. */
const halfWord = 2000

/** The products found for `search`, as an endless list. */
export function FoundProducts(props: FoundProductsProps) {
  const { search, isAsked, findProducts, loadPopular, renderProduct, onAsk } = props
  const api = useApi()
  const found = useInfiniteQuery({
    queryKey: ['search', search],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => findProducts({ search, page: pageParam, signal }),
    getNextPageParam: (_, pages) => nextPage(pages),
  })
  const pages = found.data?.pages ?? []
  const products = uniqueItems(pages.map((page) => page.data))
  const mark = useLoadMore({
    isReady: found.hasNextPage && !found.isFetching && !found.isError,
    count: products.length,
    onLoadMore: () => found.fetchNextPage(),
  })

  const isEmpty = found.isSuccess && products.length === 0
  const report = useEffectEvent(() =>
    reportOnce(search, () => {
      // A search that is not counted does no harm.
      api.call('reportNoResults', { body: { search } }).catch(() => {})
    }),
  )
  useEffect(() => {
    if (!isEmpty) return
    const timer = setTimeout(report, isAsked ? 0 : halfWord)
    return () => clearTimeout(timer)
  }, [isEmpty, isAsked])

  if (found.isError && pages.length === 0) {
    return (
      <EmptyState
        className={styles.state}
        title="Failed to fetch products."
        text={<ErrorText message={messageOf(found.error, 'Please try again in a moment.')} />}
        isError
      >
        <Button kind="secondary" isBusy={found.isFetching} onClick={() => found.refetch()}>
          Try again
        </Button>
      </EmptyState>
    )
  }

  return (
    <>
      <h2 className={styles.heading} aria-live="polite">
        {found.isPending ? 'Searching' : resultsHeading(pages.at(-1)?.total ?? 0)}
      </h2>
      {isEmpty ? (
        <>
          <EmptyState
            className={styles.nothing}
            title={`Nothing matches “${search}”.`}
            note="No Data"
            text="Try a shorter or more general word, or one of these."
          />
          <PopularProducts loadPopular={loadPopular} renderProduct={renderProduct} onAsk={onAsk} />
        </>
      ) : (
        <ProductTiles
          products={products}
          renderProduct={renderProduct}
          isLoading={found.isPending || found.isFetchingNextPage}
        />
      )}
      {found.hasNextPage && (
        <div ref={mark} className={styles.mark}>
          {found.isFetchNextPageError && (
            <Button
              kind="secondary"
              isBusy={found.isFetching}
              onClick={() => found.fetchNextPage()}
            >
              Try again
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Milliseconds (spec section 9). */
const inputDebounce = 300
const closeDelay = 1000

interface SearchOverlayProps extends SearchSlots {
  /** The state of an earlier search to resume from. */
  start: KeptSearch | null
  isOpen: boolean
  onClose: () => void
  /** The button that opened it. */
  returnFocusTo: RefObject<HTMLElement | null>
}

/** The search over the whole screen: popular products first, results while typing. */
export function SearchOverlay(props: SearchOverlayProps) {
  const { start, isOpen, onClose, returnFocusTo, ...slots } = props
  const input = useRef<HTMLInputElement>(null)
  const content = useRef<HTMLDivElement>(null)
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title="Search"
      closeLabel="Close search"
      // After going back the results are read: a phone's keyboard would cover them.
      initialFocus={start ? content : input}
      returnFocusTo={returnFocusTo}
      releaseDelay={closeDelay}
    >
      <Search {...slots} start={start} input={input} content={content} />
    </Sheet>
  )
}

interface SearchProps extends SearchSlots, Pick<SearchOverlayProps, 'start'> {
  input: RefObject<HTMLInputElement | null>
  content: RefObject<HTMLDivElement | null>
}

function Search({ start, input, content, ...slots }: SearchProps) {
  const [text, setText] = useState(start?.text ?? '')
  const [settledText, settle] = useDebounced(text.trim(), inputDebounce)
  const [asked, setAsked] = useState('')

  // An emptied field shows the popular products at once; only typing is debounced.
  const search = text.trim() && settledText

  useEffect(() => {
    if (start) content.current?.scrollTo({ top: start.top, behavior: 'instant' })
  }, [start, content])

  function ask(words: string) {
    setText(words)
    settle(words.trim())
    setAsked(words.trim())
    input.current?.focus()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    settle(text.trim())
    setAsked(text.trim())
    // Phones then close their keyboard, which would cover the results.
    if (window.matchMedia('(hover: none)').matches) input.current?.blur()
  }

  return (
    <search className={styles.search}>
      <form className={styles.form} onSubmit={onSubmit}>
        <input
          ref={input}
          className={styles.input}
          aria-label="Search"
          placeholder="search..."
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {text && (
          <IconButton label="Clear" onClick={() => ask('')}>
            <CloseIcon size={16} />
          </IconButton>
        )}
      </form>
      <div
        ref={content}
        className={styles.content}
        tabIndex={-1}
        onClickCapture={({ currentTarget }) => keepSearch({ text, top: currentTarget.scrollTop })}
      >
        <Queries>
          {search ? (
            <FoundProducts
              key={search}
              search={search}
              isAsked={search === asked}
              {...slots}
              onAsk={ask}
            />
          ) : (
            <PopularProducts {...slots} onAsk={ask} />
          )}
        </Queries>
      </div>
    </search>
  )
}

/** `value`, once it has stood still for `delay` milliseconds; and a way to take it at once. */
function useDebounced<Value>(value: Value, delay: number): [Value, (value: Value) => void] {
  const [settled, setSettled] = useState(value)

  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])

  return [settled, setSettled]
}

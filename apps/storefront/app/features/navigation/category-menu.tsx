import type { Api } from '@solvane/client/api'
import type { CatalogPicture } from '@solvane/client/image-urls'
import type { CategoryNode } from '@solvane/contract/categories'
import { buttonClass, IconButton } from '@solvane/ui/button'
import { Drawer } from '@solvane/ui/drawer'
import { ChevronLeftIcon, ChevronRightIcon } from '@solvane/ui/icon'
import { clsx } from 'clsx'
import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { type MenuCategory, useLayoutData } from '../../lib/api/layout-data.ts'
import { loadRecommendations } from '../../lib/api/recommendations.ts'
import { Link } from '../../lib/link.tsx'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './category-menu.module.css'

const narrow = '(width <= 48rem)'

function subscribe(listener: () => void) {
  const query = window.matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the screen is at most 48rem wide. For parts that only ever render in the browser. */
export function useNarrowScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches)
}

/** Beside the tree: what is not a category. */
const otherEntries: readonly MenuCategory[] = [
  { name: 'New In', path: '/filter/all', children: [] },
  { name: 'Gifts', path: '/gifting', children: [] },
  { name: 'Best Sellers', path: '/#best-sellers', children: [] },
  { name: 'The House', path: '/about-us', children: [] },
]

type PictureAt = [path: string, picture: CatalogPicture]

/**
 * The pictures of categories, and on wide screens of the other entries, by their paths, once `isWanted`; none
 * until they have come.
 */
function usePictures(isWanted: boolean, isNarrow: boolean): ReadonlyMap<string, CatalogPicture> {
  const api = useApi()
  const [pictures, setPictures] = useState<ReadonlyMap<string, CatalogPicture>>(new Map())
  const isLoaded = pictures.size > 0
  useEffect(() => {
    if (!isWanted || isLoaded) return
    const controller = new AbortController()
    const { signal } = controller
    Promise.all([
      api
        .call('getCategoryTree', {}, { signal })
        .then(({ data }) => data.data.flatMap(picturesUnder)),
      isNarrow ? [] : loadOtherPictures(api, signal),
    ]).then(
      (found) => setPictures(new Map(found.flat())),
      () => {
        // They are decoration.
      },
    )
    return () => controller.abort()
  }, [api, isWanted, isNarrow, isLoaded])
  return pictures
}

/** The first product of the home page's blocks, and the pictures of the information pages. */
async function loadOtherPictures(api: Api, signal: AbortSignal): Promise<PictureAt[]> {
  const ofPage = (slug: string) =>
    api.call('getPage', { params: { slug } }, { signal }).then(({ data }) => data.picture)
  const chosen = loadRecommendations(api)
  const found = await Promise.allSettled([
    chosen.then(({ homeSpecial }) => homeSpecial[0]?.coverPicture),
    ofPage('gifting'),
    chosen.then(({ homeMain }) => homeMain[0]?.coverPicture),
    ofPage('about-us'),
  ])
  return otherEntries.flatMap(({ path }, at): PictureAt[] => {
    const result = found[at]
    return result?.status === 'fulfilled' && result.value ? [[path, result.value]] : []
  })
}

function picturesUnder({ path, picture, children }: CategoryNode): PictureAt[] {
  const below = children.flatMap(picturesUnder)
  return picture ? [[path, picture], ...below] : below
}

interface CategoryMenuProps {
  categories: readonly MenuCategory[]
  contactUrl: string
  isOpen: boolean
  onClose: () => void
  /** The button that opened it. */
  returnFocusTo: RefObject<HTMLElement | null>
}

/**
 * The drawer with the tree of categories. Narrow screens show one level at a time and slide, each above a
 * picture of its category; wide ones show the levels side by side, with a picture of the entry under the
 * pointer or the focus.
 */
export function CategoryMenu(props: CategoryMenuProps) {
  const { categories, contactUrl, isOpen, onClose, returnFocusTo } = props
  const isNarrow = useNarrowScreen()
  // A wide one begins with the first category opened.
  const begin = isNarrow ? [] : categories.slice(0, 1).filter(({ children }) => children.length > 0)
  // The opened categories from the root down; null at the beginning. Those beyond `depth` are sliding out.
  const [chosen, setChosen] = useState<{ path: readonly MenuCategory[]; depth: number } | null>(
    null,
  )
  const { path, depth } = chosen ?? { path: begin, depth: begin.length }
  const [looked, setLooked] = useState<MenuCategory | null>(null)
  const track = useRef<HTMLDivElement>(null)
  const lastDepth = useRef(0)

  function open(category: MenuCategory, level: number) {
    setChosen({ path: [...path.slice(0, level), category], depth: level + 1 })
    setLooked(category)
  }

  function back() {
    setChosen({ path, depth: depth - 1 })
    setLooked(path[depth - 2] ?? null)
  }

  function reset() {
    setChosen(null)
    setLooked(null)
  }

  // The focus follows: into the panel that slid in, or back to the entry that opened it.
  useEffect(() => {
    const panel = track.current?.children[depth]
    const wentBack = depth < lastDepth.current
    lastDepth.current = depth
    if (!panel || !(wentBack || (isNarrow && depth > 0))) return
    const cameFrom = panel.querySelector<HTMLElement>('[data-opened]')
    const target = wentBack ? cameFrom : panel.querySelector<HTMLElement>('a, button')
    target?.focus({ preventScroll: true })
  }, [depth, isNarrow])

  const panels = [null, ...path]
  const pictures = usePictures(isOpen && (!isNarrow || depth > 0), isNarrow)
  const first = useLayoutData().picture
  const shown = looked ?? path[depth - 1]
  const own = shown && pictures.get(shown.path)
  const picture = own ?? first

  return (
    <Drawer
      side="left"
      title={(isNarrow && path[depth - 1]?.name) || 'All Categories'}
      isOpen={isOpen}
      onClose={onClose}
      onClosed={reset}
      returnFocusTo={returnFocusTo}
      isWide
      isBare
      lead={
        depth > begin.length && (
          <IconButton label="Back" onClick={back}>
            <ChevronLeftIcon size={16} />
          </IconButton>
        )
      }
      footer={
        <a
          className={buttonClass('link')}
          href={contactUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          Contact US
        </a>
      }
    >
      <nav className={styles.menu} aria-label="All Categories">
        <div ref={track} className={styles.track} style={{ '--depth': depth } as CSSProperties}>
          {panels.map((parent, level) => (
            <CategoryPanel
              key={parent?.path ?? 'root'}
              parent={parent}
              picture={isNarrow ? ((parent && pictures.get(parent.path)) ?? first) : null}
              entries={parent ? parent.children : categories}
              opened={path[level]}
              isExpanded={level < depth}
              isHidden={isNarrow ? level !== depth : level > depth}
              onOpen={(category) => open(category, level)}
              onLook={setLooked}
              onLeave={onClose}
            />
          ))}
        </div>
        {picture && !isNarrow && (
          <div className={styles.picture} aria-hidden="true">
            <ShopPicture
              key={picture.src}
              className={styles.scene}
              picture={picture}
              alt=""
              sizes="48rem"
              fit="cover"
            />
            {own && shown.name}
          </div>
        )}
      </nav>
    </Drawer>
  )
}

interface CategoryPanelProps {
  /** The category whose children these are; null at the root. */
  parent: MenuCategory | null
  /** Fills what the entries leave free. */
  picture: CatalogPicture | null
  entries: readonly MenuCategory[]
  /** The entry whose panel follows, or followed a moment ago. */
  opened: MenuCategory | undefined
  /** That panel is visible. */
  isExpanded: boolean
  isHidden: boolean
  onOpen: (category: MenuCategory) => void
  /** The pointer or the focus is on it. */
  onLook: (category: MenuCategory) => void
  /** A link was followed. */
  onLeave: () => void
}

/** One level of the menu: a category with children opens them, one without is a link. */
function CategoryPanel(props: CategoryPanelProps) {
  const { parent, picture, entries, opened, isExpanded, isHidden, onOpen, onLook, onLeave } = props
  return (
    <ul className={styles.panel} inert={isHidden} aria-label={parent?.name ?? 'All Categories'}>
      {parent && (
        <li>
          <Link className={clsx(styles.entry, styles.whole)} to={parent.path} onClick={onLeave}>
            All {parent.name}
          </Link>
        </li>
      )}
      {entries.map((category) => {
        const look = { onPointerEnter: () => onLook(category), onFocus: () => onLook(category) }
        const isOpened = opened?.path === category.path
        return (
          <li key={category.path}>
            {category.children.length === 0 ? (
              <Link
                className={clsx(styles.entry, styles.whole)}
                to={category.path}
                onClick={onLeave}
                {...look}
              >
                {category.name}
              </Link>
            ) : (
              <button
                type="button"
                className={styles.entry}
                aria-expanded={isOpened && isExpanded}
                data-opened={isOpened || undefined}
                onClick={() => onOpen(category)}
                {...look}
              >
                {category.name}
                <ChevronRightIcon size={14} />
              </button>
            )}
          </li>
        )
      })}
      {!parent &&
        otherEntries.map((entry) => (
          <li key={entry.path} className={styles.other}>
            <Link
              className={clsx(styles.entry, styles.whole)}
              to={entry.path}
              onClick={onLeave}
              onPointerEnter={() => onLook(entry)}
              onFocus={() => onLook(entry)}
            >
              {entry.name}
            </Link>
          </li>
        ))}
      {picture && (
        <li className={styles.below} aria-hidden="true">
          <ShopPicture key={picture.src} picture={picture} alt="" sizes="100vw" fit="cover" />
        </li>
      )}
    </ul>
  )
}

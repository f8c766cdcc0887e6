import type { Result } from 'lighthouse'
import { type Aim, aim } from '../../bench/aims.ts'
import { median } from '../../bench/load.ts'
import { type Table, whole } from '../../bench/tables.ts'
import type { PageToMeasure } from './pages.ts'

/**
 * A page as Lighthouse saw it on a device; the middle of several visits. Scores of 100, times in
 * milliseconds; NaN for what cannot be measured there.
 */
export interface MeasuredPage {
  title: string
  path: string
  device: 'phone' | 'desk'
  /** Behind sign-in. */
  isPrivate?: boolean
  scores: Record<Category, number>
  firstContentfulPaint: number
  largestContentfulPaint: number
  cumulativeLayoutShift: number
  totalBlockingTime: number
  /**
   * The longest task that a file of the page caused; 0 if none took more than 50 ms. What no file caused is the
   * browser's own, such as opening the page.
   */
  longestTask: number
  /** Bytes over the wire of everything, headers included. */
  bytes: number
  /**
   * Bytes of each script as it was sent, compressed, also of those that come after the page answers. What it needs before
   * is limited by the shop's test of page weights.
   */
  scripts: Record<string, number>
  /** The audits that cost points, and the elements and files they name. */
  findings: string[]
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]

/** Search engines do not come behind sign-in. */
const publicScores = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 }
const privateScores = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 0 }
const mostNamed = 5
/** Milliseconds. */
const longestTask = 50

interface Request {
  url?: string
  resourceType?: string
  transferSize?: number
}

interface LongTask {
  /** `Unattributable` where no file caused it. */
  url?: string
  duration?: number
}

/** Takes the middle value of every measure over several visits of one page. */
export function toMeasuredPage(
  {
    title,
    path,
    device,
    isPrivate,
    scripts,
  }: Omit<PageToMeasure, 'prepare'> & Pick<MeasuredPage, 'device' | 'scripts'>,
  visits: Result[],
): MeasuredPage {
  const of = (value: (visit: Result) => number) => median(visits.map(value))
  const metric = (id: string) => of(({ audits }) => audits[id]?.numericValue ?? Number.NaN)
  const scoreOf = (visit: Result, id: Category) => {
    // What is judged as it stands was not seen loading.
    const isSeen = id !== 'performance' || visit.gatherMode !== 'snapshot'
    return Math.round(((isSeen ? visit.categories[id]?.score : null) ?? Number.NaN) * 100)
  }
  const middle = visits.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))[
    Math.floor(visits.length / 2)
  ]
  return {
    title,
    path,
    device,
    ...(isPrivate && { isPrivate }),
    scores: Object.fromEntries(
      categories.map((id) => [id, of((visit) => scoreOf(visit, id))]),
    ) as Record<Category, number>,
    firstContentfulPaint: metric('first-contentful-paint'),
    largestContentfulPaint: metric('largest-contentful-paint'),
    cumulativeLayoutShift: metric('cumulative-layout-shift'),
    totalBlockingTime: metric('total-blocking-time'),
    longestTask: of(longestTaskOf),
    bytes: of((visit) =>
      requestsOf(visit).reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    ),
    scripts,
    findings: middle ? findingsOf(middle) : [],
  }
}

/** Every aim on every page. */
export function judgePages(measured: MeasuredPage[]): Aim[] {
  return measured.flatMap((page) => {
    const shift = page.cumulativeLayoutShift
    const least = page.isPrivate ? privateScores : publicScores
    const named = (what: string) => `${page.title}, ${page.device}, ${what}`
    return [
      ...categories
        .filter((id) => least[id] > 0 && !Number.isNaN(page.scores[id]))
        .map((id) =>
          aim(named(id), `≥ ${least[id]}`, String(page.scores[id]), page.scores[id] / least[id]),
        ),
      ...(Number.isNaN(shift)
        ? []
        : [aim(named('layout shift'), '0', shift.toFixed(3), shift === 0 ? 1 : 0)]),
      ...(page.device === 'desk' || Number.isNaN(page.longestTask)
        ? []
        : [
            aim(
              named('longest task'),
              `≤ ${longestTask} ms`,
              page.longestTask === 0 ? `< ${longestTask} ms` : `${whole(page.longestTask)} ms`,
              page.longestTask === 0 ? 1 : longestTask / page.longestTask,
            ),
          ]),
    ]
  })
}

/** What each device meets on each page; a dash for what a page that is judged as it stands does not show. */
export function pageTable(pages: MeasuredPage[]): Table {
  return [
    [
      'Page',
      'Device',
      'Performance',
      'Accessibility',
      'Best practices',
      'SEO',
      'FCP ms',
      'LCP ms',
      'CLS',
      'TBT ms',
      'Longest task ms',
      'JavaScript kB',
      'All kB',
    ],
    ...pages.map((page) => {
      const scripts = Object.values(page.scripts).reduce((sum, bytes) => sum + bytes, 0)
      return [
        page.title,
        page.device,
        ...Object.values(page.scores).map((score) => seen(score, whole)),
        seen(page.firstContentfulPaint, whole),
        seen(page.largestContentfulPaint, whole),
        seen(page.cumulativeLayoutShift, (shift) => shift.toFixed(3)),
        seen(page.totalBlockingTime, whole),
        seen(page.longestTask, (task) => (task === 0 ? `< ${longestTask}` : whole(task))),
        page.bytes > 0 ? (scripts / 1_000).toFixed(1) : '–',
        page.bytes > 0 ? (page.bytes / 1_000).toFixed(1) : '–',
      ]
    }),
  ]
}

function seen(value: number, written: (value: number) => string): string {
  return Number.isNaN(value) ? '–' : written(value)
}

/** The paths of the scripts that a visit has loaded. */
export function scriptsOf(visit: Result): string[] {
  return requestsOf(visit).flatMap(({ resourceType, url = '' }) =>
    resourceType === 'Script' ? [new URL(url).pathname] : [],
  )
}

function requestsOf(visit: Result): Request[] {
  const details = visit.audits['network-requests']?.details
  return details?.type === 'table' ? (details.items as Request[]) : []
}

function longestTaskOf(visit: Result): number {
  if (visit.gatherMode === 'snapshot') return Number.NaN
  const details = visit.audits['long-tasks']?.details
  const tasks = details?.type === 'table' ? (details.items as LongTask[]) : []
  return Math.max(
    0,
    ...tasks.map(({ url = '', duration = 0 }) => (URL.canParse(url) ? duration : 0)),
  )
}

/** The audits below full marks that count in a score, with what they say and the elements and files they name. */
function findingsOf(visit: Result): string[] {
  return categories.flatMap((id) =>
    (visit.categories[id]?.auditRefs ?? []).flatMap(({ id: auditId, weight }) => {
      const audit = visit.audits[auditId]
      if (!audit || audit.score === null || audit.score >= 0.995) return []
      // Insights carry no weight but say why a metric is as it is.
      if (weight === 0 && !auditId.endsWith('-insight')) return []
      const named = [...new Set(namedIn(audit.details))].slice(0, mostNamed)
      const said = [audit.displayValue, ...named].filter(Boolean).join('; ')
      return [`${id}: ${auditId} (${Math.round(audit.score * 100)}) ${said}`.trim()]
    }),
  )
}

/** The elements (as HTML) and the files that an audit names anywhere in its details. */
function namedIn(details: unknown): string[] {
  if (typeof details !== 'object' || details === null) return []
  if ('snippet' in details && typeof details.snippet === 'string') return [details.snippet]
  if ('url' in details && typeof details.url === 'string' && URL.canParse(details.url)) {
    return [new URL(details.url).pathname]
  }
  return Object.values(details).flatMap(namedIn)
}

import type { Result } from 'lighthouse'
import type { Aim } from '../../bench/aims.ts'
import { median } from '../../bench/load.ts'
import { type Table, whole } from '../../bench/tables.ts'

/** A page as Lighthouse saw it; the middle of several visits. Scores of 100, times in milliseconds. */
export interface MeasuredPage {
  title: string
  path: string
  scores: Record<Category, number>
  firstContentfulPaint: number
  largestContentfulPaint: number
  cumulativeLayoutShift: number
  totalBlockingTime: number
  /** Bytes over the wire of everything, headers included. */
  bytes: number
  /** Bytes of each script as it was sent, compressed. */
  scripts: Record<string, number>
  /** The audits that cost points, and the elements and files they name. */
  findings: string[]
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]

const leastScore: Record<Category, number> = {
  performance: 98,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}
const mostScriptKilobytes = 120
const mostNamed = 5

interface Request {
  url?: string
  resourceType?: string
  transferSize?: number
}

/** Takes the middle value of every measure over several visits of one page. */
export function toMeasuredPage(
  { title, path, scripts }: Pick<MeasuredPage, 'title' | 'path' | 'scripts'>,
  visits: Result[],
): MeasuredPage {
  const of = (value: (visit: Result) => number) => median(visits.map(value))
  const metric = (id: string) => of(({ audits }) => audits[id]?.numericValue ?? Number.NaN)
  const scoreOf = (visit: Result, id: Category) =>
    Math.round((visit.categories[id]?.score ?? 0) * 100)
  const middle = visits.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))[
    Math.floor(visits.length / 2)
  ]
  return {
    title,
    path,
    scores: Object.fromEntries(
      categories.map((id) => [id, of((visit) => scoreOf(visit, id))]),
    ) as Record<Category, number>,
    firstContentfulPaint: metric('first-contentful-paint'),
    largestContentfulPaint: metric('largest-contentful-paint'),
    cumulativeLayoutShift: metric('cumulative-layout-shift'),
    totalBlockingTime: metric('total-blocking-time'),
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
    const kilobytes = scriptKilobytes(page)
    const shift = page.cumulativeLayoutShift
    return [
      ...categories.map((id) => ({
        title: `${page.title}, ${id}`,
        aim: `≥ ${leastScore[id]}`,
        reached: String(page.scores[id]),
        ratio: page.scores[id] / leastScore[id],
        passed: page.scores[id] >= leastScore[id],
      })),
      {
        title: `${page.title}, JavaScript`,
        aim: `≤ ${mostScriptKilobytes} kB`,
        reached: `${kilobytes.toFixed(1)} kB`,
        ratio: mostScriptKilobytes / kilobytes,
        passed: kilobytes <= mostScriptKilobytes,
      },
      {
        title: `${page.title}, layout shift`,
        aim: '0',
        reached: shift.toFixed(3),
        ratio: shift === 0 ? 1 : 0,
        passed: shift === 0,
      },
    ]
  })
}

/** What a phone meets on each page. */
export function pageTable(pages: MeasuredPage[]): Table {
  return [
    [
      'Page',
      'Performance',
      'Accessibility',
      'Best practices',
      'SEO',
      'FCP ms',
      'LCP ms',
      'CLS',
      'TBT ms',
      'JavaScript kB',
      'All kB',
    ],
    ...pages.map((page) => [
      page.title,
      ...Object.values(page.scores).map(whole),
      whole(page.firstContentfulPaint),
      whole(page.largestContentfulPaint),
      page.cumulativeLayoutShift.toFixed(3),
      whole(page.totalBlockingTime),
      scriptKilobytes(page).toFixed(1),
      (page.bytes / 1_000).toFixed(1),
    ]),
  ]
}

/** Kilobytes of JavaScript that a page needs before it answers to the visitor. */
function scriptKilobytes({ scripts }: MeasuredPage): number {
  return Object.values(scripts).reduce((sum, bytes) => sum + bytes, 0) / 1_000
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

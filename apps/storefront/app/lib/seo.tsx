import { type CatalogPicture, pictureUrlAt } from '@solvane/client/image-urls'
import { scriptJson } from '../page-state.ts'
import { useLayoutData } from './api/layout-data.ts'

interface PageHeadProps {
  /** Without the house's name, which is added. */
  title: string
  /** Shown as far as search engines do. */
  description: string
  /** The one address of this page: path and, for a later page of a list, its query. */
  path: string
  picture?: CatalogPicture | null
  /** What the page is, for those who show a link to it. */
  type?: 'website' | 'product' | 'article'
  /** True for pages that must not be found by search: filtered lists, say. */
  isHidden?: boolean
}

const shopName = 'Solvane'

/** Shown with links to pages that have no picture of their own. */
const defaultPicture = '/open-graph.jpg'

/** What the page says of itself: title, description, canonical address, Open Graph. */
export function PageHead(props: PageHeadProps) {
  const { settings } = useLayoutData()
  const description = snippetOf(props.description)
  const address = new URL(props.path, settings.publicUrl).href
  // A drawing is no picture to those who show links.
  const own = props.picture?.src.endsWith('.svg') ? null : props.picture
  const picture = own ? pictureUrlAt(own, 1200, settings.assetsBaseUrl) : defaultPicture
  return (
    <>
      <title>{`${props.title} · ${shopName}`}</title>
      <meta name="description" content={description} />
      {props.isHidden ? (
        <meta name="robots" content="noindex, follow" />
      ) : (
        <link rel="canonical" href={address} />
      )}
      <meta property="og:site_name" content={shopName} />
      <meta property="og:type" content={props.type ?? 'website'} />
      <meta property="og:title" content={props.title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={new URL(picture, settings.publicUrl).href} />
      <meta property="og:image:alt" content={own?.alt ?? shopName} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** What a page holds, for machines, in the vocabulary of schema.org. */
export function StructuredData({ data }: { data: Record<string, unknown> }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which every `<` is escaped
      dangerouslySetInnerHTML={{
        __html: scriptJson({ '@context': 'https://schema.org', ...data }),
      }}
    />
  )
}

/** The way to a page as schema.org's BreadcrumbList; `path` under `publicUrl`. */
export function breadcrumbList(
  crumbs: readonly { name: string; path: string }[],
  publicUrl: string,
): Record<string, unknown> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: new URL(crumb.path, publicUrl).href,
    })),
  }
}

/** Characters of a page's description that search engines show. */
const mostShown = 160

/** What is shown of `text` where a page is found: all of it, or as many whole words as fit. */
export function snippetOf(text: string): string {
  if (text.length <= mostShown) return text
  const words = text.slice(0, mostShown).replace(/\s+\S*$/, '')
  return `${words.replace(/[.,;:–]$/, '')}…`
}

import { type CatalogPicture, linkPreviewUrl } from '@solvane/client/image-urls'
import { scriptJson } from '../page-state.tsx'
import { useLayoutData } from './api/layout-data.ts'

interface PageHeadProps {
  /** Without the shop's name, which is appended. */
  title: string
  /** Shown as far as search engines do. */
  description: string
  /** The one address of this page: path and, for a later page of a list, its query. */
  path: string
  picture?: CatalogPicture | null
  /** The type of the page, for link previews. */
  type?: 'website' | 'product' | 'article'
  /** True for pages that search engines must not index, such as filtered lists. */
  isHidden?: boolean
}

const shopName = 'Solvane'

/** The link preview of pages without a picture. */
const defaultPicture = '/open-graph.jpg'

/** The head of a page: title, description, canonical address, Open Graph. */
export function PageHead(props: PageHeadProps) {
  const { settings } = useLayoutData()
  const description = snippetOf(props.description)
  const address = new URL(props.path, settings.publicUrl).href
  const own = props.picture && linkPreviewUrl(props.picture, settings.assetsBaseUrl)
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
      <meta property="og:image" content={new URL(own ?? defaultPicture, settings.publicUrl).href} />
      <meta property="og:image:alt" content={(own && props.picture?.alt) || shopName} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/**
 * The structured data of a page, in the vocabulary of schema.org. Crawlers read it in the document, so
 * `data` is made on the server alone (`import.meta.env.SSR && …`) and kept as it is in the browser; another
 * page needs another `key`.
 */
export function StructuredData({ data }: { data: Record<string, unknown> | false }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which every `<` is escaped
      dangerouslySetInnerHTML={{
        __html: data ? scriptJson({ '@context': 'https://schema.org', ...data }) : '',
      }}
    />
  )
}

/** The breadcrumbs of a page as schema.org's BreadcrumbList; `path` under `publicUrl`. */
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

/** `text` as search engines show it: all of it, or as many whole words as fit. */
export function snippetOf(text: string): string {
  if (text.length <= mostShown) return text
  const words = text.slice(0, mostShown).replace(/\s+\S*$/, '')
  return `${words.replace(/[.,;:–]$/, '')}…`
}

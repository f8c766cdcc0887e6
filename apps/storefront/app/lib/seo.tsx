import { type CatalogPicture, pictureUrlAt } from './image-urls.ts'
import { useLayoutData } from './layout-data.ts'
import { scriptJson } from './script-json.ts'

interface PageHeadProps {
  /** Without the house's name, which is added. Null where the house's name is the title. */
  title: string | null
  description: string
  /** The one address of this page: path and, for a later page of a list, its query. */
  path: string
  picture?: CatalogPicture | null
  /** What the page is, for those who show a link to it. */
  type?: 'website' | 'product' | 'article'
  /** True for pages that must not be found by search: filtered lists, say. */
  isHidden?: boolean
}

const house = 'Solvane'

/** What the page says of itself: title, description, canonical address, Open Graph. */
export function PageHead(props: PageHeadProps) {
  const { settings } = useLayoutData()
  const title = props.title ? `${props.title} · ${house}` : house
  const address = new URL(props.path, settings.publicUrl).href
  const picture =
    props.picture &&
    new URL(pictureUrlAt(props.picture, 1200, settings.assetsBaseUrl), settings.publicUrl).href
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={props.description} />
      {props.isHidden ? (
        <meta name="robots" content="noindex, follow" />
      ) : (
        <link rel="canonical" href={address} />
      )}
      <meta property="og:site_name" content={house} />
      <meta property="og:type" content={props.type ?? 'website'} />
      <meta property="og:title" content={props.title ?? house} />
      <meta property="og:description" content={props.description} />
      <meta property="og:url" content={address} />
      {picture && <meta property="og:image" content={picture} />}
      {picture && <meta property="og:image:alt" content={props.picture?.alt} />}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
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

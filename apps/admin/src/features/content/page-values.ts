import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import type { CatalogPicture } from '@solvane/client/image-urls'
import { api } from '../../data/api.ts'
import { type Keyed, keyed } from '../../parts/ordered-list.tsx'
import type { DocumentSource } from './use-document.ts'

/** Paragraphs as text, with an empty line between them. */
export function joinParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.join('\n\n')
}

/** The paragraphs of a text; empty ones are omitted. */
export function splitParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}

/** The lines of a text; empty ones are omitted. */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** A slug from a heading: `Women’s shoes` becomes `women-s-shoes`. */
export function anchorOf(heading: string): string {
  return heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
}

type Page = EndpointOutput<'getPageDraft'>['data']['document']
type Draft = EndpointInput<'savePage'>['body']['document']

/** The cells of a table. */
export interface TableValues {
  columns: string[]
  rows: Keyed<{ cells: string[] }>[]
}

export type Section = Keyed<{
  id: string
  heading: string
  body: string
  table: TableValues | null
  /** The id of a new section follows its heading. */
  isNew: boolean
}>

export interface PageValues {
  title: string
  description: string
  picture: CatalogPicture | null
  sections: Section[]
}

export const newSection = (): Section =>
  keyed({ id: '', heading: '', body: '', table: null, isNew: true })

/** The information page under `slug`. */
export function pageSource(slug: string): DocumentSource<Page, Draft, PageValues> {
  const params = { slug }
  return {
    name: `page:${slug}`,
    load: () => api.call('getPageDraft', { params }),
    save: (body) => api.call('savePage', { params, body }),
    toValues: ({ title, description, picture, sections }) => ({
      title,
      description,
      picture,
      sections: sections.map(({ id, heading, body, table }) =>
        keyed({
          id,
          heading,
          isNew: false,
          body: joinParagraphs(body),
          table: table && {
            columns: table.columns,
            rows: table.rows.map((cells) => keyed({ cells })),
          },
        }),
      ),
    }),
    toDraft: ({ title, description, picture, sections }) => ({
      title,
      description,
      picture: picture && { src: picture.src, alt: picture.alt },
      sections: sections.map(({ id, heading, body, table }) => ({
        id,
        heading,
        body: splitParagraphs(body),
        table: table && { columns: table.columns, rows: table.rows.map(({ cells }) => cells) },
      })),
    }),
  }
}

import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import { TextAreaField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { keyed } from '../../parts/ordered-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './content.module.css'
import { DocumentPage } from './document-page.tsx'
import { splitLines } from './page-values.ts'
import { type FeaturedProduct, ProductChooser } from './product-chooser.tsx'
import type { DocumentSource } from './use-document.ts'

type Recommendations = EndpointOutput<'getRecommendationsDraft'>['data']['document']
type Draft = EndpointInput<'saveRecommendations'>['body']['document']

interface Values {
  homeMain: FeaturedProduct[]
  homeSpecial: FeaturedProduct[]
  hotSearches: FeaturedProduct[]
  /** One per line. */
  hotKeywords: string
}

const identifiers = (products: FeaturedProduct[]) => products.map(({ identifier }) => identifier)

const source: DocumentSource<Recommendations, Draft, Values> = {
  name: 'recommendations',
  load: () => api.call('getRecommendationsDraft', {}),
  save: (body) => api.call('saveRecommendations', { body }),
  toValues: ({ homeMain, homeSpecial, hotSearches, hotKeywords }) => ({
    homeMain: homeMain.map(keyed),
    homeSpecial: homeSpecial.map(keyed),
    hotSearches: hotSearches.map(keyed),
    hotKeywords: hotKeywords.join('\n'),
  }),
  toDraft: ({ homeMain, homeSpecial, hotSearches, hotKeywords }) => ({
    homeMain: identifiers(homeMain),
    homeSpecial: identifiers(homeSpecial),
    hotSearches: identifiers(hotSearches),
    hotKeywords: splitLines(hotKeywords),
  }),
}

const blocks = [
  { name: 'homeMain', title: 'Home page, first block' },
  { name: 'homeSpecial', title: 'Home page, second block' },
  { name: 'hotSearches', title: 'Empty search' },
] as const

/** /featured-products: the products of the home page and of the empty search, and popular searches. */
export function FeaturedProductsPage() {
  return (
    <DocumentPage title="Featured products" source={source} shownAt="/">
      {({ values, update, errorWithin }) => (
        <>
          <div className={styles.thirds}>
            {blocks.map(({ name, title }) => (
              <Panel key={name} title={title}>
                <ProductChooser
                  label={title}
                  products={values[name]}
                  onChange={(products) => update({ [name]: products })}
                  error={errorWithin(name)}
                />
              </Panel>
            ))}
          </div>
          <Panel title="Popular searches">
            <TextAreaField
              label="Search terms that the empty search suggests, one per line"
              required
              rows={8}
              value={values.hotKeywords}
              onChange={({ target }) => update({ hotKeywords: target.value })}
              error={errorWithin('hotKeywords')}
            />
          </Panel>
        </>
      )}
    </DocumentPage>
  )
}

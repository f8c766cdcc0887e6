import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { keyed } from '../../parts/ordered-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './content.module.css'
import { DocumentPage } from './document-page.tsx'
import { type FeaturedProduct, ProductChooser } from './product-chooser.tsx'
import type { DocumentSource } from './use-document.ts'

type Selection = EndpointOutput<'getSelection'>['data']['document']
type Draft = EndpointInput<'saveSelection'>['body']['document']

interface Values {
  products: FeaturedProduct[]
}

/** The contract's limit, without importing its schemas. */
const largestSelection = 200

function sourceOf(id: string): DocumentSource<Selection, Draft, Values> {
  return {
    name: `selection ${id}`,
    load: () => api.call('getSelection', { params: { id } }),
    save: (body) => api.call('saveSelection', { params: { id }, body }),
    toValues: ({ products }) => ({ products: products.map(keyed) }),
    toDraft: ({ products }) => ({ productIds: products.map((product) => product.id) }),
  }
}

/** /categories/:id/selection: the products that come first in the list of a category. */
export function SelectionPage() {
  const { id = '' } = useParams()
  const source = useMemo(() => sourceOf(id), [id])
  const { data: tree } = useQuery({
    queryKey: ['categories', 'staff'],
    queryFn: () => api.call('listCategories', {}),
  })
  const category = tree?.data.find((one) => one.id === id)
  const list = category?.parentId === null ? 'All products' : (category?.name ?? 'Category')
  return (
    <DocumentPage
      key={id}
      title={`Our selection: ${list}`}
      source={source}
      shownAt={category?.path}
      head={<BackLink to="/categories">All categories</BackLink>}
    >
      {({ values, update, errorWithin }) => (
        <Panel title="Shown first">
          <p className={styles.hint}>
            Drag the products into order, or move them with their buttons. The list begins with them
            wherever shoppers have chosen no other order; the others follow, newest first.
          </p>
          <ProductChooser
            label={list}
            products={values.products}
            onChange={(products) => update({ products })}
            error={errorWithin('productIds')}
            none="No products placed: the list shows the newest first."
            most={largestSelection}
            category={category?.parentId === null ? undefined : category?.identifier}
          />
        </Panel>
      )}
    </DocumentPage>
  )
}

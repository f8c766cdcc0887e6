import type { EndpointOutput } from '@solvane/client/api'
import { useLoaderData } from 'react-router'
import { ProductGrid } from '../features/catalog/product-grid.tsx'
import { BannerCarousel } from '../features/content/banner-carousel.tsx'
import { CategoryTiles, ServiceTiles } from '../features/content/tiles.tsx'
import { cardHeart } from '../features/favorites/favorite-button.tsx'
import { RecommendationBlock } from '../features/recommendations/recommendations.tsx'
import { useLayoutData } from '../lib/api/layout-data.ts'
import { PageHead, StructuredData } from '../lib/seo.tsx'
import type { HomeData } from '../routes.ts'

const description =
  'Handbags, shoes and small leather goods, cut and stitched in small series. The summer collection of Solvane is made for light and travel.'

/** / */
export function Component() {
  const { content, homeMain, homeSpecial } = useLoaderData<HomeData>()
  const { publicUrl } = useLayoutData().settings
  return (
    <>
      <PageHead
        title="Handbags, shoes and leather goods"
        description={description}
        path="/"
        picture={content.banner[0]?.picture}
      />
      <StructuredData
        data={
          import.meta.env.SSR && {
            '@graph': [
              {
                '@type': 'Organization',
                '@id': `${publicUrl}/#house`,
                name: 'Solvane',
                url: publicUrl,
                logo: new URL('/favicon.svg', publicUrl).href,
              },
              {
                '@type': 'WebSite',
                name: 'Solvane',
                url: publicUrl,
                publisher: { '@id': `${publicUrl}/#house` },
              },
            ],
          }
        }
      />
      <BannerCarousel slides={content.banner} />
      <CategoryTiles title={content.categoriesTitle} tiles={content.categoryTiles} />
      <ServiceTiles
        title={content.servicesTitle}
        caption={content.servicesCaption}
        tiles={content.serviceTiles}
      />
      <Recommended id="best-sellers" title={content.trendingTitle} products={homeMain} />
      <Recommended title={content.newInTitle} products={homeSpecial} />
    </>
  )
}

/** A block of chosen products; nothing until some are chosen and for sale. */
function Recommended(props: {
  id?: string
  title: string
  products: EndpointOutput<'getRecommendations'>['data']['homeMain']
}) {
  if (props.products.length === 0) return null
  return (
    <RecommendationBlock id={props.id} title={props.title}>
      <ProductGrid products={props.products} corner={cardHeart} />
    </RecommendationBlock>
  )
}

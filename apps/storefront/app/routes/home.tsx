import type { EndpointOutput } from '@solvane/client/api'
import { buttonClass } from '@solvane/ui/button'
import { useLoaderData } from 'react-router'
import { Story } from '../components/story.tsx'
import { ProductGrid } from '../features/catalog/product-grid.tsx'
import { BannerCarousel } from '../features/content/banner-carousel.tsx'
import { cardHeart } from '../features/favorites/favorites.tsx'
import { RecommendationBlock } from '../features/recommendations/recommendations.tsx'
import { useLayoutData } from '../lib/api/layout-data.ts'
import { Link } from '../lib/link.tsx'
import { PageHead, StructuredData } from '../lib/seo.tsx'
import { ShopPicture } from '../lib/shop-picture.tsx'
import type { HomeData } from '../routes.ts'
import styles from './home.module.css'

const description =
  'Handbags, shoes and small leather goods, cut and stitched in small series. The summer collection of Solvane is made for light and travel.'

/** / */
export function Component() {
  const { content, homeMain, homeSpecial } = useLoaderData<HomeData>()
  const { publicUrl } = useLayoutData().settings
  const [first, second] = content.stories ?? []
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
      {first && <Story story={first} className={styles.story} />}
      <ServiceTiles
        title={content.servicesTitle}
        caption={content.servicesCaption}
        tiles={content.serviceTiles}
      />
      <Recommended id="best-sellers" title={content.trendingTitle} products={homeMain} />
      {second && <Story story={second} className={styles.story} isMirrored />}
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

type ServiceTile = EndpointOutput<'getHomeContent'>['data']['serviceTiles'][number]

/** The shop's services: pictures with a text and a link each. Nothing without tiles. */
function ServiceTiles(props: { title: string; caption: string; tiles: readonly ServiceTile[] }) {
  if (props.tiles.length === 0) return null
  return (
    <section className={styles.section}>
      <div className={styles.heading}>
        <h2 className={styles.title}>{props.title}</h2>
        <p className={styles.caption}>{props.caption}</p>
      </div>
      <ul className={styles.services}>
        {props.tiles.map((tile) => (
          <li className={styles.service} key={tile.id}>
            <ShopPicture
              className={styles.servicePicture}
              picture={tile.picture}
              sizes="(width >= 1280px) calc(33.4vw - 43px), (width >= 768px) calc(33.4vw - 32px), calc(100vw - 32px)"
              fit="cover"
            />
            <h3 className={styles.serviceName}>
              {tile.link ? <ServiceLink link={tile.link}>{tile.name}</ServiceLink> : tile.name}
            </h3>
            {tile.text && <p className={styles.caption}>{tile.text}</p>}
            <div className={styles.buttons}>
              {tile.buttons?.map((button) => (
                <ServiceLink
                  key={button.name}
                  link={button.link}
                  className={buttonClass('secondary')}
                >
                  {button.name}
                </ServiceLink>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A tile may lead into the shop or to the messaging service. */
function ServiceLink(props: { link: string; className?: string; children: string }) {
  const { link, className, children } = props
  if (link.startsWith('/')) {
    return (
      <Link to={link} className={className}>
        {children}
      </Link>
    )
  }
  return (
    <a href={link} className={className} target="_blank" rel="noopener">
      {children}
    </a>
  )
}

type CategoryTile = EndpointOutput<'getHomeContent'>['data']['categoryTiles'][number]

/** Links into the collection: a grid of pictures with their names. Nothing without tiles. */
function CategoryTiles({ title, tiles }: { title: string; tiles: readonly CategoryTile[] }) {
  if (tiles.length === 0) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.categories}>
        {tiles.map((tile) => (
          <li key={tile.id}>
            <Link className={styles.category} to={tile.link} aria-label={tile.name}>
              <ShopPicture
                className={styles.categoryPicture}
                picture={tile.picture}
                sizes="(width >= 1280px) calc(25vw - 21px), (width >= 768px) calc(25vw - 13px), calc(50vw - 17px)"
                fit="cover"
              />
              <span className={styles.categoryName}>{tile.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

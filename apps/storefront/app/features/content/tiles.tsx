import type { EndpointOutput } from '@solvane/client/api'
import { buttonClass } from '@solvane/ui/button'
import { Link } from '../../lib/link.tsx'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './tiles.module.css'

type ServiceTile = EndpointOutput<'getHomeContent'>['data']['serviceTiles'][number]

/** The shop's services: pictures with a text and a link each. Nothing without tiles. */
export function ServiceTiles(props: {
  title: string
  caption: string
  tiles: readonly ServiceTile[]
}) {
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
export function CategoryTiles({ title, tiles }: { title: string; tiles: readonly CategoryTile[] }) {
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

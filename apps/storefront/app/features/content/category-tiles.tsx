import type { CallOutput } from '@solvane/client/api'
import { Link } from 'react-router'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './tiles.module.css'

type Tile = CallOutput<'getHomeContent'>['data']['categoryTiles'][number]

/** The ways into the collection: a grid of pictures with their names. Nothing without tiles. */
export function CategoryTiles({ title, tiles }: { title: string; tiles: readonly Tile[] }) {
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
                sizes="(width >= 768px) 25vw, 50vw"
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

import type { EndpointOutput } from '@solvane/client/api'
import type { ReactNode } from 'react'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './gift-screen.module.css'

/** A gift as its recipient sees it. */
export type Gift = EndpointOutput<'openGift'>['data']

interface GiftItemProps {
  item: Gift['pieces'][number]
  /** On its own below the page's title, not within a section. */
  isLarge?: boolean
  children?: ReactNode
}

/** An item of a gift, with its picture. */
export function GiftItem({ item, isLarge = false, children }: GiftItemProps) {
  const { name, picture, attributeValues, quantity } = item
  const Title = isLarge ? 'h2' : 'h3'
  return (
    <div className={isLarge ? styles.large : styles.item}>
      <ShopPicture
        picture={picture}
        alt=""
        sizes={isLarge ? '(width >= 768px) 320px, 50vw' : '72px'}
        fit="cover"
        className={styles.image}
      />
      <div className={styles.words}>
        <Title className={styles.name}>{quantity === 1 ? name : `${name} × ${quantity}`}</Title>
        <p className={styles.options}>{optionsOf(attributeValues)}</p>
        {children}
      </div>
    </div>
  )
}

/** The attributes of a variant on one line: `Ink, M`. */
export function optionsOf(attributeValues: Readonly<Record<string, string>>): string {
  return Object.values(attributeValues).join(', ')
}

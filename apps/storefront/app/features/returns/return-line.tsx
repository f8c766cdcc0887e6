import type { CatalogPicture } from '@solvane/client/image-urls'
import { formatMoney } from '@solvane/ui/price'
import type { ReactNode } from 'react'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import { optionsOf } from './return-texts.ts'
import styles from './returns.module.css'

interface ReturnLineProps {
  line: {
    name: string
    picture: CatalogPicture
    attributeValues: Readonly<Record<string, string>>
    quantity: number
    value: number
  }
  /** Under its name. */
  children?: ReactNode
}

/** A line of a return with its picture, and what was paid for it. */
export function ReturnLine({ line, children }: ReturnLineProps) {
  const { name, picture, attributeValues, quantity, value } = line
  return (
    <div className={styles.product}>
      <ShopPicture picture={picture} alt="" sizes="72px" fit="cover" className={styles.image} />
      <div>
        <h3 className={styles.name}>{quantity === 1 ? name : `${name} × ${quantity}`}</h3>
        <span className={styles.options}>{optionsOf(attributeValues)}</span>
        {children}
      </div>
      <span className={styles.amount}>{formatMoney(value)}</span>
    </div>
  )
}

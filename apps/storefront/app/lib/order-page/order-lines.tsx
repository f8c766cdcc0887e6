import type { CatalogPicture } from '@solvane/client/image-urls'
import { formatMoney, Price } from '@solvane/ui/price'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { attributeLines } from '../attribute-lines.ts'
import { productPath } from '../product-path.ts'
import { ShopPicture } from '../shop-picture.tsx'
import styles from './order-lines.module.css'

/** One piece of an order, so many of it. Prices in dollars. */
export interface OrderLine {
  variantId: string
  identifier: string
  name: string
  picture: CatalogPicture
  attributeValues: Readonly<Record<string, string>>
  unitPrice: number
  /** The price without the sale that is on. */
  originalPrice?: number | null
  quantity: number
  totalPrice: number
  /** False when it cannot be had. */
  isAvailable?: boolean
}

interface OrderLinesProps {
  lines: readonly OrderLine[]
  /** Under the words of a line: why it cannot be had, and what can be done. */
  note?: (line: OrderLine) => ReactNode
}

/** The pieces of an order, with their pictures. */
export function OrderLines({ lines, note }: OrderLinesProps) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li
          key={line.variantId}
          className={styles.line}
          data-unavailable={line.isAvailable === false || undefined}
        >
          <Line line={line} />
          {note && <div className={styles.note}>{note(line)}</div>}
        </li>
      ))}
    </ul>
  )
}

function Line({ line }: { line: OrderLine }) {
  const { name, quantity, unitPrice, originalPrice, isAvailable = true } = line
  const path = productPath(line.identifier, line.attributeValues.Color)
  return (
    <>
      <Link className={styles.picture} to={path} tabIndex={-1} aria-hidden="true">
        <ShopPicture
          picture={line.picture}
          alt=""
          sizes="(width >= 768px) 128px, 88px"
          fit="cover"
          className={styles.image}
        />
      </Link>
      <div className={styles.words}>
        <h3 className={styles.name}>
          <Link to={path}>{name}</Link>
        </h3>
        <dl className={styles.options}>
          {attributeLines(line.attributeValues).map((option) => (
            <div key={option.name}>
              <dt>{option.name}</dt>
              <dd>{option.value}</dd>
            </div>
          ))}
          <div>
            <dt>Quantity</dt>
            <dd>{quantity}</dd>
          </div>
        </dl>
        {(quantity > 1 || Boolean(originalPrice)) && (
          <p className={styles.each}>
            <Price
              price={originalPrice ?? unitPrice}
              salePrice={originalPrice ? unitPrice : null}
            />
            {quantity > 1 && ' each'}
          </p>
        )}
      </div>
      <p className={styles.total}>{isAvailable && formatMoney(line.totalPrice)}</p>
    </>
  )
}

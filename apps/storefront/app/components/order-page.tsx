import type { EndpointOutput } from '@solvane/client/api'
import type { CatalogPicture } from '@solvane/client/image-urls'
import { formatMoney, Price } from '@solvane/ui/price'
import { type ReactNode, type Ref, useId } from 'react'
import { Link, productPath } from '../lib/link.tsx'
import { ShopPicture } from '../lib/shop-picture.tsx'
import styles from './order-page.module.css'
import { attributeLines } from './product-options.ts'

interface OrderPageProps {
  title: string
  /** Under the title: the order's number and date. */
  lead?: ReactNode
  /** The sections. */
  children: ReactNode
  /** The summary beside them: the total and the next step. */
  aside: ReactNode
  titleRef?: Ref<HTMLHeadingElement>
}

/** The page of an order, before it is placed and after: a column of sections with the summary beside it. */
export function OrderPage({ title, lead, children, aside, titleRef }: OrderPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 ref={titleRef} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {lead}
      </header>
      <div className={styles.columns}>
        <div className={styles.sections}>{children}</div>
        <aside className={styles.aside} aria-label="Order summary">
          {aside}
        </aside>
      </div>
    </div>
  )
}

interface OrderSectionProps {
  title: string
  children: ReactNode
}

/** A section of an order's page, under its title. */
export function OrderSection({ title, children }: OrderSectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {title}
      </h2>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

/** A line of an order. Prices in dollars. */
export interface OrderLine {
  variantId: string
  identifier: string
  name: string
  picture: CatalogPicture
  attributeValues: Readonly<Record<string, string>>
  unitPrice: number
  /** The price without the current sale. */
  originalPrice?: number | null
  quantity: number
  totalPrice: number
  /** False when it cannot be bought. */
  isAvailable?: boolean
}

interface OrderLinesProps {
  lines: readonly OrderLine[]
  /** A note under a line: why it is unavailable, and what to do. */
  note?: (line: OrderLine) => ReactNode
}

/** The lines of an order, with their pictures. */
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

type Preview = EndpointOutput<'previewOrder'>['data']
type Tax = NonNullable<Preview['tax']>

/** The totals of an order, in dollars. */
export interface Sums {
  goods: number
  /** Null where the totals exclude delivery. */
  delivery: number | null
  /** False where the shop does not deliver to the address: the total is without delivery. */
  isDelivered?: boolean
  discount: number
  /** Code of the coupon that the discount is from. */
  couponCode?: string | null
  /** Of gift wrapping; null without. */
  wrapping?: number | null | undefined
  /** The amount that other orders bill, after this one was changed. */
  billedSeparately?: number
  total: number
  /** By the rule of the country; missing where none applies. */
  tax?: Tax | undefined
  /** The way in which import duties are paid. */
  duties?: Preview['duties']
  /** The refunded amount. */
  refunded?: number
}

interface OrderSumsProps {
  sums: Sums
  /** The amounts are being recomputed. */
  isBusy?: boolean
}

/** The totals of an order. */
export function OrderSums({ sums, isBusy = false }: OrderSumsProps) {
  const { goods, delivery, isDelivered = true, discount, couponCode, wrapping = null, total } = sums
  const { billedSeparately = 0, tax, duties, refunded = 0 } = sums
  return (
    <dl className={styles.sums} aria-busy={isBusy || undefined}>
      <Row name="Pieces" value={formatMoney(goods)} />
      {discount > 0 && (
        <Row
          name={couponCode ? `Coupon ${couponCode}` : 'Coupon'}
          value={`−${formatMoney(discount)}`}
        />
      )}
      {delivery !== null && (
        <Row name="Delivery" value={isDelivered ? feeText(delivery) : 'Not available'} />
      )}
      {wrapping !== null && <Row name="Gift wrapping" value={feeText(wrapping)} />}
      {tax?.isIncluded === false && <Row name={taxName(tax)} value={formatMoney(tax.amount)} />}
      {billedSeparately > 0 && (
        <Row name="Billed separately" value={`−${formatMoney(billedSeparately)}`} />
      )}
      <div className={styles.sumsTotal} aria-live="polite">
        <dt>Total</dt>
        <dd>{formatMoney(total)}</dd>
      </div>
      {tax?.isIncluded && tax.amount > 0 && (
        <Row name={`Includes ${taxName(tax).toLowerCase()}`} value={formatMoney(tax.amount)} />
      )}
      {duties && <Row name="Import duties" value={dutiesNames[duties]} />}
      {refunded > 0 && <Row name="Paid back" value={formatMoney(refunded)} />}
    </dl>
  )
}

function feeText(fee: number): string {
  return fee > 0 ? formatMoney(fee) : 'Complimentary'
}

/** `Tax`, or with the only rate `Tax (20%)`. */
function taxName({ rates }: Tax): string {
  const [only, other] = rates
  return only && !other ? `Tax (${only.rate}%)` : 'Tax'
}

const dutiesNames = {
  DELIVERED_PAID: 'Included',
  CARRIER: 'Collected by the carrier',
} as const

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

type Coupon = EndpointOutput<'listMyCoupons'>['data']['data'][number]

/** The discount of a coupon: `10% off the pieces`. */
export function discountText({
  discountType,
  discountValue,
}: Pick<Coupon, 'discountType' | 'discountValue'>): string {
  const amount = discountType === 'PERCENTAGE' ? `${discountValue}%` : formatMoney(discountValue)
  return `${amount} off the pieces`
}

import type { StaffOrder } from '@solvane/contract/orders.admin'
import { textLinkClass } from '@solvane/ui/text-link'
import { Link } from 'react-router'
import { Facts, Panel } from '../../parts/panel.tsx'
import styles from './order-page.module.css'

/** How an order is given; nothing unless it is a gift. */
export function GiftPanel({ order: { id, gift, status } }: { order: StaffOrder }) {
  if (!gift) return null
  return (
    <Panel title="Gift">
      <div className={styles.records}>
        <Facts
          facts={[
            ['Wrapping', gift.isWrapped ? 'Yes' : 'No'],
            ['Prices', gift.hidesPrices ? 'Hidden: no invoice in the parcel' : 'Not hidden'],
            [
              'Message',
              gift.message && (
                <span key="message" className={styles.written} dir="auto">
                  {gift.message}
                </span>
              ),
            ],
            [
              'From',
              gift.sender && (
                <span key="sender" className={styles.written} dir="auto">
                  {gift.sender}
                </span>
              ),
            ],
          ]}
        />
        {status !== 'CANCELLED' && (
          <p>
            <Link className={textLinkClass} to={`/gift-card/${id}`}>
              Print the card
            </Link>
          </p>
        )}
      </div>
    </Panel>
  )
}

import { countryName } from '@solvane/contract/address-lines'
import { returnReasonTexts } from '@solvane/contract/return-reasons'
import type { StaffReturn } from '@solvane/contract/returns.admin'
import { Button, buttonClass, textLinkClass } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { useMayAct } from '../../data/staff.ts'
import { Title } from '../../layout/page.tsx'
import { Moment } from '../../parts/moment.tsx'
import { BackLink, Facts, Mark, Panel, Unavailable } from '../../parts/panel.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { optionsOf, ReturnMark, returnStatusNames } from '../../parts/words.tsx'
import { type ReturnAction, ReturnDialog } from './return-dialogs.tsx'
import styles from './return-page.module.css'
import {
  conditionNames,
  isExchangeCancelled,
  Recipient,
  Refund,
  sentenceOf,
  Terms,
} from './return-panels.tsx'

const actionNames: Record<ReturnAction, string> = {
  approve: 'Approve',
  receive: 'Mark as received',
  inspect: 'Inspect',
  refund: 'Refund',
  exchange: 'Exchange',
  sendBack: 'Send back',
  cancelOrder: 'Cancel the order',
  decline: 'Decline',
}

/** /returns/:id: a return with all its data, and its next step. */
export function ReturnPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['return', id],
    queryFn: async () => (await api.call('getReturn', { params: { returnId: id } })).data,
    refetchInterval: 15_000,
  })
  if (!data)
    return (
      <>
        <Title title="Return" />
        {error ? (
          <Unavailable title="This return cannot be shown" error={error} onRetry={() => refetch()}>
            <Link className={textLinkClass} to="/returns">
              All returns
            </Link>
          </Unavailable>
        ) : (
          <Skeleton shape="title" width="half" />
        )}
      </>
    )
  return (
    <>
      <Title title={`Return ${data.returnNumber}`} />
      <BackLink to="/returns">All returns</BackLink>
      <div className={styles.page}>
        <NextStep found={data} onChange={() => refetch()} />
        <div className={styles.column}>
          <ReturnLines found={data} />
          <Timeline found={data} />
        </div>
        <div className={styles.column}>
          <Panel title="Order">
            <Facts
              facts={[
                [
                  'Order',
                  <Link key="order" className={textLinkClass} to={`/orders/${data.orderId}`}>
                    {data.orderNumber}
                  </Link>,
                ],
                ['Customer', data.name ?? 'Account closed'],
                ['E-mail', data.email],
                ['Country', countryName(data.country)],
                [
                  'Exchange',
                  data.exchangeOrder && (
                    <Link
                      key="exchange"
                      className={textLinkClass}
                      to={`/orders/${data.exchangeOrder.id}`}
                    >
                      {data.exchangeOrder.orderNumber}
                    </Link>
                  ),
                ],
              ]}
            />
          </Panel>
          {data.gift && <Recipient gift={data.gift} />}
          {isRefundShown(data) && <Refund found={data} />}
          <Terms found={data} />
        </div>
      </div>
    </>
  )
}

/** The states in which a return ends without a refund. */
const withoutRefund = new Set<StaffReturn['status']>([
  'EXCHANGED',
  'DECLINED',
  'CANCELLED',
  'SENT_BACK',
])

/** Whether money goes back; of an exchange only if it is refunded instead. */
function isRefundShown({ status, wish, actions }: StaffReturn): boolean {
  if (wish === 'EXCHANGE') return status === 'REFUNDED' || actions.includes('refund')
  return !withoutRefund.has(status)
}

interface StepProps {
  found: StaffReturn
  onChange: () => Promise<unknown>
}

/** The state of a return, its next step and the other ones. */
function NextStep({ found, onChange }: StepProps) {
  const [open, setOpen] = useState<ReturnAction | null>(null)
  const mayAct = useMayAct()
  const actions = mayAct ? found.actions : []
  const canExchange = found.status === 'INSPECTED' && found.wish === 'EXCHANGE'
  const isToRefund = found.status === 'INSPECTED' || isExchangeCancelled(found)
  const isCashFirst = isToRefund && found.refund.awaitsCash
  // Recording the cash is the next step, on the page of the order.
  const next = isCashFirst && !canExchange ? undefined : actions[0]
  return (
    <section className={styles.step} aria-label="Status">
      <p className={styles.mark}>
        <ReturnMark status={found.status} />
        {found.isWithdrawal && <Mark tone="quiet">Withdrawal</Mark>}
        <WishMark found={found} />
      </p>
      <h2 className={styles.sentence}>{sentenceOf(found)}</h2>
      {found.actions.includes('decline') && !found.actions.includes('cancelOrder') && (
        <p className={styles.more}>
          Must arrive by <Moment at={found.arrivesBy} isDay />.
        </p>
      )}
      {isCashFirst && (
        <p className={styles.more}>
          The cash for this order is not recorded yet. Record it before you refund the return.
        </p>
      )}
      <div className={styles.actions}>
        {next && <Button onClick={() => setOpen(next)}>{actionNames[next]}</Button>}
        {isCashFirst && mayAct && (
          <Link
            className={buttonClass(next ? 'link' : 'primary')}
            to={`/orders/${found.paidOrderId}`}
          >
            Go to the order
          </Link>
        )}
        {actions
          .filter((action) => action !== next)
          .map((action) => (
            <Button key={action} kind="link" onClick={() => setOpen(action)}>
              {otherName(action, found)}
            </Button>
          ))}
      </div>
      {open && (
        <ReturnDialog
          action={open}
          found={found}
          onChange={onChange}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

/** The name of a step that is not the next one. */
function otherName(action: ReturnAction, { refund }: StaffReturn): string {
  if (action === 'inspect') return 'Inspect again'
  return action === 'refund' && refund.awaitsCash ? 'Nobody paid' : actionNames[action]
}

/** Says that an exchange was wanted; once it is exchanged the state says so. */
function WishMark({ found: { wish, gift, status } }: { found: StaffReturn }) {
  if (wish !== 'EXCHANGE') return null
  if (status === 'EXCHANGED') return gift ? <Mark tone="quiet">Gift exchange</Mark> : null
  return <Mark tone="quiet">{gift ? 'Gift exchange wanted' : 'Exchange wanted'}</Mark>
}

function ReturnLines({ found }: { found: StaffReturn }) {
  return (
    <Panel title="Items">
      <ul className={styles.lines}>
        {found.lines.map((line) => (
          <li key={line.variantId} className={styles.line}>
            <Thumb picture={line.picture} />
            <div className={styles.product}>
              <a href={`/product/${line.identifier}`}>
                {line.quantity} × {line.name}
              </a>
              <span className={styles.more}>{optionsOf(line.attributeValues)}</span>
              {line.reason && (
                <span className={styles.more}>Reason: {returnReasonTexts[line.reason]}</span>
              )}
              {line.exchangeFor && (
                <span className={styles.more}>
                  Instead: {optionsOf(line.exchangeFor.attributeValues)}
                </span>
              )}
              {line.condition && <span>{conditionNames[line.condition]}</span>}
            </div>
            <span className={styles.amount}>{formatMoney(line.value)}</span>
          </li>
        ))}
      </ul>
      {found.note && (
        <Facts
          facts={[
            [
              'Customer’s note',
              <p key="note" className={styles.text}>
                {found.note}
              </p>,
            ],
          ]}
        />
      )}
      {found.photos.length > 0 && (
        <div className={styles.photos}>
          {found.photos.map((photo) => (
            <Photo key={photo.id} returnId={found.id} photo={photo} />
          ))}
        </div>
      )}
      {found.answer && (
        <Facts
          facts={[
            [
              'Our answer',
              <p key="answer" className={styles.text}>
                {found.answer}
              </p>,
            ],
          ]}
        />
      )}
      {found.tracking && (
        <Facts facts={[['Parcel', `${found.tracking.carrier}, ${found.tracking.number}`]]} />
      )}
    </Panel>
  )
}

/** A photo needs credentials, so it is fetched through the client; a press opens it. */
function Photo({ returnId, photo }: { returnId: string; photo: StaffReturn['photos'][number] }) {
  const { data } = useQuery({
    queryKey: ['return-photo', photo.id],
    queryFn: async () => {
      const params = { returnId, photoId: photo.id }
      const { data } = await api.call('getStaffReturnPhoto', { params })
      return `data:${data.type};base64,${data.base64}`
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const style = { aspectRatio: `${photo.width} / ${photo.height}`, background: photo.color }
  if (!data) return <span className={styles.photo} style={style} />
  return (
    <a href={data} download="return-photo.webp">
      <img className={styles.photo} style={style} src={data} alt="From the customer" />
    </a>
  )
}

function Timeline({ found }: { found: StaffReturn }) {
  return (
    <Panel title="Timeline">
      <ol className={styles.records}>
        {found.transitions.map(({ to, actor, by, at }) => (
          <li key={`${to} ${at}`} className={styles.record}>
            {returnStatusNames[to]}
            <span className={styles.more}>
              {actor === 'SHOPPER'
                ? found.gift
                  ? 'Recipient'
                  : 'Customer'
                : actor === 'STAFF'
                  ? (by?.name ?? 'Staff')
                  : 'By the terms'}
              , <Moment at={at} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

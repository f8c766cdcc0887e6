import type { CatalogPicture } from '@solvane/client/image-urls'
import { mostReturnPhotos, returnReasonTexts } from '@solvane/contract/return-reasons'
import { Button, buttonClass } from '@solvane/ui/button'
import { formatDay } from '@solvane/ui/dates.ts'
import { formatMoney } from '@solvane/ui/price'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AddressLines } from '../../components/address-lines.tsx'
import { optionsOf } from '../../components/product-options.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import sheetStyles from './return-sheets.module.css'
import styles from './returns.module.css'
import type { Return, ReturnOptions } from './returns.ts'

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

/** A line of a return with its picture, and the price paid for it. */
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

/** The file types that the shop accepts as photos. */
const takenTypes = 'image/jpeg,image/png,image/webp,image/avif'

interface PhotoFieldProps {
  photos: readonly File[]
  onChange: (photos: readonly File[]) => void
}

/** The photos that a shopper adds to a request. */
export function PhotoField({ photos, onChange }: PhotoFieldProps) {
  const left = mostReturnPhotos - photos.length
  return (
    <div className={styles.form}>
      {photos.length > 0 && (
        <ul className={styles.returns} aria-label="Photos">
          {photos.map((photo) => (
            <li key={`${photo.name} ${photo.lastModified}`} className={styles.card}>
              <span className={styles.text}>{photo.name}</span>
              <Button
                kind="link"
                aria-label={`Remove ${photo.name}`}
                onClick={() => onChange(photos.filter((one) => one !== photo))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <p>
          <label className={`${buttonClass('secondary')} ${styles.add}`}>
            Add photos
            <VisuallyHidden>
              <input
                type="file"
                accept={takenTypes}
                multiple
                onChange={({ target }) => {
                  onChange([...photos, ...[...(target.files ?? [])].slice(0, left)])
                  target.value = ''
                }}
              />
            </VisuallyHidden>
          </label>
        </p>
      )}
    </div>
  )
}

type PhotoFacts = Return['photos'][number]

/** A photo needs its shopper's credentials, so it is fetched through the client. */
export function Photo({ returnId, photo }: { returnId: string; photo: PhotoFacts }) {
  const api = useApi()
  const session = useSessionId()
  const { data } = useQuery({
    queryKey: personalKey(session, 'return-photo', photo.id),
    queryFn: async ({ signal }) => {
      const params = { returnId, photoId: photo.id }
      const { data } = await api.call('getReturnPhoto', { params }, { signal })
      return `data:${data.type};base64,${data.base64}`
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const style = { aspectRatio: `${photo.width} / ${photo.height}`, background: photo.color }
  if (!data) return <span className={styles.photo} style={style} />
  return <img className={styles.photo} style={style} src={data} alt="Sent with this return" />
}

/** The sheet of paper in the parcel. */
export function ReturnSlip({ found }: { found: Return }) {
  const { returnNumber, orderNumber, sender, terms, lines } = found
  return (
    <article className={sheetStyles.slip} data-printed aria-label={`Slip ${returnNumber}`}>
      <header className={sheetStyles.slipHead}>
        <span className={sheetStyles.slipLogotype}>Solvane</span>
        <span>Return {returnNumber}</span>
      </header>
      {terms.address && <p className={sheetStyles.slipAddress}>{terms.address}</p>}
      <p>
        Order {orderNumber}, {sender.fullName}. Please put this sheet into the parcel. It must reach
        us by {formatDay(found.arrivesBy)}.
      </p>
      <table className={sheetStyles.slipLines}>
        <thead>
          <tr>
            <th scope="col">Piece</th>
            <th scope="col">Reason</th>
            <th scope="col">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ variantId, name, attributeValues, quantity, reason, exchangeFor }) => (
            <tr key={variantId}>
              <th scope="row">
                {name}
                <span className={sheetStyles.options}>{optionsOf(attributeValues)}</span>
                {exchangeFor && (
                  <span className={sheetStyles.options}>
                    Instead: {optionsOf(exchangeFor.attributeValues)}
                  </span>
                )}
              </th>
              <td>{reason && returnReasonTexts[reason]}</td>
              <td>{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}

/**
 * The label of the parcel, printed on a sheet of its own after the slip. None where the shop writes the
 * address in its answer.
 */
export function ReturnLabel({ found }: { found: Return }) {
  const { returnNumber, sender, terms } = found
  if (!terms.address) return null
  return (
    <article className={sheetStyles.label} data-printed aria-label={`Label ${returnNumber}`}>
      <section>
        <h2 className={sheetStyles.heading}>From</h2>
        {/* Anyone who handles the parcel reads it. */}
        <AddressLines address={{ ...sender, phoneNumber: null }} />
      </section>
      <section className={sheetStyles.to}>
        <h2 className={sheetStyles.heading}>To</h2>
        <p className={sheetStyles.recipient}>{terms.address}</p>
      </section>
      <p className={sheetStyles.number}>Return {returnNumber}</p>
    </article>
  )
}

/** What the shopper is asked to send, in a sentence. */
export function sendLine({
  isWithdrawal,
  arrivesBy,
  terms,
}: Pick<Return, 'isWithdrawal' | 'arrivesBy' | 'terms'>): string {
  // A withdrawal names the whole order, of which a part may not have been sent.
  const pieces = isWithdrawal ? 'the pieces that you have' : 'the pieces'
  return `Please send ${pieces} so that they reach us by ${formatDay(arrivesBy)}, with the slip in the parcel${terms.address ? ' and the label on it' : ''}.`
}

/** The effect of cancelling a return, in a sentence. */
export function cancelLine({
  status,
  isWithdrawal,
  canSend,
}: Pick<Return, 'status' | 'isWithdrawal' | 'canSend'>): string {
  const isUnsent = status === 'APPROVED' && !canSend
  return isWithdrawal && isUnsent
    ? 'Your order goes on, and nothing is paid back.'
    : 'You keep the pieces, and nothing is paid back.'
}

/** The sentence about a return's state. */
export function returnLine({
  status,
  isWithdrawal,
  isExchangeCancelled,
  refundedAmount,
}: Pick<Return, 'status' | 'isWithdrawal' | 'isExchangeCancelled' | 'refundedAmount'>): string {
  switch (status) {
    case 'REQUESTED':
      return 'We are looking at your request.'
    case 'APPROVED':
      return isWithdrawal ? 'Your withdrawal is received.' : 'Your return is approved.'
    case 'IN_TRANSIT':
      return 'Your parcel is on its way to us.'
    case 'RECEIVED':
      return 'Your parcel is with us.'
    case 'INSPECTED':
      return 'Your pieces are inspected.'
    case 'REFUNDED':
      return refundedAmount
        ? `${formatMoney(refundedAmount)} is paid back.`
        : 'There is nothing left to pay back.'
    case 'EXCHANGED':
      if (isExchangeCancelled)
        return 'The exchange was cancelled. We pay back what you have paid for these pieces, and e-mail you once it is done.'
      return 'Your pieces are exchanged.'
    case 'SENT_BACK':
      return 'Your pieces are on their way back to you.'
    case 'DECLINED':
      return 'This return was declined.'
    case 'CANCELLED':
      return 'This return was cancelled.'
  }
}

/** The restocking fee, in a sentence. */
export function feeLine({ feeFrom, feeUntil }: ReturnOptions['terms']): string {
  if (feeUntil === 0) return 'There is no restocking fee.'
  const range = feeFrom === feeUntil ? `${feeFrom}%` : `${feeFrom}%–${feeUntil}%`
  return `The restocking fee is ${range} of what you paid, according to the state of the pieces.`
}

/** The payer of the postage, in a sentence. */
export function postageLine({ shopPaysPostage }: ReturnOptions['terms']): string {
  return shopPaysPostage ? 'We pay the postage.' : 'You pay the postage.'
}

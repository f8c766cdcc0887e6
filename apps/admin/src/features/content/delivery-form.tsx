import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import { randomUuid } from '@solvane/client/random-uuid'
import { countryCodeOf, countryOf } from '@solvane/contract/countries'
import { mostWeightBands } from '@solvane/contract/delivery-fee'
import { Button, IconButton } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { CloseIcon } from '@solvane/ui/icon'
import { useRef, useState } from 'react'
import { api } from '../../data/api.ts'
import { bindFields, readAmount } from '../../parts/form.tsx'
import { type Keyed, keyed, unkeyed } from '../../parts/ordered-list.tsx'
import styles from './content.module.css'
import type { DocumentSource } from './document-page.tsx'
import { joinParagraphs, splitParagraphs } from './page-values.ts'

type Delivery = EndpointOutput<'getDeliveryDraft'>['data']['document']
type Draft = EndpointInput<'saveDelivery'>['body']['document']

export type MethodValues = Keyed<{
  id: string
  name: string
  fee: string
  /** Empty: never free. */
  freeFrom: string
  weightBands: Keyed<{ upToGrams: string; fee: string }>[]
  transitDays: string
  totalDays: string
}>

export type ZoneValues = Keyed<{
  id: string
  name: string
  /** Names or codes, separated by commas. */
  countries: string
  postcodes: string
  methods: MethodValues[]
}>

export interface DeliveryValues {
  cutOff: string
  workingDays: number[]
  holidays: Keyed<{ date: string; name: string }>[]
  preparationDays: string
  defaultDeliveryText: string
  zones: ZoneValues[]
}

export const newMethod = (): MethodValues =>
  keyed({
    id: randomUuid(),
    name: '',
    fee: '',
    freeFrom: '',
    weightBands: [],
    transitDays: '',
    totalDays: '',
  })

const newWeightBand = () => keyed({ upToGrams: '', fee: '' })

export const newZone = (): ZoneValues =>
  keyed({ id: randomUuid(), name: '', countries: '', postcodes: '', methods: [newMethod()] })

export const deliverySource: DocumentSource<Delivery, Draft, DeliveryValues> = {
  name: 'delivery',
  load: () => api.call('getDeliveryDraft', {}),
  save: (body) => api.call('saveDelivery', { body }),
  toValues: ({ holidays, defaultDeliveryText, zones, ...days }) => ({
    ...days,
    holidays: holidays.map(keyed),
    defaultDeliveryText: joinParagraphs(defaultDeliveryText),
    zones: zones.map(({ countries, postcodes, methods, ...zone }) =>
      keyed({
        ...zone,
        countries: countries.map((code) => countryOf(code)?.name ?? code).join(', '),
        postcodes: postcodes.join(', '),
        methods: methods.map(({ fee, freeFrom, weightBands, ...method }) =>
          keyed({
            ...method,
            fee: fee.toFixed(2),
            freeFrom: freeFrom?.toFixed(2) ?? '',
            weightBands: weightBands.map(({ upToGrams, fee }) =>
              keyed({ upToGrams: String(upToGrams), fee: fee.toFixed(2) }),
            ),
          }),
        ),
      }),
    ),
  }),
  toDraft: ({ holidays, defaultDeliveryText, zones, ...days }) => ({
    ...days,
    holidays: unkeyed(holidays),
    defaultDeliveryText: splitParagraphs(defaultDeliveryText),
    zones: unkeyed(zones).map(({ countries, postcodes, methods, ...zone }) => ({
      ...zone,
      // The server rejects an unknown country, like an invalid amount, at its field.
      countries: splitList(countries).map((country) => countryCodeOf(country) ?? country),
      postcodes: splitList(postcodes),
      methods: unkeyed(methods).map(({ fee, freeFrom, weightBands, ...method }) => ({
        ...method,
        fee: readAmount(fee),
        freeFrom: freeFrom.trim() ? readAmount(freeFrom) : null,
        weightBands: weightBands.map(({ upToGrams, fee }) => ({
          upToGrams: readAmount(upToGrams),
          fee: readAmount(fee),
        })),
      })),
    })),
  }),
}

function splitList(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
}

interface WeightBandsProps {
  bands: MethodValues['weightBands']
  /** The name of the list in the errors of the document. */
  field: string
  errorOf: (field: string) => string | undefined
  onChange: (bands: MethodValues['weightBands']) => void
}

/** The fees of a method by weight. */
export function WeightBands({ bands, field, errorOf, onChange }: WeightBandsProps) {
  const add = useRef<HTMLButtonElement>(null)
  /** The band that was added last. */
  const [added, setAdded] = useState<string>()
  return (
    <fieldset>
      <legend className={styles.legend}>By weight</legend>
      <p className={styles.hint}>
        In place of the shipping fee, for orders up to a weight. Above the last one, the shipping
        fee applies, so it should be the highest. Products without a weight count as 0 g. Texts name
        the lowest and the highest fee in place of {'{shippingFee}'}.
      </p>
      <ol>
        {bands.map((band, at) => {
          const bind = bindFields<'upToGrams' | 'fee'>(
            band,
            (part) => onChange(bands.with(at, { ...band, ...part })),
            (name) => errorOf(`${field}.${at}.${name}`),
          )
          return (
            <li key={band.key} className={styles.band}>
              <TextField
                label="Up to (g)"
                required
                maxLength={20}
                inputMode="numeric"
                // The button that added it was pressed to fill it in.
                autoFocus={band.key === added}
                {...bind('upToGrams')}
              />
              <TextField
                label="Fee ($)"
                required
                maxLength={20}
                inputMode="decimal"
                {...bind('fee')}
              />
              <IconButton
                label={`Remove weight ${at + 1}`}
                className={styles.remove}
                onClick={() => {
                  onChange(bands.toSpliced(at, 1))
                  // The pressed button is gone.
                  add.current?.focus()
                }}
              >
                <CloseIcon size={16} />
              </IconButton>
            </li>
          )
        })}
      </ol>
      <Button
        ref={add}
        kind="link"
        disabled={bands.length >= mostWeightBands}
        onClick={() => {
          const band = newWeightBand()
          setAdded(band.key)
          onChange([...bands, band])
        }}
      >
        Add weight
      </Button>
    </fieldset>
  )
}

import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import { randomUuid } from '@solvane/client/random-uuid'
import { countryCodeOf, countryOf } from '@solvane/contract/countries'
import { api } from '../../data/api.ts'
import { type Keyed, keyed, unkeyed } from '../../parts/ordered-list.tsx'
import { readAmount } from '../../parts/form-fields.ts'
import { joinParagraphs, splitParagraphs } from './page-values.ts'
import type { DocumentSource } from './document-page.tsx'

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

export const newWeightBand = () => keyed({ upToGrams: '', fee: '' })

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

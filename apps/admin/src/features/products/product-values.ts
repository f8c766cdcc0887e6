import type { Picture } from '@solvane/contract/catalog'
import { dimensionsText, readDimensions } from '@solvane/contract/dimensions'
import type { ProductDraft } from '@solvane/contract/product-draft'
import type { StaffProduct } from '@solvane/contract/products.admin'
import type { TradeParty } from '@solvane/contract/trade'
import { mergeEdits, readAmount } from '../../parts/form.tsx'

/** Trade data as typed; '' is not known, or as the product. */
interface TradeValues {
  weightGrams: string
  hsCode: string
  countryOfOrigin: string
  composition: string
}

/** Name, address and e-mail as typed; all empty stands for no party. */
export type PartyValues = TradeParty

/** A variant as the form holds it: amounts as typed, values in the order of the options. */
export interface VariantValues extends TradeValues {
  /** Stays the same while the form is open. */
  key: string
  /** Null for a new one. */
  id: string | null
  values: string[]
  price: string
  salePrice: string
  saleStartsAt: string | null
  saleEndsAt: string | null
  isEnabled: boolean
  sku: string
  gtin: string
  pictures: Picture[]
}

export interface OptionValues {
  name: string
  values: string[]
}

/** The fields of a draft that the form holds in another way. */
type ConvertedFields =
  | 'details'
  | 'dimensions'
  | 'sizeAndFit'
  | 'sizeGuide'
  | 'positions'
  | 'maker'
  | 'responsiblePerson'
  | keyof TradeValues
  | 'pictures'
  | 'options'
  | 'variants'

/** A product as the form holds it. */
export interface ProductValues extends Omit<ProductDraft, ConvertedFields>, TradeValues {
  /** One per line. */
  details: string
  /** In millimetres: `275 × 190 × 110`. */
  dimensions: string
  sizeAndFit: string
  sizeGuide: string
  maker: PartyValues
  responsiblePerson: PartyValues
  pictures: Picture[]
  options: OptionValues[]
  variants: VariantValues[]
}

const noTrade: TradeValues = { weightGrams: '', hsCode: '', countryOfOrigin: '', composition: '' }
const nobody: PartyValues = { name: '', address: '', email: '' }

let newVariants = 0

/** A new variant, at the price of another. */
export function newVariant(values: string[], price = ''): VariantValues {
  newVariants += 1
  return {
    key: `new-${newVariants}`,
    id: null,
    values,
    price,
    salePrice: '',
    saleStartsAt: null,
    saleEndsAt: null,
    isEnabled: true,
    sku: '',
    gtin: '',
    ...noTrade,
    pictures: [],
  }
}

/** A variant with other values. */
export function withValues(variant: VariantValues, values: string[]): VariantValues {
  return { ...variant, values }
}

/** The form of a new product. */
export function emptyValues(): ProductValues {
  return {
    identifier: '',
    name: '',
    description: '',
    material: '',
    details: '',
    measurements: '',
    dimensions: '',
    fitsInside: '',
    materialsAndCare: '',
    sizeAndFit: '',
    sizeGuide: '',
    ...noTrade,
    taxClass: 'STANDARD',
    maker: nobody,
    responsiblePerson: nobody,
    seoTitle: '',
    seoDescription: '',
    status: 'WITHDRAWN',
    publishedAt: new Date().toISOString(),
    withdrawsAt: null,
    isNew: false,
    categoryIds: [],
    relatedIds: [],
    pictures: [],
    options: [],
    variants: [newVariant([])],
  }
}

function amountText(amount: number | null): string {
  return amount === null ? '' : amount.toFixed(2)
}

type Trade = Pick<ProductDraft, keyof TradeValues>

function toTradeValues({ weightGrams, hsCode, countryOfOrigin, composition }: Trade): TradeValues {
  return {
    weightGrams: weightGrams === null ? '' : String(weightGrams),
    hsCode: hsCode ?? '',
    countryOfOrigin: countryOfOrigin ?? '',
    composition,
  }
}

/** An invalid weight becomes -1, which the server rejects. */
function toTrade({ weightGrams, hsCode, countryOfOrigin, composition }: TradeValues): Trade {
  const weight = weightGrams.trim()
  return {
    weightGrams: weight === '' ? null : /^\d+$/.test(weight) ? Number(weight) : -1,
    hsCode: hsCode.trim() || null,
    countryOfOrigin: countryOfOrigin || null,
    composition,
  }
}

function toParty(party: PartyValues): TradeParty | null {
  return Object.values(party).some((text) => text.trim()) ? party : null
}

/** The form of an existing product. */
export function toValues(product: StaffProduct): ProductValues {
  const { id: _, version: _version, updatedAt: _updatedAt, options, variants, ...same } = product
  return {
    ...same,
    details: product.details.join('\n'),
    dimensions: product.dimensions ? dimensionsText(product.dimensions) : '',
    sizeAndFit: product.sizeAndFit ?? '',
    sizeGuide: product.sizeGuide ?? '',
    ...toTradeValues(product),
    maker: product.maker ?? nobody,
    responsiblePerson: product.responsiblePerson ?? nobody,
    status: product.status === 'PUBLISHED' ? 'PUBLISHED' : 'WITHDRAWN',
    options: options.map(({ name, values }) => ({ name, values })),
    variants: variants.map((variant) => ({
      key: variant.id,
      id: variant.id,
      values: options.map(({ name }) => variant.attributeValues[name] ?? ''),
      price: amountText(variant.price),
      salePrice: amountText(variant.salePrice),
      saleStartsAt: variant.saleStartsAt,
      saleEndsAt: variant.saleEndsAt,
      isEnabled: variant.isEnabled,
      sku: variant.sku ?? '',
      gtin: variant.gtin ?? '',
      ...toTradeValues(variant),
      pictures: variant.pictures,
    })),
  }
}

function toDraftPictures(pictures: readonly Picture[]) {
  return pictures.map(({ src, alt }) => ({ src, alt }))
}

/** Becomes null in JSON, which the server rejects. */
const unreadable = { widthMm: Number.NaN, heightMm: Number.NaN, depthMm: Number.NaN }

/** The body of the save. Invalid amounts and dimensions become null, which the server rejects. */
export function toDraft(values: ProductValues): ProductDraft {
  return {
    ...values,
    details: values.details
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    dimensions:
      values.dimensions.trim() === '' ? null : (readDimensions(values.dimensions) ?? unreadable),
    sizeAndFit: values.sizeAndFit.trim() || null,
    sizeGuide: values.sizeGuide || null,
    ...toTrade(values),
    maker: toParty(values.maker),
    responsiblePerson: toParty(values.responsiblePerson),
    pictures: toDraftPictures(values.pictures),
    variants: values.variants.map((variant) => ({
      id: variant.id,
      attributeValues: Object.fromEntries(
        values.options.map(({ name }, at) => [name, variant.values[at] ?? '']),
      ),
      price: readAmount(variant.price),
      salePrice: variant.salePrice.trim() === '' ? null : readAmount(variant.salePrice),
      saleStartsAt: variant.saleStartsAt,
      saleEndsAt: variant.saleEndsAt,
      isEnabled: variant.isEnabled,
      sku: variant.sku.trim() || null,
      gtin: variant.gtin.trim() || null,
      ...toTrade(variant),
      pictures: toDraftPictures(variant.pictures),
    })),
  }
}

/** The name of a variant: its values, or `Default`. */
export function variantName({ values }: Pick<VariantValues, 'values'>): string {
  return values.filter(Boolean).join(', ') || 'Default'
}

/**
 * Applies edits to a newer version of a product. Variants are merged one by one: a price that only the
 * newer version changed stays changed.
 */
export function mergeProducts(
  base: ProductValues,
  edited: ProductValues,
  latest: ProductValues,
): ProductValues {
  const known = (values: ProductValues) => new Map(values.variants.map((one) => [one.id, one]))
  const [before, mine] = [known(base), known(edited)]
  const variants = latest.variants.flatMap((theirs) => {
    const [was, is] = [before.get(theirs.id), mine.get(theirs.id)]
    if (was && is) return mergeEdits(was, is, theirs)
    // Removed here, unless it is new there.
    return was ? [] : theirs
  })
  const added = edited.variants.filter(({ id }) => id === null)
  return { ...mergeEdits(base, edited, latest), variants: [...variants, ...added] }
}

import type { Picture } from '@solvane/contract/catalog'
import type { ProductDraft } from '@solvane/contract/product-draft'
import type { StaffProduct } from '@solvane/contract/products.admin'
import { readAmount } from '../../parts/read-amount.ts'
import { mergeEdits } from '../../parts/save-failure.ts'

/** A variant as the form holds it: amounts as typed, values in the order of the options. */
export interface VariantValues {
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
  pictures: Picture[]
}

export interface OptionValues {
  name: string
  values: string[]
}

/** A product as the form holds it. */
export interface ProductValues {
  identifier: string
  name: string
  description: string
  material: string
  /** One per line. */
  details: string
  measurements: string
  materialsAndCare: string
  sizeAndFit: string
  sizeGuide: string
  status: 'PUBLISHED' | 'WITHDRAWN'
  publishedAt: string
  isNew: boolean
  categoryIds: string[]
  relatedIds: string[]
  pictures: Picture[]
  options: OptionValues[]
  variants: VariantValues[]
}

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
    materialsAndCare: '',
    sizeAndFit: '',
    sizeGuide: '',
    status: 'WITHDRAWN',
    publishedAt: new Date().toISOString(),
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

/** The form of an existing product. */
export function toValues(product: StaffProduct): ProductValues {
  const { options, variants, sizeAndFit, sizeGuide, details, status, ...rest } = product
  return {
    ...rest,
    details: details.join('\n'),
    sizeAndFit: sizeAndFit ?? '',
    sizeGuide: sizeGuide ?? '',
    status: status === 'PUBLISHED' ? status : 'WITHDRAWN',
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
      pictures: variant.pictures,
    })),
  }
}

function toDraftPictures(pictures: readonly Picture[]) {
  return pictures.map(({ src, alt }) => ({ src, alt }))
}

/** The body of the save. An invalid amount becomes null, which the server rejects. */
export function toDraft(values: ProductValues): ProductDraft {
  return {
    identifier: values.identifier,
    name: values.name,
    description: values.description,
    material: values.material,
    details: values.details
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    measurements: values.measurements,
    materialsAndCare: values.materialsAndCare,
    sizeAndFit: values.sizeAndFit.trim() || null,
    sizeGuide: values.sizeGuide || null,
    status: values.status,
    publishedAt: values.publishedAt,
    isNew: values.isNew,
    categoryIds: values.categoryIds,
    relatedIds: values.relatedIds,
    pictures: toDraftPictures(values.pictures),
    options: values.options,
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

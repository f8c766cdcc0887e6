import { randomUUID } from 'node:crypto'
import type { Picture } from '@solvane/contract/catalog'
import {
  combinationOf,
  type DraftPicture,
  type DraftVariant,
  type ProductDraft,
} from '@solvane/contract/product-draft'
import {
  colorOption,
  type Position,
  type StoredProduct,
  type StoredVariant,
  statusOf,
  toStaffProduct,
  tradeOf,
  withStatus,
} from './stored-product.ts'

/** The known data of the pictures that a draft names, by their `src`. */
export type KnownPictures = ReadonlyMap<string, Omit<Picture, 'alt'>>

/** Cents of an amount that has at most two decimals. */
function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** A product that is not written yet. */
export function newProduct(now: Date): StoredProduct {
  return {
    id: randomUUID(),
    version: 1,
    updatedAt: now,
    identifier: '',
    name: '',
    description: '',
    material: '',
    details: [],
    measurements: '',
    dimensions: null,
    fitsInside: '',
    materialsAndCare: '',
    sizeAndFit: null,
    sizeGuide: null,
    composition: '',
    countryOfOrigin: null,
    hsCode: null,
    weightGrams: null,
    taxClass: 'STANDARD',
    maker: null,
    responsiblePerson: null,
    seoTitle: '',
    seoDescription: '',
    pictures: [],
    publishedAt: now,
    withdrawsAt: null,
    isNewFlag: false,
    deletedAt: null,
    isWithdrawn: false,
    options: [],
    variants: [],
    goneVariants: [],
    categoryIds: [],
    positions: [],
    relatedIds: [],
  }
}

/**
 * The product that a draft makes of `product`. A variant of values that one taken out had is that one
 * again, with the stock it has: carts and favourites still know it. A variant that is added without
 * pictures has those of its color.
 */
export function applyDraft(
  product: StoredProduct,
  draft: ProductDraft,
  { pictures, now }: { pictures: KnownPictures; now: Date },
): StoredProduct {
  const toPictures = (drafts: DraftPicture[]) =>
    drafts.flatMap(({ src, alt }): Picture[] => {
      const known = pictures.get(src)
      return known ? [{ ...known, alt }] : []
    })
  const { status, isNew, ...same } = draft
  const applied: StoredProduct = {
    ...product,
    ...same,
    sizeAndFit: draft.sizeAndFit || null,
    pictures: toPictures(draft.pictures),
    publishedAt: new Date(draft.publishedAt),
    withdrawsAt: draft.withdrawsAt === null ? null : new Date(draft.withdrawsAt),
    isNewFlag: isNew,
    variants: draft.variants.map((variant) => {
      const identity = identityOf(product, draft, variant)
      const isAdded = product.variants.every(({ id }) => id !== identity.id)
      const shown = isAdded ? ofItsColor(draft, variant) : variant
      return { ...identity, ...variantFields(variant), pictures: toPictures(shown.pictures) }
    }),
    categoryIds: [...new Set(draft.categoryIds)].toSorted(),
    positions: draft.positions ? byCategory(draft.positions) : product.positions,
    relatedIds: [...new Set(draft.relatedIds)],
  }
  return withStatus(applied, status, now)
}

/** One position for each category; the last one wins. */
function byCategory(positions: readonly Position[]): Position[] {
  const of = new Map(positions.map((one) => [one.categoryId, one]))
  return [...of.values()].toSorted((a, b) => (a.categoryId < b.categoryId ? -1 : 1))
}

function identityOf(
  { variants, goneVariants }: StoredProduct,
  { options, variants: drafts }: ProductDraft,
  { id, attributeValues }: DraftVariant,
): Pick<StoredVariant, 'id' | 'stock'> {
  const wanted = combinationOf(options, attributeValues)
  // A variant that this draft takes out may return under its old id.
  const free = () => variants.filter((variant) => !drafts.some((draft) => draft.id === variant.id))
  const known = id
    ? variants.find((variant) => variant.id === id)
    : [...free(), ...goneVariants].find(
        ({ attributes }) =>
          Object.keys(attributes).length === options.length &&
          combinationOf(options, attributes) === wanted,
      )
  return known ? { id: known.id, stock: known.stock } : { id: randomUUID(), stock: 0 }
}

/** The variant itself if it has pictures or no color, else one of its color that has some. */
function ofItsColor({ variants }: ProductDraft, variant: DraftVariant): DraftVariant {
  const colorOf = ({ attributeValues }: DraftVariant) => attributeValues[colorOption]
  if (variant.pictures.length > 0 || colorOf(variant) === undefined) return variant
  const isAlike = (other: DraftVariant) =>
    other.pictures.length > 0 && colorOf(other) === colorOf(variant)
  return variants.find(isAlike) ?? variant
}

function variantFields(variant: DraftVariant) {
  return {
    priceCents: toCents(variant.price),
    salePriceCents: variant.salePrice === null ? null : toCents(variant.salePrice),
    saleStartsAt: variant.saleStartsAt === null ? null : new Date(variant.saleStartsAt),
    saleEndsAt: variant.saleEndsAt === null ? null : new Date(variant.saleEndsAt),
    isEnabled: variant.isEnabled,
    ...tradeOf(variant),
    attributes: variant.attributeValues,
  }
}

function toDraftPictures(pictures: Picture[]): DraftPicture[] {
  return pictures.map(({ src, alt }) => ({ src, alt }))
}

/**
 * A product as staff would write it. Null: one of which nothing is known yet, withdrawn until someone says
 * that it is published. All of it may be changed.
 */
export function toDraft(product: StoredProduct | null, now: Date): ProductDraft {
  const {
    id: _,
    version: _version,
    updatedAt: _updatedAt,
    ...shown
  } = toStaffProduct(product ?? newProduct(now))
  return {
    ...shown,
    status: product && statusOf(product) === 'PUBLISHED' ? 'PUBLISHED' : 'WITHDRAWN',
    options: shown.options.map(({ name, values }) => ({ name, values: [...values] })),
    pictures: toDraftPictures(shown.pictures),
    variants: shown.variants.map(({ stock: _stock, ...variant }) => ({
      ...variant,
      pictures: toDraftPictures(variant.pictures),
    })),
  }
}

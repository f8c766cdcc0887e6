import { importCsv } from '../csv-files.ts'
import type { TestShop } from '../test-shop.ts'
import type { Attack } from './attacks.ts'

/** A shop whose every text can be written: over HTTP, and by its sockets. */
export interface TargetShop {
  call: TestShop['call']
  app: { listeningOrigin: string }
  /** The site that passkeys belong to. */
  publicUrl: string
  /** The headers of a request by an owner of the shop. */
  manager: { authorization: string }
}

export interface Named {
  id: string
  identifier: string
}

/**
 * Writes products, categories, coupons and words as a manager, with an attack in every field, and
 * returns them.
 */
export async function writeGoods(target: TargetShop, attack: Attack): Promise<Goods> {
  const { call, manager: headers } = target
  const { data: pictures } = await call('listPictures', { headers })
  const src = pictures[0]?.src ?? ''

  await call('createColor', { headers, body: { name: attack('createColor.name'), hex: '#123456' } })
  await call('createColor', { headers, body: { name: 'Plain', hex: '#123456' } })
  const { data: colors } = await call('listColors', { headers })
  await call('updateColor', {
    headers,
    params: { name: 'Plain' },
    body: {
      name: attack('updateColor.name'),
      hex: '#123456',
      version: colors.find(({ name }) => name === 'Plain')?.version ?? '',
    },
  })
  const { data: categories } = await call('listCategories', { headers })
  const root = categories.find(({ parentId }) => parentId === null)
  const category = (name: 'createCategory' | 'updateCategory') => ({
    name: attack(`${name}.name`),
    slug: `attack-${name.slice(0, 6)}`,
    description: attack(`${name}.description`),
    picture: { src, alt: attack(`${name}.picture.alt`) },
  })
  const parentId = root?.id ?? ''
  const { data: created } = await call('createCategory', {
    headers,
    body: { ...category('createCategory'), identifier: 'attack-one', parentId },
  })
  const { data: other } = await call('createCategory', {
    headers,
    body: {
      name: 'Other',
      slug: 'other-one',
      description: '',
      picture: null,
      identifier: 'attack-two',
      parentId,
    },
  })
  const { data: updated } = await call('updateCategory', {
    headers,
    params: { id: other.id },
    body: { ...category('updateCategory'), version: other.version },
  })

  const color = attack('createColor.name')
  const draft = (
    name: 'createProduct' | 'updateProduct',
    id: string | null,
    otherId: string | null = null,
  ) => {
    const size = attack(`${name}.options[].values[]`)
    return {
      identifier: name.toLowerCase(),
      name: attack(`${name}.name`),
      description: attack(`${name}.description`),
      material: attack(`${name}.material`),
      details: [attack(`${name}.details[]`)],
      measurements: attack(`${name}.measurements`),
      fitsInside: attack(`${name}.fitsInside`),
      materialsAndCare: attack(`${name}.materialsAndCare`),
      sizeAndFit: attack(`${name}.sizeAndFit`),
      sizeGuide: null,
      composition: attack(`${name}.composition`),
      maker: {
        name: attack(`${name}.maker.name`),
        address: attack(`${name}.maker.address`),
        email: 'maker@example.com',
      },
      responsiblePerson: {
        name: attack(`${name}.responsiblePerson.name`),
        address: attack(`${name}.responsiblePerson.address`),
        email: 'responsible@example.com',
      },
      seoTitle: attack(`${name}.seoTitle`),
      seoDescription: attack(`${name}.seoDescription`),
      status: 'PUBLISHED',
      publishedAt: new Date().toISOString(),
      isNew: true,
      categoryIds: [created.id, updated.id],
      relatedIds: [],
      pictures: [{ src, alt: attack(`${name}.pictures[].alt`) }],
      options: [
        { name: 'Color', values: [color] },
        { name: 'Size', values: [size, 'M'] },
      ],
      variants: [
        {
          id,
          attributeValues: { Color: color, Size: size },
          price: 500,
          salePrice: null,
          saleStartsAt: null,
          saleEndsAt: null,
          isEnabled: true,
          composition: attack(`${name}.variants[].composition`),
          pictures: [{ src, alt: attack(`${name}.variants[].pictures[].alt`) }],
        },
        {
          id: otherId,
          attributeValues: { Color: color, Size: 'M' },
          price: 500,
          salePrice: null,
          saleStartsAt: null,
          saleEndsAt: null,
          isEnabled: true,
          pictures: [],
        },
      ],
    }
  }
  const { data: product } = await call('createProduct', {
    headers,
    body: draft('createProduct', null),
  })
  const { data: copy } = await call('duplicateProduct', { headers, params: { id: product.id } })
  const body = {
    ...draft('updateProduct', copy.variants[0]?.id ?? '', copy.variants[1]?.id),
    version: copy.version,
  }
  const { data: second } = await call('updateProduct', { headers, params: { id: copy.id }, body })
  const variantIds = [product, second].flatMap(({ variants }) => variants.map(({ id }) => id))
  for (const id of variantIds)
    await call('adjustStock', {
      headers,
      params: { id },
      body: { change: { kind: 'counted', counted: 50 }, reason: attack('adjustStock.reason') },
    })
  const { data: rows } = await call('listInventory', { headers })
  await call('saveInventory', {
    headers,
    body: {
      lines: rows.slice(0, 1).map(({ id: variantId, revision }) => ({
        variantId,
        delta: 1,
        revision,
        key: crypto.randomUUID(),
      })),
      reason: attack('saveInventory.reason'),
    },
  })
  await call('receiveGoods', {
    headers,
    body: {
      key: crypto.randomUUID(),
      reference: attack('receiveGoods.reference'),
      note: attack('receiveGoods.note'),
      lines: variantIds.map((variantId) => ({ variantId, quantity: 1 })),
    },
  })
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const columns = [
    'name',
    'material',
    'description',
    'details',
    'measurements',
    'materials_and_care',
    'size_and_fit',
    'option1_value',
    'fits_inside',
    'composition',
    'seo_title',
    'seo_description',
    'variant_composition',
  ]
  // As short as the shortest of the columns.
  const text = `${attack('createProduct.name').slice(0, 9)}'"><img src=x onerror=wasRun=1>`
  const business = `${text}\n${text}\ntrade@example.com`
  const cells = {
    identifier: 'imported',
    status: 'published',
    option1_name: 'Size',
    price: '500',
    stock: '5',
    maker: business,
    responsible_person: business,
    pictures: `${src} ${text}`,
    ...Object.fromEntries(columns.map((column) => [column, text])),
  }
  const csv = `${Object.keys(cells).join()}\n${Object.values(cells).map(cell).join()}\n`
  await importCsv(target, headers, csv, { apply: true })

  const coupon = { discountType: 'PERCENTAGE', discountValue: 10 }
  await call('createCoupon', {
    headers,
    body: { ...coupon, code: 'ATTACK-ONE', name: attack('createCoupon.name') },
  })
  const { data: two } = await call('createCoupon', {
    headers,
    body: { ...coupon, code: 'ATTACK-TWO', name: 'Two' },
  })
  await call('updateCoupon', {
    headers,
    params: { couponId: two.id },
    body: {
      ...coupon,
      code: 'ATTACK-TWO',
      name: attack('updateCoupon.name'),
      version: two.version,
    },
  })

  await call('createSynonym', {
    headers,
    body: { term: attack('createSynonym.term'), synonyms: [attack('createSynonym.synonyms[]')] },
  })
  const { data: word } = await call('createSynonym', {
    headers,
    body: { term: 'attack', synonyms: ['bag'] },
  })
  await call('updateSynonym', {
    headers,
    params: { id: word.id },
    body: {
      term: attack('updateSynonym.term'),
      synonyms: [attack('updateSynonym.synonyms[]')],
      version: word.version,
    },
  })
  return {
    src,
    variantIds,
    products: [product, second].map(({ id, identifier }) => ({ id, identifier })),
    categories: [created, updated].map(({ id, identifier, path }) => ({ id, identifier, path })),
    couponCode: 'ATTACK-ONE',
  }
}

/** The records to look at afterwards. */
export interface Goods {
  /** A picture of the shop. */
  src: string
  variantIds: string[]
  products: Named[]
  categories: { id: string; identifier: string; path: string }[]
  couponCode: string
}

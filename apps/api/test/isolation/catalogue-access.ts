const nobody = '00000000-0000-4000-8000-000000000000'

/** For staff, with an unknown id. */
const staff = (admin: number, body?: object) => ({
  guest: 401,
  user: 403,
  admin,
  input: () => ({ params: { id: nobody }, body }),
})

/** A minimal product. */
const draft = {
  identifier: 'of-a-stranger',
  name: 'Of a Stranger',
  description: '',
  material: 'Felt',
  details: [],
  measurements: '',
  dimensions: null,
  fitsInside: '',
  materialsAndCare: '',
  sizeAndFit: null,
  sizeGuide: null,
  status: 'WITHDRAWN',
  publishedAt: '2026-01-01T00:00:00.000Z',
  isNew: false,
  categoryIds: [],
  relatedIds: [],
  pictures: [],
  options: [],
  variants: [
    {
      id: null,
      attributeValues: {},
      price: 1,
      salePrice: null,
      saleStartsAt: null,
      saleEndsAt: null,
      isEnabled: true,
      pictures: [],
    },
  ],
}

const change = { kind: 'new', isNew: true }

/** The endpoints of products, their stock, and pictures. */
export const productIsolation = {
  // Without a file; `uploads.routes.test.ts` sends some.
  uploadFiles: { guest: 401, user: 400 },

  listStaffProducts: staff(200),
  createProduct: staff(201, draft),
  exportProducts: staff(201, {}),
  // Without a file; `product-csv.test.ts` sends some.
  importProducts: staff(400),
  applyProductImport: staff(404),
  listCsvJobs: staff(200),
  getCsvJob: staff(404),
  downloadCsvFile: staff(404),
  previewBulkEdit: staff(404, { ids: [nobody], change }),
  applyBulkEdit: staff(404, { products: [{ id: nobody, version: 1 }], change }),
  getStaffProduct: staff(404),
  updateProduct: staff(404, { ...draft, version: 1 }),
  deleteProduct: staff(404),
  restoreProduct: staff(404),
  duplicateProduct: staff(404),
  listProductTurns: staff(404),
  saveProductTurn: staff(404, { color: '', frames: Array(12).fill('/media/none.00000000.webp') }),
  deleteProductTurn: staff(404),
  getVariantStock: staff(404),
  adjustStock: staff(404, { change: { kind: 'delta', delta: 1 }, reason: 'None' }),
  listStockMovements: staff(404),
  getPriceHistory: staff(404),
  getPriceRules: staff(200),
  savePriceRules: staff(409, { version: 'of another', document: { rules: [] } }),
  listInventory: staff(200),
  saveInventory: staff(404, {
    lines: [{ variantId: nobody, delta: 1, revision: 0, key: nobody }],
    reason: 'None',
  }),
  checkGoods: staff(200, { lines: [{ code: 'none', quantity: 1 }] }),
  receiveGoods: staff(404, {
    key: nobody,
    reference: 'None',
    note: '',
    lines: [{ variantId: nobody, quantity: 1 }],
  }),
  listDemand: staff(200),
  listGoodsReceipts: staff(200),
  getGoodsReceipt: staff(404),
  listColors: staff(200),
  createColor: staff(201, { name: 'Strange', hex: '#123456' }),
  updateColor: {
    ...staff(404),
    input: () => ({
      params: { name: 'None' },
      body: { name: 'None', hex: '#123456', version: 'of another' },
    }),
  },
}

const stale = { version: 'of another' }

/** For managers, with unknown ids and outdated versions. */
const manager = (
  admin: number,
  body?: object,
  params: Record<string, string> = { id: nobody },
) => ({
  guest: 401,
  user: 403,
  admin,
  input: () => ({ params, body }),
})

const picture = { src: '/media/editorial/none.00000000.webp', alt: '' }
const category = { name: 'None', slug: 'none', description: '', picture: null }
const words = { term: 'none', synonyms: ['nothing'] }

/** The endpoints of the shop's texts, categories and synonyms. */
export const contentIsolation = {
  getHomeDraft: manager(200),
  saveHome: manager(400, {
    ...stale,
    document: {
      banner: [{ picture, portrait: null, overline: '', title: 'None', ctas: 'None', link: '/' }],
      categoriesTitle: 'None',
      categoryTiles: [],
      servicesTitle: 'None',
      servicesCaption: '',
      serviceTiles: [],
      trendingTitle: 'None',
      newInTitle: 'None',
    },
  }),
  getSettingsDraft: manager(200),
  saveSettings: manager(409, {
    ...stale,
    document: { timeZone: 'UTC' },
  }),
  getDeliveryDraft: manager(200),
  saveDelivery: manager(409, {
    ...stale,
    document: {
      cutOff: '12:00',
      workingDays: [1],
      holidays: [],
      preparationDays: '1',
      defaultDeliveryText: ['None'],
      zones: [
        {
          id: 'none',
          name: 'None',
          countries: [],
          postcodes: [],
          methods: [
            { id: 'none', name: 'None', fee: 1, freeFrom: 1, transitDays: '1', totalDays: '' },
          ],
        },
      ],
    },
  }),
  getAvailability: manager(200),
  saveAvailability: manager(409, {
    ...stale,
    document: { isReadOnly: false, closedPaymentMethods: [], isChatClosed: false },
  }),
  getGiftsDraft: manager(200),
  saveGifts: manager(409, { ...stale, document: { isOffered: true, wrapFee: 25 } }),
  getRecommendationsDraft: manager(200),
  saveRecommendations: manager(409, {
    ...stale,
    document: { homeMain: [], homeSpecial: [], hotSearches: [], hotKeywords: [] },
  }),
  getFaqDraft: manager(200),
  saveFaq: manager(409, {
    ...stale,
    document: {
      themes: [{ slug: 'none', title: 'None', items: [{ question: 'None?', answer: ['None'] }] }],
    },
  }),
  listPages: manager(200),
  getPageDraft: manager(404, undefined, { slug: 'none' }),
  savePage: manager(
    404,
    {
      ...stale,
      document: {
        title: 'None',
        description: 'None',
        picture: null,
        sections: [{ id: 'none', heading: 'None', body: [], table: null }],
      },
    },
    { slug: 'none' },
  ),
  listPictures: manager(200),

  listSynonyms: manager(200),
  getSynonym: manager(404),
  createSynonym: manager(201, words),
  updateSynonym: manager(404, { ...words, ...stale }),
  deleteSynonym: manager(404),
  listNoResultSearches: manager(200),
  dismissNoResultSearch: manager(404, { term: 'none' }),
  restoreNoResultSearch: manager(404, { term: 'none' }),

  listCategories: manager(200),
  createCategory: manager(404, { ...category, identifier: 'none', parentId: nobody }),
  updateCategory: manager(404, { ...category, ...stale }),
  moveCategory: manager(404, { parentId: nobody, beforeId: null }),
  deleteCategory: manager(404),
  getCategoryArrangement: manager(404),
  saveCategoryArrangement: manager(404, { ...stale, document: { productIds: [] } }),
}

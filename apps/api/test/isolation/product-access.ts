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
}

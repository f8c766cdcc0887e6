/** The columns of the product itself: written once, or alike on every line of the product. */
export const productColumns = [
  'identifier',
  'name',
  'status',
  'material',
  'description',
  'details',
  'measurements',
  'dimensions_mm',
  'fits_inside',
  'materials_and_care',
  'size_and_fit',
  'size_guide',
  'composition',
  'country_of_origin',
  'hs_code',
  'weight_grams',
  'tax_class',
  'maker',
  'responsible_person',
  'seo_title',
  'seo_description',
  'new',
  'published_at',
  'withdraws_at',
  'categories',
  'positions',
  'related',
  'pictures',
] as const
export type ProductColumn = (typeof productColumns)[number]

export const optionColumns = [
  ['option1_name', 'option1_value'],
  ['option2_name', 'option2_value'],
  ['option3_name', 'option3_value'],
] as const

export const variantColumns = [
  'sku',
  'gtin',
  'price',
  'sale_price',
  'sale_starts_at',
  'sale_ends_at',
  'enabled',
  'stock',
  'stock_at_export',
  'exported_at',
  'variant_composition',
  'variant_country_of_origin',
  'variant_hs_code',
  'variant_weight_grams',
  'variant_pictures',
] as const

/** Every column, as the export orders them. */
export const columns = [...productColumns, ...optionColumns.flat(), ...variantColumns] as const
export type Column = (typeof columns)[number]

/** Separates several values in one cell. */
export const separator = '|'

/** Says of a line that was not imported why; an import passes over it. */
export const problemColumn = 'problem'

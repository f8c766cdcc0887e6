import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'
import { instant } from './money.ts'

/** Sales reports of any dates, and records as CSV files. Days are days of the shop's time zone. */
const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const count = z.number().int().nonnegative()
/** Dollars that may be below zero: refunds of shipping exceed the goods, for example. */
const amount = z.number()

/** The longest period, in days. */
export const mostReportDays = 731

const day = z.iso.date('Please choose a day')
const period = { from: day, until: day }
const daysBetween = ({ from, until }: { from: string; until: string }) =>
  (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1

export const reportSubjects = ['product', 'category', 'country', 'coupon'] as const
export type ReportSubject = (typeof reportSubjects)[number]

const figures = z.object({
  /** Orders with at least one unit of it. */
  orders: count,
  units: count,
  /** Goods at the prices they were sold for, with tax that was added to them. */
  gross: amount,
  /** The coupons' discounts, and what was accepted less than the totals of orders. */
  discounts: amount,
  shipping: amount,
  wrapping: amount,
  /** Refunds of these orders, split between their lines, shipping and wrapping. */
  refunds: amount,
  /** `gross - discounts + shipping + wrapping - refunds`. */
  net: amount,
})
export type ReportFigures = z.infer<typeof figures>

const reportRow = figures.extend({
  /** The id of a product, the identifier of a category, a country or a code; null: none of them. */
  key: z.string().nullable(),
  /** SHIPPING, WRAPPING: what orders paid for shipping and gift wrapping, which belong to no product or category. */
  kind: z.enum(['SUBJECT', 'SHIPPING', 'WRAPPING']),
  label: z.string(),
  /** The net sales of the period before, of the same length. */
  netBefore: amount,
})
export type ReportRow = z.infer<typeof reportRow>

const salesReport = z.object({
  at: instant,
  timeZone: z.string(),
  ...period,
  /** The period before. */
  beforeFrom: day,
  beforeUntil: day,
  /** By net sales, the highest first. */
  rows: z.array(reportRow),
  /** The sums of the rows; an order counts once. */
  total: figures,
  totalBefore: figures,
  /** The net sales of each day, with the days before. */
  days: z.array(z.object({ day, orders: count, sales: amount, salesBefore: amount })),
})
export type SalesReport = z.infer<typeof salesReport>

export const getSalesReport = defineEndpoint('getSalesReport', {
  summary:
    'Net sales by product, category, country or coupon: orders placed in a period, accepted and not cancelled, less discounts and refunds',
  access: 'admin',
  query: z
    .object({ by: z.enum(reportSubjects).default('product'), ...period })
    .refine((query) => daysBetween(query) >= 1, {
      path: ['until'],
      message: 'This is before the first day',
    })
    .refine((query) => daysBetween(query) <= mostReportDays, {
      path: ['until'],
      message: 'A report covers two years at most',
    }),
  response: envelope(salesReport),
  errors,
})

/** The kinds of export. Orders and customers contain personal data. */
export const exportKinds = [
  'orders',
  'orderLines',
  'customers',
  'invoices',
  'sales',
  'noResultSearches',
] as const
export type ExportKind = (typeof exportKinds)[number]

export const exportRecords = defineEndpoint('exportRecords', {
  summary:
    'Orders or their lines by the day they were placed, customers by the day they registered, invoices and credit notes by the day they were issued, a sales report, or terms searched for without results, as a CSV file',
  access: 'admin',
  needsConfirmation: true,
  body: z
    .strictObject({
      kind: z.enum(exportKinds),
      ...period,
      /** Of a sales report. */
      by: z.enum(reportSubjects).default('product'),
    })
    .refine((body) => daysBetween(body) >= 1, {
      path: ['until'],
      message: 'This is before the first day',
    }),
  download: 'text/csv',
  response: z.string(),
  errors: [...errors, 'CONFIRMATION_REQUIRED'],
})

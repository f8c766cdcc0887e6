import { z } from 'zod'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { instant } from './money.ts'
import { productStatuses } from './product-draft.ts'
import { mostAtOnce } from './products-bulk.ts'
import { flag } from './query.ts'

/** Products as CSV files (docs/products-csv.md). A file is read and written in the background, as a job. */
const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const

/** 64 MiB, and lines of it. */
export const largestImport = 64 * 1024 * 1024
export const mostImportLines = 100_000

/** EXPORT writes a file. CHECK is the dry run of an import, APPLY the import itself. */
const steps = ['EXPORT', 'CHECK', 'APPLY'] as const
const states = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const

/** A mistake in a file. */
const importMistake = z.object({
  /** The line number in an editor, counting the header. */
  line: z.number().int().positive(),
  /** Null if it concerns the whole line. */
  column: z.string().nullable(),
  message: z.string(),
})
export type ImportMistake = z.infer<typeof importMistake>

/** The effect of a line on the stock. */
const stockMove = z.object({
  line: z.number().int().positive(),
  identifier: z.string(),
  /** The values of its options; empty for a product of one variant. */
  variant: z.string(),
  before: z.number().int(),
  after: z.number().int(),
})
export type StockMove = z.infer<typeof stockMove>

/** The result of a dry run; during an import, the progress so far. */
const importReport = z.object({
  mistakes: z.array(importMistake),
  /** The number of all mistakes; `mistakes` contains the first. */
  mistakeCount: z.number().int(),
  created: z.number().int(),
  /** How many of those are withdrawn until staff publish them. */
  createdWithdrawn: z.number().int().default(0),
  updated: z.number().int(),
  unchanged: z.number().int(),
  variantsCreated: z.number().int(),
  variantsUpdated: z.number().int(),
  stockMoves: z.array(stockMove),
  /** The number of all moves; `stockMoves` contains the first. */
  stockChanged: z.number().int(),
})
export type ImportReport = z.infer<typeof importReport>

/** The progress of an import or export. */
export const csvJob = z.object({
  id: z.uuid(),
  step: z.enum(steps),
  state: z.enum(states),
  /** Of the imported file, or for saving the export. */
  fileName: z.string(),
  /** Whether lines without `stock_at_export` set the stock as counted. */
  setsStock: z.boolean(),
  /** The member of staff who started it. */
  actor: z.string().nullable(),
  startedAt: instant,
  updatedAt: instant,
  /** Lines of the file without its header; those processed in this step; those that failed. */
  lines: z.number().int(),
  linesDone: z.number().int(),
  linesFailed: z.number().int(),
  /** Null for an export. */
  report: importReport.nullable(),
  /** Why it failed. */
  failure: z.string().nullable(),
  /** The content of `downloadCsvFile`: an export, or the failed lines; null if there is none. */
  file: z.enum(['EXPORT', 'FAILED_LINES']).nullable(),
  /** When lines and file are deleted. */
  keptUntil: instant,
})
export type CsvJob = z.infer<typeof csvJob>

const jobId = z.object({ id: z.uuid() })

export const exportProducts = defineEndpoint('exportProducts', {
  summary:
    'Begins to write products as CSV, a variant a line: those that the staff’s list shows, or these',
  access: 'admin',
  status: 201,
  body: z.strictObject({
    q: z.string().trim().max(100).optional(),
    status: z.enum(productStatuses).optional(),
    /** Identifier of a category; includes its subcategories. */
    category: z.string().max(100).optional(),
    availability: z.enum(['IN_STOCK', 'LOW', 'SOLD_OUT']).optional(),
    onSale: z.boolean().default(false),
    /** These products, regardless of the other filters. */
    ids: z.array(z.uuid()).min(1).max(mostAtOnce).optional(),
  }),
  response: envelope(csvJob),
  errors,
})

export const importProducts = defineEndpoint('importProducts', {
  summary:
    'Takes a CSV file (`files[]`, docs/products-csv.md) and begins its dry run; nothing is changed',
  access: 'admin',
  status: 201,
  query: z.object({
    /** Lines with `stock` but without `stock_at_export` set the stock as counted. */
    setsStock: flag,
  }),
  upload: { mostFiles: 1, mostBytes: largestImport },
  response: envelope(csvJob),
  errors: [...errors, 'CSV_FILE_MISSING', 'PAYLOAD_TOO_LARGE'],
})

export const applyProductImport = defineEndpoint('applyProductImport', {
  summary: 'Begins to apply a file whose dry run found no mistake; goes on with one that stopped',
  access: 'admin',
  params: jobId,
  response: envelope(csvJob),
  errors: [...errors, 'CSV_JOB_NOT_FOUND', 'IMPORT_REFUSED', 'IMPORT_NOT_READY'],
})

export const listCsvJobs = defineEndpoint('listCsvJobs', {
  summary: 'The latest imports and exports of products, without their reports',
  access: 'admin',
  response: listEnvelope(csvJob),
  errors,
})

export const getCsvJob = defineEndpoint('getCsvJob', {
  summary: 'How far an import or export of products is, and what it found',
  access: 'admin',
  params: jobId,
  response: envelope(csvJob),
  errors: [...errors, 'CSV_JOB_NOT_FOUND'],
})

export const downloadCsvFile = defineEndpoint('downloadCsvFile', {
  summary: 'The file of an export, or the lines that an import could not take, for a day',
  access: 'admin',
  params: jobId,
  download: 'text/csv',
  response: z.string(),
  errors: [...errors, 'CSV_JOB_NOT_FOUND', 'CSV_FILE_GONE'],
})

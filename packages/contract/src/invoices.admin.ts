import { z } from 'zod'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { invoiceKinds, orderDocument } from './invoices.ts'
import { staffListQuery, unlessEmpty } from './query.ts'
import { lineOfText, linesOfText, requiredLine } from './text.ts'

const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const

/** An invoice or credit note in the list. */
const staffInvoice = orderDocument.extend({
  orderId: z.uuid(),
  /** `SV100001` */
  orderNumber: z.string(),
  /** The buyer's company or name; null once the account is closed. */
  buyer: z.string().nullable(),
  country: z.string(),
  /** Part of `amount`. */
  tax: z.number(),
})
export type StaffInvoice = z.infer<typeof staffInvoice>

export const listInvoices = defineEndpoint('listInvoices', {
  summary: 'Invoices and credit notes, the newest first, narrowed by kind, days and number',
  access: 'admin',
  query: z.object({
    /** `q`: the number of a document, or of an order. */
    ...staffListQuery(['issuedAt']),
    kind: unlessEmpty(z.enum(invoiceKinds)),
    /** Days of the shop's time zone, both included. */
    from: unlessEmpty(z.iso.date()),
    until: unlessEmpty(z.iso.date()),
  }),
  response: listEnvelope(staffInvoice),
  errors,
})

export const getInvoice = defineEndpoint('getInvoice', {
  summary: 'An invoice or credit note, as PDF',
  access: 'admin',
  staff: 'SUPPORT',
  params: z.object({ invoiceId: z.uuid() }),
  download: 'application/pdf',
  response: z.string(),
  errors: [...errors, 'INVOICE_NOT_FOUND'],
})

const prefix = z
  .string()
  .trim()
  .regex(/^[A-Z]{1,8}$/, 'Please use one to eight capital letters')

/** The seller and the numbering of documents; a document keeps the values of the day it was issued. */
export const invoicingDraft = z
  .strictObject({
    name: requiredLine('Please write the name of the seller', 120),
    /** In lines. */
    address: linesOfText(400),
    taxNumber: lineOfText(40),
    /** Register and number, capital, and whatever else the law requires. */
    registration: lineOfText(200),
    invoicePrefix: prefix,
    creditNotePrefix: prefix,
  })
  .refine(({ invoicePrefix, creditNotePrefix }) => invoicePrefix !== creditNotePrefix, {
    path: ['creditNotePrefix'],
    message: 'Credit notes have a series of their own',
  })
export type InvoicingDraft = z.output<typeof invoicingDraft>

const versioned = envelope(z.object({ version: z.string(), document: invoicingDraft }))

export const getInvoicing = defineEndpoint('getInvoicing', {
  summary: 'Who sells, and how invoices are numbered, as it is edited',
  access: 'admin',
  response: versioned,
  errors,
})

export const saveInvoicing = defineEndpoint('saveInvoicing', {
  summary: 'Saves who sells and how invoices are numbered, for documents from now on',
  access: 'admin',
  body: z.strictObject({ version: z.string().max(64), document: invoicingDraft }),
  response: versioned,
  errors: [...errors, 'STALE_EDIT'],
})

import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { instant } from './money.ts'

/** Invoices and credit notes, made as PDF when they are requested. */
export const invoiceKinds = ['INVOICE', 'CREDIT_NOTE'] as const

/** A document of an order. */
export const orderDocument = z.object({
  id: z.uuid(),
  kind: z.enum(invoiceKinds),
  /** `INV-2026-000123` */
  number: z.string(),
  issuedAt: instant,
  /** Tax included. Below zero where it takes a credit note back, whose refund failed. */
  amount: z.number(),
})
export type OrderDocument = z.infer<typeof orderDocument>

export const getMyInvoice = defineEndpoint('getMyInvoice', {
  summary: 'An invoice or credit note of one of my orders, as PDF',
  access: 'user',
  params: z.object({ orderId: z.uuid(), id: z.uuid() }),
  download: 'application/pdf',
  response: z.string(),
  errors: ['UNAUTHENTICATED', 'INVOICE_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

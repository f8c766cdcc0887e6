import type { CorrectionKind } from '@solvane/contract/orders.admin'
import type { Queryable } from '../../../platform/database/database.ts'
import type { OrderRow } from '../orders.queries.ts'

/** Columns of an order that staff can correct. */
export type CorrectableFields = Pick<
  OrderRow,
  | 'email'
  | 'shipping_full_name'
  | 'shipping_phone_number'
  | 'shipping_street_address'
  | 'shipping_address_line2'
  | 'shipping_city'
  | 'shipping_state'
  | 'shipping_postal_code'
  | 'shipping_country'
  | 'tracking_carrier'
  | 'tracking_number'
  | 'tracking_url'
>

/** The fields that a correction has changed. */
export type CorrectedFields = Record<string, string | null>

export interface CorrectionRow {
  order_id: string
  kind: CorrectionKind
  before: CorrectedFields
  after: CorrectedFields
  actor_id: string
  at: Date
}

/** Writes corrected fields of an order, with its next version. */
export async function updateCorrected(
  tx: Queryable,
  orderId: string,
  fields: Partial<CorrectableFields> & { version: number },
): Promise<void> {
  await tx.updateTable('orders').set(fields).where('id', '=', orderId).execute()
}

export async function insertCorrections(tx: Queryable, rows: CorrectionRow[]): Promise<void> {
  await tx
    .insertInto('order_correction')
    .values(
      rows.map((row) => ({
        ...row,
        before: JSON.stringify(row.before),
        after: JSON.stringify(row.after),
      })),
    )
    .execute()
}

/** The corrections of an order, oldest first. */
export function listCorrections(db: Queryable, orderId: string): Promise<CorrectionRow[]> {
  return db
    .selectFrom('order_correction')
    .select(['order_id', 'kind', 'before', 'after', 'actor_id', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .$castTo<CorrectionRow>()
    .execute()
}

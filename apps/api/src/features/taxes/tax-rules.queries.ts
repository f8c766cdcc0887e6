import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import type { TaxRule } from './order-tax.ts'

/** A rule as stored. */
interface TaxRuleRow extends TaxRule {
  country: string
  /** `2026-01-01`, in the shop's time zone. */
  valid_from: string
  source: string
}

const columns = sql`id, country, valid_from::text as valid_from, source, mode, standard_bp, reduced_bp,
  delivery_class, duties`

/** All rules, also former and future ones: by country, the newest first. */
export async function listRules(db: Queryable): Promise<TaxRuleRow[]> {
  const { rows } = await sql<TaxRuleRow>`
    select ${columns} from tax_rule order by country, valid_from desc, created_at desc`.execute(db)
  return rows
}

/** Adds a rule: rows are never changed, because orders keep theirs. */
export async function insertRule(db: Queryable, rule: Omit<TaxRuleRow, 'id'>): Promise<void> {
  await db.insertInto('tax_rule').values(rule).execute()
}

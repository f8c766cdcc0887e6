import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { listPolicies } from './return-policies.queries.ts'
import { addReturnPolicy, toTerms, validReturnPolicies } from './return-policies.ts'

/** Serves the terms of returns to managers. */
export function registerReturnPolicies(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listReturnPolicies, async () => {
    const db = ctx.db.kysely
    const valid = new Set((await validReturnPolicies(db, ctx.clock.now())).map(({ id }) => id))
    const data = (await listPolicies(db)).map((policy) => ({
      id: policy.id,
      countries: policy.countries,
      validFrom: policy.valid_from,
      source: policy.source,
      ...toTerms(policy),
      isValid: valid.has(policy.id),
    }))
    return { data, total: data.length }
  })
  registry.register(endpoints.addReturnPolicy, async ({ body }) => {
    await addReturnPolicy(ctx, {
      countries: [...new Set(body.countries)].toSorted(),
      valid_from: body.validFrom,
      source: body.source,
      notice_days: body.noticeDays,
      arrival_days: body.arrivalDays,
      fee_from_bp: Math.round(body.feeFrom * 100),
      fee_until_bp: Math.round(body.feeUntil * 100),
      is_withdrawal: body.isWithdrawal,
      refunds_delivery: body.refundsDelivery,
      shop_pays_postage: body.shopPaysPostage,
      return_address: body.address || null,
    })
    // Pages name the terms to search engines.
    ctx.changes.publish(['content'])
    return { data: null }
  })
}

import { endpoints } from '@solvane/contract/endpoints'
import { toLocalTime } from '@solvane/contract/time-zone'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { shopTimeZone } from '../content/read-content.ts'
import { insertRule, listRules } from './tax-rules.queries.ts'

/** Serves the tax rules to managers. */
export function registerTaxRules(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listTaxRules, async () => {
    const today = toLocalTime(ctx.clock.now(), await shopTimeZone(ctx)).slice(0, 10)
    const rules = await listRules(ctx.db.kysely)
    const valid = new Map<string, string>()
    for (const { id, country, valid_from } of rules)
      if (valid_from <= today && !valid.has(country)) valid.set(country, id)
    const data = rules.map((rule) => ({
      id: rule.id,
      country: rule.country,
      validFrom: rule.valid_from,
      source: rule.source,
      mode: rule.mode,
      standardRate: rule.standard_bp / 100,
      reducedRate: rule.reduced_bp / 100,
      deliveryClass: rule.delivery_class,
      duties: rule.duties,
      isValid: valid.get(rule.country) === rule.id,
    }))
    return { data, total: data.length }
  })
  registry.register(endpoints.addTaxRule, async ({ body }) => {
    await insertRule(ctx.db.kysely, {
      country: body.country,
      valid_from: body.validFrom,
      source: body.source,
      mode: body.mode,
      standard_bp: Math.round(body.standardRate * 100),
      reduced_bp: Math.round(body.reducedRate * 100),
      delivery_class: body.deliveryClass,
      duties: body.duties,
    })
    return { data: null }
  })
}

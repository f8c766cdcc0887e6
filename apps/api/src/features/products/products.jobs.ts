import type { AppContext } from '../../context.ts'
import { removeOldCsvFiles } from './csv/csv-jobs.ts'
import { csvJobKind, runCsvJob } from './csv/run-csv-job.ts'
import { priceRulesChanged, recomputePriorPrices } from './record-prices.ts'

/** Registers the jobs of imports and exports, and of prior prices after a change of their rules. */
export async function registerProductJobs(ctx: AppContext): Promise<void> {
  await ctx.jobs.handle(csvJobKind, ({ id }) => runCsvJob(ctx, id))
  await ctx.jobs.handle(priceRulesChanged, () => recomputePriorPrices(ctx))
  await ctx.jobs.every('remove-old-csv-files', 30, () => removeOldCsvFiles(ctx))
}

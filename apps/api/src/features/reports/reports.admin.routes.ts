import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { getSalesReport } from '../dashboard/sales-report.ts'
import { exportRecords } from './export-records.admin.ts'

/** Serves sales reports and CSV files of records. */
export function registerReports(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.getSalesReport, async (input) => ({
    data: await ctx.replica.read(input, (db) => getSalesReport({ ...ctx, db }, input.query)),
  }))
  registry.register(endpoints.exportRecords, async (input) => ({
    download: await ctx.replica.read(input, (db) => exportRecords({ ...ctx, db }, input.body)),
  }))
}

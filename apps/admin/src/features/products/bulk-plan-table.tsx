import type { BulkPlan } from '@solvane/contract/products-bulk'
import { formatMoment } from '../../parts/moment.tsx'
import { Mark } from '../../parts/panel.tsx'
import styles from './bulk-plan-table.module.css'
import grid from './grid.module.css'

/** Instants within a sentence of the plan, shown in the shop's zone. */
const instants = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

function inShopZone(text: string): string {
  return text.replace(instants, formatMoment)
}

/** The changes of each product; products with problems first. */
export function BulkPlanTable({ plan }: { plan: BulkPlan }) {
  const products = plan.products.toSorted(
    (one, other) => Number(other.problem !== null) - Number(one.problem !== null),
  )
  return (
    <div className={styles.scroll}>
      <table className={grid.grid}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Field</th>
            <th scope="col">Now</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ id, name, problem, changes }) =>
            problem !== null || changes.length === 0 ? (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td colSpan={3}>
                  {problem === null ? (
                    <Mark tone="quiet">No change</Mark>
                  ) : (
                    <Mark tone="urgent">{problem}</Mark>
                  )}
                </td>
              </tr>
            ) : (
              changes.map(({ what, before, after }, at) => (
                <tr key={`${id} ${what}`}>
                  {at === 0 && (
                    <th scope="rowgroup" rowSpan={changes.length}>
                      {name}
                    </th>
                  )}
                  <td>{what}</td>
                  <td className={styles.before}>{inShopZone(before)}</td>
                  <td>{inShopZone(after)}</td>
                </tr>
              ))
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

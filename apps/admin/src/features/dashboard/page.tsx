import { type BackOfficePage, page } from '../../data/resource.ts'

/** What the day brings, where everyone begins. */
export const dashboardPage: BackOfficePage = {
  path: '',
  label: 'Today',
  group: 'Today',
  least: 'SUPPORT',
  page: page(() => import('./dashboard.tsx'), 'Dashboard'),
}

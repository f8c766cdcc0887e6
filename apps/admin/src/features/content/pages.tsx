import { type BackOfficePage, page } from '../../data/resource.ts'

/** What staff write of the house. */
export const contentPages: readonly BackOfficePage[] = [
  {
    path: 'home-page',
    label: 'Home page',
    group: 'Content',
    page: page(() => import('./home-page.tsx'), 'HomePage'),
  },
  {
    path: 'chosen-pieces',
    label: 'Chosen pieces',
    group: 'Content',
    page: page(() => import('./chosen-pieces-page.tsx'), 'ChosenPiecesPage'),
  },
  {
    path: 'questions',
    label: 'Questions',
    group: 'Content',
    page: page(() => import('./questions-page.tsx'), 'QuestionsPage'),
  },
  {
    path: 'information',
    label: 'Information pages',
    group: 'Content',
    page: page(() => import('./information-page.tsx'), 'InformationPage'),
  },
  {
    path: 'delivery',
    label: 'Delivery',
    group: 'Content',
    page: page(() => import('./delivery-page.tsx'), 'DeliveryPage'),
  },
  {
    path: 'time-zone',
    label: 'Time zone',
    group: 'Content',
    page: page(() => import('./time-zone-page.tsx'), 'TimeZonePage'),
  },
]

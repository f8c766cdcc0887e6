import type { CallOutput } from '@solvane/client/api'
import { useRouteLoaderData } from 'react-router'

/** What every page has at hand: the menu and the settings of the house. */
export interface LayoutData {
  categories: CallOutput<'getCategoryTree'>['data']['data']
  settings: CallOutput<'getSiteSettings'>['data']
}

/** The layout's data, from any page under it. */
export function useLayoutData(): LayoutData {
  return useRouteLoaderData('layout') as LayoutData
}

import type { EndpointOutput } from '@solvane/client/api'
import { useRouteLoaderData } from 'react-router'

/** What every page has at hand: the menu and the settings of the house. */
export interface LayoutData {
  categories: EndpointOutput<'getCategoryTree'>['data']['data']
  settings: EndpointOutput<'getSiteSettings'>['data']
}

/** The layout's data, from any page under it. */
export function useLayoutData(): LayoutData {
  return useRouteLoaderData('layout') as LayoutData
}

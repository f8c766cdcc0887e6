import type { EndpointOutput } from '@solvane/client/api'
import { useRouteLoaderData } from 'react-router'

/** The data of every page: the category tree and the shop's settings. */
export interface LayoutData {
  categories: EndpointOutput<'getCategoryTree'>['data']['data']
  settings: EndpointOutput<'getSiteSettings'>['data']
}

/** The layout's data, from any page under it. */
export function useLayoutData(): LayoutData {
  return useRouteLoaderData('layout') as LayoutData
}

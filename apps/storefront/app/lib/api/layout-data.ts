import type { EndpointOutput } from '@solvane/client/api'
import type { CatalogPicture } from '@solvane/client/image-urls'
import type { CategoryNode } from '@solvane/contract/categories'
import type { MethodFees } from '@solvane/contract/delivery-fee'
import { useRouteLoaderData } from 'react-router'

/** A category as every page knows it. */
export interface MenuCategory {
  name: string
  path: string
  children: MenuCategory[]
}

/** The data of every page: the category tree and the shop's settings. */
export interface LayoutData {
  categories: MenuCategory[]
  /** Of the first category: for pages without one of their own. */
  picture: CatalogPicture | null
  settings: EndpointOutput<'getSiteSettings'>['data']
}

/**
 * The fields of a category that every page needs. Every document carries the whole tree for
 * hydration, so it must be small: the menu loads the pictures when it is opened.
 */
export function toMenuCategory({ name, path, children }: CategoryNode): MenuCategory {
  return { name, path, children: children.map(toMenuCategory) }
}

/** The layout's data, from any page under it. */
export function useLayoutData(): LayoutData {
  return useRouteLoaderData('layout') as LayoutData
}

/** The settings that pictures need on a page outside the layout, which may lack its other data. */
export type OutsideData = Pick<LayoutData['settings'], 'assetsBaseUrl'>

/** The base of picture addresses, for any page. */
export function useAssetsBaseUrl(): string {
  const layout = useRouteLoaderData('layout') as LayoutData | undefined
  const outside = useRouteLoaderData('outside') as OutsideData | undefined
  return layout?.settings.assetsBaseUrl ?? outside?.assetsBaseUrl ?? ''
}

/** Delivery by the standard method, as every page knows it: for shoppers whose address is unknown. */
export function usualDelivery({
  shippingFee: fee,
  freeShippingFrom: freeFrom,
  weightBands,
  totalDays,
}: LayoutData['settings']): MethodFees & { totalDays: string } {
  return { fee, freeFrom, weightBands, totalDays }
}

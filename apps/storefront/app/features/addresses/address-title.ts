import type { Address } from '@solvane/contract/addresses'

/** The title that the form of the default address saves (decision P13). */
export const defaultAddressTitle = 'default'

/** What an address is called. The form of the default address names it for the record, not for the eye. */
export function shownTitle({ title, isDefault }: Pick<Address, 'title' | 'isDefault'>): string {
  if (title !== defaultAddressTitle) return title
  return isDefault ? 'Default address' : 'Former default address'
}

/** The address an order goes to: the one chosen, else the default one, else the first. */
export function addressChoice<Address extends { id: string; isDefault: boolean }>(
  addresses: readonly Address[],
  selectedId: string | null,
): Address | null {
  return (
    addresses.find(({ id }) => id === selectedId) ??
    addresses.find(({ isDefault }) => isDefault) ??
    addresses[0] ??
    null
  )
}

/** A name of the code as text: `changeStaffRole` becomes "Change staff role", `order-shipped` "Order shipped". */
export function inWords(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

/** What a shopper reads over the values of an option. The wire name of the colours is American. */
export function optionLabel(name: string): string {
  return name.toLowerCase() === 'color' ? 'Colour' : name
}

/** An order's number as people say it: `SV100001`. */
export function toOrderNumber(number: number): string {
  return `SV${number}`
}

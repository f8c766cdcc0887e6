/** Address of a piece's page; with a colour, as it looks in that. */
export function productPath(identifier: string, color?: string | null): string {
  const path = `/product/${encodeURIComponent(identifier)}`
  return color ? `${path}?color=${encodeURIComponent(color)}` : path
}

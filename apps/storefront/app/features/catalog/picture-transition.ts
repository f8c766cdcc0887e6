/** The name under which the picture of a piece grows from its card into its page. */
export function pictureTransition(identifier: string): string {
  return `piece-${identifier}`
}

/** Characters of a page's description that search engines show. */
const mostShown = 160

/** What is shown of `text` where a page is found: all of it, or as many whole words as fit. */
export function snippetOf(text: string): string {
  if (text.length <= mostShown) return text
  const words = text.slice(0, mostShown).replace(/\s+\S*$/, '')
  return `${words.replace(/[.,;:–]$/, '')}…`
}

/** Signs that are in no address as it is written down. */
const unwritable = /[\s\\"<>`\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** Whether `link` is an address of the web by https, of one host and nobody's name before it. */
export function isHttpsAddress(link: string): boolean {
  if (unwritable.test(link) || !/^https:\/\/[^/]/i.test(link) || !URL.canParse(link)) return false
  const { username, password } = new URL(link)
  return username === '' && password === ''
}

/** Whether `link` leads into the shop (a path with one slash before it), or elsewhere by https. */
export function leadsSomewhere(link: string): boolean {
  if (!link.startsWith('/')) return isHttpsAddress(link)
  return !link.startsWith('//') && !unwritable.test(link)
}

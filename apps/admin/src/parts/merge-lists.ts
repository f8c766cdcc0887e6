import type { Keyed } from './ordered-list.tsx'

type Item = Keyed<object> & { id?: unknown; slug?: unknown }

/** Whether a value is a list of items with keys, see `keyed`. */
function isList(value: unknown): value is Item[] {
  return Array.isArray(value) && value.length > 0 && value.every(hasKey)
}

function hasKey(item: unknown): item is Item {
  return typeof item === 'object' && item !== null && 'key' in item
}

/** The content of a value; keys are new each time a document is loaded. */
function contentOf(value: unknown): string {
  return JSON.stringify(value, (name, part) => (name === 'key' ? undefined : part)) ?? ''
}

/**
 * Merges edits with a newer version, field by field and, in lists, item by item. What only one side changed,
 * added, removed or moved is taken from it; where both changed the same, the edit counts. Items are
 * matched by their id or slug, else by their content.
 */
export function mergeDocuments<Values extends object>(
  base: Values,
  edited: Values,
  latest: Values,
): Values {
  const [before, mine, theirs] = [base, edited, latest].map(
    (values) => new Map<string, unknown>(Object.entries(values)),
  )
  const merged = [...(theirs ?? [])].map(([name, value]) => [
    name,
    mergeField(before?.get(name), mine?.get(name), value),
  ])
  return { ...latest, ...Object.fromEntries(merged) }
}

function mergeField(base: unknown, edited: unknown, latest: unknown): unknown {
  if (contentOf(edited) === contentOf(base)) return latest
  const lists = [base, edited, latest]
  const areLists = lists.every((list) => isList(list) || (Array.isArray(list) && !list.length))
  if (!areLists || !lists.some(isList)) return edited
  return mergeLists(base as Item[], edited as Item[], latest as Item[])
}

function mergeLists(base: Item[], edited: Item[], newer: Item[]): Item[] {
  const latest = withKeysOf(base, newer)
  const [before, mine, theirs] = [base, edited, latest].map(byKey) as [Items, Items, Items]
  const isKept = ({ key }: Item) => {
    const was = before.get(key)
    if (!was) return true
    const [here, there] = [mine.get(key), theirs.get(key)]
    // Removed there but edited here: the edit counts.
    return here !== undefined && (there !== undefined || contentOf(here) !== contentOf(was))
  }
  const isMoved = orderOf(edited, before, mine) !== orderOf(base, mine, before)
  const [leading, other] = isMoved ? [edited, latest] : [latest, edited]
  return insertMissing(leading, other)
    .filter(isKept)
    .map(({ key }) => {
      const [was, here, there] = [before.get(key), mine.get(key), theirs.get(key)]
      if (was && here && there) return mergeDocuments(was, here, there)
      return (here ?? there) as Item
    })
}

type Items = Map<string, Item>

const byKey = (items: Item[]): Items => new Map(items.map((item) => [item.key, item]))

/** The order of the items that two versions share. */
function orderOf(items: Item[], one: Items, other: Items): string {
  return items
    .map(({ key }) => key)
    .filter((key) => one.has(key) && other.has(key))
    .join(' ')
}

/** `items` with those that only `other` has, each after the item that it follows there. */
function insertMissing(items: Item[], other: Item[]): Item[] {
  const all = [...items]
  for (const [at, item] of other.entries()) {
    if (all.some(({ key }) => key === item.key)) continue
    const after = all.findIndex(({ key }) => key === other[at - 1]?.key)
    all.splice(after + 1, 0, item)
  }
  return all
}

/** The latest items, with the keys of the same items of `base`. */
function withKeysOf(base: Item[], latest: Item[]): Item[] {
  const free = new Set(base)
  const same = new Map<Item, Item>()
  const isSame = [
    (one: Item, two: Item) => nameOf(one) !== null && nameOf(one) === nameOf(two),
    (one: Item, two: Item) => contentOf(one) === contentOf(two),
    (one: Item, two: Item) => nameOf(one) === null && nameOf(two) === null && isAlike(one, two),
  ]
  for (const is of isSame)
    for (const item of latest) {
      if (same.has(item)) continue
      const match = [...free].find((candidate) => is(candidate, item))
      if (!match) continue
      same.set(item, match)
      free.delete(match)
    }
  return latest.map((item) => {
    const match = same.get(item)
    return match ? { ...item, key: match.key } : item
  })
}

/** The identity of an item, whatever else changes; null for items without one. */
function nameOf({ id, slug }: Item): string | null {
  const name = id ?? slug
  return typeof name === 'string' && name !== '' ? name : null
}

/** Whether one item is probably an edit of the other: at least half of its fields are equal. */
function isAlike(one: Item, two: Item): boolean {
  const fields = Object.entries(one).filter(([name]) => name !== 'key')
  const others = new Map<string, unknown>(Object.entries(two))
  const equal = fields.filter(([name, value]) => contentOf(value) === contentOf(others.get(name)))
  return equal.length * 2 >= fields.length
}

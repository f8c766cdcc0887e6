import { isStatementRefused } from './database-errors.ts'

export interface Gathering<Item, Result> {
  /** Does all of `items`, or none of them, and gives what came of each, in their order. */
  together: (items: Item[]) => Promise<Result[]>
  /** Of items that are done in the order they came: none is begun while another of its key is under way. */
  keyOf?: (item: Item) => string
  /** How many are done together at most. */
  most?: number
  /** How many of those groups are under way at a time. */
  lanes?: number
}

interface Waiting<Item, Result> {
  item: Item
  key: string | undefined
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that batches items: all that come while a batch is under way make the next one. When many come,
 * or the disk is slow, they share a round trip and a commit, and none waits for more
 * than the group before its own. What the database refuses is tried again item by item, so that nobody
 * bears another's error.
 */
export function gather<Item, Result>({
  together,
  keyOf,
  most = 100,
  lanes = 1,
}: Gathering<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  const busy = new Set<string>()
  let underWay = 0
  let isDue = false

  function takeGroup(): Waiting<Item, Result>[] {
    const group: Waiting<Item, Result>[] = []
    waiting = waiting.filter((one) => {
      if (group.length === most || (one.key !== undefined && busy.has(one.key))) return true
      group.push(one)
      return false
    })
    return group
  }

  function begin(): void {
    isDue = false
    while (underWay < lanes) {
      const group = takeGroup()
      if (group.length === 0) return
      const keys = new Set(group.flatMap(({ key }) => key ?? []))
      for (const key of keys) busy.add(key)
      underWay += 1
      void carryOut(group).then(() => {
        underWay -= 1
        for (const key of keys) busy.delete(key)
        begin()
      })
    }
  }

  async function carryOut(group: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await together(group.map(({ item }) => item))
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (group.length > 1 && isStatementRefused(error)) await carryOutEach(group)
      else for (const { reject } of group) reject(error)
    }
  }

  async function carryOutEach(group: Waiting<Item, Result>[]): Promise<void> {
    const ofKeys = [...Map.groupBy(group, (one) => one.key ?? one).values()]
    await Promise.all(
      ofKeys.map(async (inOrder) => {
        for (const one of inOrder) await carryOut([one])
      }),
    )
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, key: keyOf?.(item), resolve, reject })
      if (isDue) return
      isDue = true
      // Those that came in at the same time go together too.
      setImmediate(begin)
    })
}

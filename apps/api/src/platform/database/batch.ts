import { isStatementRejected } from './database-errors.ts'

export interface BatchOptions<Item, Result> {
  /** Processes all `items` or none, and returns their results in order. */
  runBatch: (items: Item[]) => Promise<Result[]>
  /** Items with the same key are processed in order: none starts while another is under way. */
  keyOf?: (item: Item) => string
  /** The most items of a batch. */
  mostItems?: number
  /** The most concurrent batches. */
  concurrency?: number
}

interface Waiting<Item, Result> {
  item: Item
  key: string | undefined
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that batches items. All items that arrive while a batch is running form the
 * next one: under load they share a round trip and a commit, and each waits for at most one earlier
 * batch. A batch that the database rejects is repeated item by item, so that each gets its own
 * error.
 */
export function createBatcher<Item, Result>({
  runBatch,
  keyOf,
  mostItems = 100,
  concurrency = 1,
}: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  const busy = new Set<string>()
  let underWay = 0
  let isDue = false

  function takeGroup(): Waiting<Item, Result>[] {
    const group: Waiting<Item, Result>[] = []
    waiting = waiting.filter((one) => {
      if (group.length === mostItems || (one.key !== undefined && busy.has(one.key))) return true
      group.push(one)
      return false
    })
    return group
  }

  function begin(): void {
    isDue = false
    while (underWay < concurrency) {
      const group = takeGroup()
      if (group.length === 0) return
      const keys = new Set(group.flatMap(({ key }) => key ?? []))
      for (const key of keys) busy.add(key)
      underWay += 1
      void run(group).then(() => {
        underWay -= 1
        for (const key of keys) busy.delete(key)
        begin()
      })
    }
  }

  async function run(group: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await runBatch(group.map(({ item }) => item))
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (group.length > 1 && isStatementRejected(error)) await runEach(group)
      else for (const { reject } of group) reject(error)
    }
  }

  async function runEach(group: Waiting<Item, Result>[]): Promise<void> {
    const ofKeys = [...Map.groupBy(group, (one) => one.key ?? one).values()]
    await Promise.all(
      ofKeys.map(async (inOrder) => {
        for (const one of inOrder) await run([one])
      }),
    )
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, key: keyOf?.(item), resolve, reject })
      if (isDue) return
      isDue = true
      // Items that arrive in the same tick share a batch, too.
      setImmediate(begin)
    })
}

import { showToast } from '@solvane/ui/toast.ts'
import { useCallback, useRef, useState, useSyncExternalStore } from 'react'

/** State outside of React that tells of its changes. */
interface Store<Snapshot> {
  subscribe: (listener: () => void) => () => void
  /** The same object until something changes. */
  snapshot: () => Snapshot
}

const never = () => () => {}

/**
 * A store whose code is loaded when it is first needed. `open` loads and makes it and is called
 * once, again only after a failure; `unknown` is what is shown until then.
 */
export function useLazyStore<Snapshot, Opened extends Store<Snapshot>>(
  open: () => Promise<Opened>,
  unknown: Snapshot,
) {
  const [store, setStore] = useState<Opened | null>(null)
  const opening = useRef<Promise<Opened> | null>(null)
  const openFirst = useRef(open)

  /** The store; rejects when it does not load. */
  const load = useCallback(() => {
    opening.current ??= openFirst.current().then(
      (opened) => {
        setStore(opened)
        return opened
      },
      (error: unknown) => {
        opening.current = null
        throw error
      },
    )
    return opening.current
  }, [])

  return {
    snapshot: useSyncExternalStore(
      store?.subscribe ?? never,
      store?.snapshot ?? (() => unknown),
      () => unknown,
    ),
    /** Loads it quietly. */
    prepare: useCallback(() => void load().catch(() => {}), [load]),
    /** The store; null when it does not load, which the shopper is told. */
    demand: useCallback(
      () =>
        load().catch(() => {
          showToast('This part did not load. Please check your connection and try again.', 'error')
          return null
        }),
      [load],
    ),
  }
}

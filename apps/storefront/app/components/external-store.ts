import { showToast } from '@solvane/ui/toast'
import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { never } from '../lib/when.tsx'

/** A set of listeners: `notify` calls each of them, `subscribe` adds one and returns its removal. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** State outside of React that notifies of its changes. */
interface Store<Snapshot> {
  subscribe: (listener: () => void) => () => void
  /** Returns one object until something changes. */
  snapshot: () => Snapshot
}

/**
 * A store whose code is loaded when it is first needed. `open` loads and creates it; it is called
 * once, and again only after a failure. `initial` is the snapshot until then.
 */
export function useLazyStore<Snapshot, Opened extends Store<Snapshot>>(
  open: () => Promise<Opened>,
  initial: Snapshot,
) {
  const [store, setStore] = useState<Opened | null>(null)
  const opening = useRef<Promise<Opened> | null>(null)
  const openFirst = useRef(open)

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
      store?.snapshot ?? (() => initial),
      () => initial,
    ),
    /** Loads the store without showing the shopper a failure; in a task of its own, as `useOnDemand`. */
    prepare: useCallback(() => void setTimeout(() => load().catch(() => {})), [load]),
    /** The store; null, after a toast, when it does not load. */
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

/** A search as it was left for one of the pieces it found. */
export interface KeptSearch {
  text: string
  /** Pixels that its results were scrolled. */
  top: number
}

/** Keeps the search with its history entry: going back finds it open as it was. */
export function keepSearch(search: KeptSearch): void {
  history.replaceState({ ...history.state, search }, '')
}

/** The search that was open when this history entry was left; null when there was none. */
export function keptSearch(): KeptSearch | null {
  return history.state?.search ?? null
}

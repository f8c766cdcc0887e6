/** Calls `work` once the page is idle; where browsers cannot tell, after two seconds. */
export function whenIdle(work: () => void): void {
  const wait = window.requestIdleCallback ?? ((begin) => setTimeout(begin, 2_000))
  wait(work)
}

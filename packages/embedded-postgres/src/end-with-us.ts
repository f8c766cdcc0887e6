import type { ChildProcess } from 'node:child_process'

/** Has `kill` called when this process exits before the child does: nobody could stop it any more. */
export function endWithUs(child: ChildProcess, kill: () => void): void {
  process.once('exit', kill)
  const forget = () => process.off('exit', kill)
  child.once('exit', forget)
  child.once('error', forget)
}

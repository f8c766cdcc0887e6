import type { ChildProcess } from 'node:child_process'

/** Calls `kill` if this process exits before the child: nobody could stop it afterwards. */
export function endWithUs(child: ChildProcess, kill: () => void): void {
  process.once('exit', kill)
  const forget = () => process.off('exit', kill)
  child.once('exit', forget)
  child.once('error', forget)
}

// Plain JavaScript: `npm start` uses this on Node 20 before anything is installed.
import { isatty } from 'node:tty'

/**
 * Endpoints `stop` when a signal asks this process to end. A terminal that closes (SIGHUP) asks only what
 * reads from it or writes to it: anything else was started to outlive it, with nohup for instance,
 * whose wish Node.js itself has undone by the time it runs us.
 * @param {(signal: NodeJS.Signals) => void} stop
 * @param {() => void} [outlive] called when a terminal closed that this process outlives.
 */
export function onStopSignal(stop, outlive = () => {}) {
  // Asked now: one that is closed is no terminal any more.
  const hasTerminal = [0, 1, 2].some((file) => isatty(file))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', hasTerminal ? stop : outlive)
}

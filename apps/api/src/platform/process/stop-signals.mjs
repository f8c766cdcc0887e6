// Plain JavaScript: `npm start` uses this on Node 20 before anything is installed.
import { isatty } from 'node:tty'

/**
 * Calls `stop` when a signal asks this process to end. A closing terminal (SIGHUP) stops it only if it
 * reads from the terminal or writes to it; otherwise it was started to outlive it, with nohup for instance,
 * which Node.js undoes when it starts.
 * @param {(signal: NodeJS.Signals) => void} stop
 * @param {() => void} [outlive] called when a terminal closed that this process outlives.
 */
export function onStopSignal(stop, outlive = () => {}) {
  // Checked now, because a closed terminal is no longer recognized as one.
  const hasTerminal = [0, 1, 2].some((file) => isatty(file))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', hasTerminal ? stop : outlive)
}

import { spawn } from 'node:child_process'
import { onStopSignal } from '../apps/api/src/platform/process/stop-signals.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
let stopAsked = false

/** Whether this process was asked to stop. */
export function isStopAsked() {
  return stopAsked
}

/**
 * Passes every signal that asks this process to end on to the children, and remembers that it came.
 * @param {() => void} [outlive] called when a terminal closed that this process outlives.
 */
export function forwardSignals(outlive) {
  onStopSignal((signal) => {
    stopAsked = true
    for (const child of running) child.kill(signal)
  }, outlive)
}

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null, output: string }>} the exit code,
 *   1 where a signal ended it, and what it printed where `stdio` is `pipe`. Nothing is run, as if the
 *   signal had come a moment later, once this process was asked to stop.
 */
export function run(program, args, options) {
  if (stopAsked) return Promise.resolve({ code: 1, signal: 'SIGTERM', output: '' })
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options)
    running.add(child)
    let output = ''
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('error', (error) => {
      running.delete(child)
      reject(error)
    })
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code: code ?? 1, signal, output })
    })
  })
}

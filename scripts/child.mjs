import { spawn } from 'node:child_process'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
let stopAsked = false

/** Whether someone asked this process to stop. */
export function isStopAsked() {
  return stopAsked
}

/** Passes every signal that ends a program on to the children, and remembers that it came. */
export function forwardSignals() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      stopAsked = true
      for (const child of running) child.kill(signal)
    })
  }
}

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number, output: string }>} the exit code (128 + n after signal n counts
 *   as 1), and what it printed where `stdio` is `pipe`.
 */
export function run(program, args, options) {
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
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output })
    })
  })
}

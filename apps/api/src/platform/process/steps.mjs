// Plain JavaScript: `npm start` uses this on Node 20 before anything is installed.

/**
 * Prints progress, one line per step with its duration. On a terminal the duration
 * counts up while it runs. A step that fails during a shutdown is shown as stopped.
 * @param {{ isStopping?: () => boolean }} [options]
 */
export function createSteps({ isStopping = () => false } = {}) {
  const out = process.stdout
  /** @type {{ title: string, since: number, timer: NodeJS.Timeout | undefined } | undefined} */
  let current
  const live = out.isTTY === true
  // The reader of the output may close it, as `head` does; the work continues.
  out.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== 'EPIPE') throw error
  })

  /** @param {string} ending */
  function end(ending) {
    if (!current) return
    clearInterval(current.timer)
    out.write(live ? `\r${current.title}… ${ending}\x1b[K\n` : `${ending}\n`)
    current = undefined
  }

  function elapsed() {
    return current ? formatDuration(performance.now() - current.since) : ''
  }

  return {
    /**
     * Runs `work` as a step called `title`.
     * @template T
     * @param {string} title
     * @param {() => Promise<T> | T} work
     * @returns {Promise<T>}
     */
    async run(title, work) {
      out.write(`${title}… `)
      current = { title, since: performance.now(), timer: undefined }
      if (live) {
        current.timer = setInterval(() => out.write(`\r${title}… ${elapsed()}`), 1000)
        current.timer.unref()
      }
      try {
        const result = await work()
        end(elapsed())
        return result
      } catch (error) {
        end(isStopping() ? 'stopped' : 'failed')
        throw error
      }
    },
    /**
     * Prints a separate line, even within a step.
     * @param {string} line
     */
    note(line) {
      if (!current) {
        out.write(`${line}\n`)
        return
      }
      out.write(live ? `\r${line}\x1b[K\n${current.title}… ` : `\n  ${line}\n  `)
    },
  }
}

/**
 * Formats a duration: `80 ms`, `3.1 s`, `31 s`, `2 min 5 s`.
 * @param {number} milliseconds
 */
export function formatDuration(milliseconds) {
  const seconds = milliseconds / 1000
  if (seconds < 1) return `${Math.round(milliseconds)} ms`
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

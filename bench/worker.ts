import { type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'

/** A program in a separate process that answers every message with one message. */
export interface Worker<Question, Answer> {
  ask(question: Question): Promise<Answer>
  /** Ends the program; resolves when it has exited. */
  stop(): Promise<void>
  /** Kills the program. */
  kill(): Promise<void>
  /** Rejects with the program's output when it exits. */
  ended: Promise<never>
}

export interface WorkerOptions extends ForkOptions {
  /** Called with all output so far, whenever there is more. */
  onOutput?: (text: string) => void
}

const longestOutput = 4_000

/**
 * Starts `program`. Send one question at a time; `ask` rejects if the program exits instead of
 * answering.
 */
export function startWorker<Question extends object | string, Answer>(
  program: URL,
  { onOutput, ...options }: WorkerOptions = {},
): Worker<Question, Answer> {
  const child = fork(program, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], ...options })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed = (printed + chunk).slice(-longestOutput)
      onOutput?.(printed)
    })
  }
  const gone = once(child, 'close')
  const ended = gone.then((): never => {
    throw new Error(`${program.pathname} ended by itself.\n${printed.trim()}`)
  })
  // Callers of `ask` handle the rejection.
  ended.catch(() => {})
  return {
    ended,
    async ask(question) {
      const answered = once(child, 'message')
      child.send(question)
      const [answer] = await Promise.race([answered, ended])
      return answer as Answer
    },
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

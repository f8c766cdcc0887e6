import { executionAsyncResource } from 'node:async_hooks'

/** @type {object[]} */
const kept = []

/**
 * Keeps an entry of Node's own queue, `process.nextTick`, alive. Every answer needs several; when none is
 * alive as old garbage is collected, V8 forgets their shape, and what makes them takes the slow way for
 * as long as the process lives: a third to a half of what an answer from memory computes.
 */
export function keepQueueShape() {
  process.nextTick(() => kept.push(executionAsyncResource()))
}

// Before the shop is loaded (`node --import`): garbage is collected while it is.
keepQueueShape()

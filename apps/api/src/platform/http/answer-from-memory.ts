import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { AnswerCache } from '../cache/answer-cache.ts'
import { wireForm } from './wire-form.ts'

/**
 * Has the server answer what `cache` remembers before the app sees the request: routing, hooks and a
 * log entry would cost more than such an answer. The app gets every other request, also those of
 * someone signed in and those that come while it closes.
 */
export function answerFromMemory(app: FastifyInstance, cache: AnswerCache): void {
  const { server } = app
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const others = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isClosing && isAnswered(request, response, cache)) return
    for (const listener of others) listener.call(server, request, response)
  })
}

function isAnswered(
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
  cache: AnswerCache,
): boolean {
  if (method !== 'GET' || url === undefined || headers.authorization !== undefined) return false
  const answer = cache.findAt(url)
  if (answer === undefined) return false
  const form = wireForm(answer, headers)
  // Still being compressed: the app waits for it.
  if (form instanceof Promise) return false
  response.writeHead(form.status, form.headers)
  response.end(form.body)
  return true
}

import type { ChangeTag } from '../database/changes.ts'
import { ServiceUnavailable } from '../errors/service-unavailable.ts'
import type { Services } from '../services/services.ts'
import { type Cdn, cdnTag, everyAnswer } from './cdn.ts'

/** Tags are collected for so long; every process has dropped its own answers by then. In milliseconds. */
const defaultPause = 1_000
/** The pause after a failure doubles each time. */
const longestPause = 60_000
const timeoutMilliseconds = 10_000

/** Of more tags it is quicker to purge everything. */
const mostTags = 2_000

export interface CdnPurger {
  /** Purges what shows the subject of a change; with null, everything. */
  purge(tag: ChangeTag | null): void
  close(): void
}

/** Sends the tags of changes to the CDN, and again until it has taken them. No caller waits for it. */
export function openCdnPurger(
  cdn: Cdn,
  services: Pick<Services, 'request'>,
  pauseMilliseconds = defaultPause,
): CdnPurger {
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isSending = false
  let isClosed = false

  function schedule(): void {
    if (isClosed || isSending || timer || pending.size === 0) return
    const pause = Math.min(pauseMilliseconds * 2 ** failures, longestPause)
    timer = setTimeout(() => void sendPending(), pause).unref()
  }

  async function sendPending(): Promise<void> {
    timer = undefined
    isSending = true
    if (pending.has(everyAnswer) || pending.size > mostTags) {
      pending.clear()
      pending.add(everyAnswer)
    }
    const tags = [...pending].slice(0, cdn.kind.mostTags)
    for (const tag of tags) pending.delete(tag)
    try {
      await services.request('cdn', 'purge', () => sendTags(cdn, tags))
      failures = 0
    } catch {
      // The service metrics and the log of outages show it.
      failures += 1
      for (const tag of tags) pending.add(tag)
    }
    isSending = false
    schedule()
  }

  return {
    purge(tag) {
      pending.add(cdnTag(tag))
      schedule()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

async function sendTags({ kind, place, apiUrl }: Cdn, tags: readonly string[]): Promise<void> {
  const { path, headers, body } = kind.purge(place, tags)
  const answer = await fetch(apiUrl + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMilliseconds),
  }).catch((cause: Error) => {
    throw new ServiceUnavailable('The CDN does not answer.', { cause })
  })
  await answer.body?.cancel()
  // Whatever it dislikes, its copies are outdated until it has taken the tags.
  if (!answer.ok) throw new ServiceUnavailable(`The CDN answered ${answer.status}.`)
}

/**
 * Calls `read` at most once in `milliseconds`, whoever asks how often. Rejects if that takes longer
 * than `timeout` milliseconds; meanwhile `read` is not called again.
 */
export function readSeldom<Result>(
  read: () => Promise<Result>,
  { milliseconds, timeout }: { milliseconds: number; timeout: number },
): () => Promise<Result> {
  let latest: Promise<Result> | undefined
  let isUnderWay = false
  let validUntil = 0
  return () => {
    if (latest && (isUnderWay || performance.now() < validUntil)) return latest
    validUntil = performance.now() + milliseconds
    isUnderWay = true
    const reading = read().finally(() => {
      isUnderWay = false
    })
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('The database is slow')), timeout)
    latest = Promise.race([reading, late.promise]).finally(() => clearTimeout(timer))
    // Each caller gets the error; nobody else has to.
    latest.catch(() => {})
    return latest
  }
}

/** sharp, once a picture is first made or looked at: most that are shown were made long ago. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Pictures are read once and kept on disk: a cache in memory would only grow the process.
  sharp.cache(false)
  // Encoding gets one core; the other answers callers.
  sharp.concurrency(1)
  return sharp
}

import type { Browser, CDPSession } from 'playwright-core'

/** The pause between two pictures of a film strip in milliseconds. */
const pause = 500
/** The most pictures, those of a row, and their width in pixels. */
const [mostPictures, inRow, pictureWidth] = [32, 8, 150]

/** What a page showed from a moment on. */
export interface Frame {
  /** Milliseconds since 1970. */
  at: number
  /** A JPEG as base64. */
  data: string
}

/** Collects what the page shows whenever that changes. */
export async function recordFrames(session: CDPSession, frames: Frame[]) {
  session.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1000, data })
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70, maxWidth: 390 })
}

/** Lays what was to be seen every half second since `begin` side by side, as a PNG at `path`. */
export async function writeStrip(on: Browser, path: string, frames: Frame[], begin: number) {
  const last = frames.at(-1)?.at ?? begin
  const times = Array.from(
    { length: Math.min(mostPictures, Math.ceil((last - begin) / pause) + 1) },
    (_, index) => index * pause,
  )
  const pictures = times.map((time) => {
    const frame = frames.findLast(({ at }) => at <= begin + time)
    const source = frame ? `src="data:image/jpeg;base64,${frame.data}"` : ''
    return `<figure style="margin:5px"><figcaption>${time} ms</figcaption><img width="${pictureWidth}" height="325" ${source}></figure>`
  })
  const width = inRow * (pictureWidth + 10)
  const page = await on.newPage({ viewport: { width, height: 350 } })
  await page.setContent(
    `<body style="margin:0;font:12px sans-serif;display:flex;flex-wrap:wrap">${pictures.join('')}</body>`,
  )
  await page.screenshot({ path, fullPage: true })
  await page.close()
}

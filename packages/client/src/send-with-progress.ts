interface Sending {
  method: string
  headers: Record<string, string>
  body: FormData
  signal?: AbortSignal | undefined
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress: (share: number) => void
}

/** Sends a form and reports its progress, which `fetch` cannot. Rejects if the network fails. */
export function sendWithProgress(
  url: string,
  { method, headers, body, signal, onProgress }: Sending,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () =>
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
        }),
      ),
    )
    request.addEventListener('error', () => reject(new TypeError('The network failed')))
    request.addEventListener('abort', () => reject(signal?.reason))
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

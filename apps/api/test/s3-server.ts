import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const missing =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>NoSuchKey</Code><Message>There is no such key.</Message></Error>'
const denied =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>No.</Message></Error>'

export interface S3Server {
  endpoint: string
  /** Its content, by `/{bucket}/{key}`. */
  objects: Map<string, { bytes: Buffer; type: string | undefined }>
  close(): Promise<void>
}

/**
 * A server with the part of S3 that the shop uses, which accepts signatures with this key for this
 * region.
 */
export async function openS3Server({
  accessKeyId,
  region,
}: {
  accessKeyId: string
  region: string
}): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const credential = new RegExp(
    `^AWS4-HMAC-SHA256 Credential=${accessKeyId}/\\d{8}/${region}/s3/aws4_request, .*Signature=[0-9a-f]{64}$`,
  )
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://s3')
    const bytes = await buffer(request).catch(() => null)
    // A client that disconnects gets no response.
    if (!bytes) return
    const answer = (status: number, body: string | Buffer = '') => {
      response.writeHead(
        status,
        typeof body === 'string' ? { 'content-type': 'application/xml' } : {},
      )
      response.end(body)
    }
    if (!credential.test(request.headers.authorization ?? '')) return answer(403, denied)
    const object = objects.get(pathname)
    if (request.method === 'PUT') {
      objects.set(pathname, { bytes, type: request.headers['content-type'] })
      return answer(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(pathname)
      return answer(204)
    }
    return object ? answer(200, object.bytes) : answer(404, missing)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

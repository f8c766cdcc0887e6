import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const missing =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>NoSuchKey</Code><Message>There is no such key.</Message></Error>'
const denied =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>No.</Message></Error>'

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

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
  /** Parts of uploads that are not completed, by the upload's id. */
  const uploads = new Map<string, Map<number, Buffer>>()

  function answerMultipart(
    method: string | undefined,
    path: string,
    query: URLSearchParams,
    bytes: Buffer,
  ): string | undefined {
    if (query.has('uploads')) {
      const id = String(uploads.size + 1)
      uploads.set(id, new Map())
      return `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
    }
    const parts = uploads.get(query.get('uploadId') ?? '')
    if (!parts) return undefined
    if (method === 'PUT') parts.set(Number(query.get('partNumber')), bytes)
    if (method === 'POST') {
      const named = [...bytes.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => {
        const body = parts.get(Number(/<PartNumber>(\d+)</.exec(part)?.[1]))
        return body && part.includes(etagOf(body).slice(1, -1)) ? body : undefined
      })
      objects.set(path, {
        bytes: Buffer.concat(named.map((part) => part ?? Buffer.of())),
        type: '',
      })
    }
    return '<CompleteMultipartUploadResult/>'
  }

  /** The response of `ListObjectsV2`, in pages of two. */
  function listOf(bucket: string, query: URLSearchParams): string {
    const start = `${bucket.replace(/\/$/, '')}/`
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter')
    const below = [...objects.keys()]
      .filter((path) => path.startsWith(start + prefix))
      .map((path) => {
        const key = path.slice(start.length)
        const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1
        return end < 0
          ? `<Contents><Key>${key}</Key></Contents>`
          : `<CommonPrefixes><Prefix>${key.slice(0, end + 1)}</Prefix></CommonPrefixes>`
      })
    const entries = [...new Set(below)].sort()
    const from = Number(query.get('continuation-token') ?? 0)
    const next =
      from + 2 < entries.length
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${from + 2}</NextContinuationToken>`
        : ''
    return `<ListBucketResult>${entries.slice(from, from + 2).join('')}${next}</ListBucketResult>`
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3')
    const bytes = await buffer(request).catch(() => null)
    // A client that disconnects gets no response.
    if (!bytes) return
    const answer = (status: number, body: string | Buffer = '') => {
      response.writeHead(status, {
        ...(typeof body === 'string' && { 'content-type': 'application/xml' }),
        ...(request.method === 'PUT' && { etag: etagOf(bytes) }),
      })
      response.end(body)
    }
    if (!credential.test(request.headers.authorization ?? '')) return answer(403, denied)
    const multipart = answerMultipart(request.method, pathname, searchParams, bytes)
    if (multipart) return answer(200, multipart)
    if (searchParams.has('list-type')) return answer(200, listOf(pathname, searchParams))
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

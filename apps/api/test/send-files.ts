import { deflateSync } from 'node:zlib'
import { uploadFiles } from '@solvane/contract/uploads'
import type { z } from 'zod'
import type { TestShop } from './test-shop.ts'

/** A file to upload. */
export interface FileToSend {
  bytes: Uint8Array | string
  name?: string
  type?: string
}

/** Uploads files as a browser does, and returns the raw response. */
export async function postFiles(
  shop: TestShop,
  headers: Record<string, string>,
  files: FileToSend[],
  query: Record<string, string> = {},
) {
  const form = new FormData()
  for (const { bytes, name = 'picture', type = '' } of files)
    form.append('files[]', new Blob([bytes as never], { type }), name)
  const encoded = new Response(form)
  return shop.app.inject({
    method: 'POST',
    url: '/api/uploads',
    query,
    headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

/** Uploads pictures; throws if they are rejected. */
export async function sendPictures(
  shop: TestShop,
  headers: Record<string, string>,
  pictures: Uint8Array[],
  purpose: 'CHAT' | 'PICTURE' = 'PICTURE',
): Promise<z.output<typeof uploadFiles.response>['data']> {
  const files = pictures.map((bytes) => ({ bytes }))
  const answer = await postFiles(shop, headers, files, { purpose })
  if (answer.statusCode !== 201) throw new Error(`The upload was rejected: ${answer.body}`)
  return uploadFiles.response.parse(answer.json()).data
}

/** A PNG that claims this size and contains almost nothing. */
export function hugePng(width: number, height: number): Buffer {
  const crc = (bytes: Buffer) => {
    let sum = 0xffffffff
    for (const byte of bytes) {
      sum ^= byte
      for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
    }
    return (sum ^ 0xffffffff) >>> 0
  }
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const whole = Buffer.alloc(body.length + 8)
    whole.writeUInt32BE(data.length, 0)
    body.copy(whole, 4)
    whole.writeUInt32BE(crc(body), body.length + 4)
    return whole
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const lines = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

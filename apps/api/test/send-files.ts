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

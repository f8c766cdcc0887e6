import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Config } from '../config/config.ts'
import { StartupError } from '../process/lifecycle.ts'
import { createS3Client } from '../storage/s3-storage.ts'
import { type BackupTarget, NotInBackup } from './backup-target.ts'

/** S3 takes 10,000 parts at most, so files of up to 160 GB. */
const partBytes = 16 * 1024 * 1024

/** Long enough for a part over a slow line. */
const timeoutMilliseconds = 300_000

interface S3TargetOptions {
  bucket: string
  /** Without a slash at either end; empty for the bucket itself. */
  prefix: string
  /** The server and key of uploads, which backups share; null: the SDK's own search. */
  s3: Config['s3']
}

/** Backups below a prefix of a bucket. */
export function openS3Target({ bucket, prefix, s3 }: S3TargetOptions): BackupTarget {
  const client = createS3Client(s3, {
    connectionTimeout: 10_000,
    requestTimeout: timeoutMilliseconds,
    throwOnRequestTimeout: true,
  })
  return targetAt(client, bucket, prefix)
}

function targetAt(client: S3Client, bucket: string, prefix: string): BackupTarget {
  const place = `s3://${bucket}${prefix && `/${prefix}`}`
  const start = prefix && `${prefix}/`
  const objectOf = (path: string) => ({ Bucket: bucket, Key: start + path })

  async function list(below: string, delimiter?: string) {
    const keys: string[] = []
    const folders: string[] = []
    let token: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: start + below,
          ...(delimiter && { Delimiter: delimiter }),
          ...(token && { ContinuationToken: token }),
        }),
      )
      keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
      folders.push(...(page.CommonPrefixes ?? []).flatMap(({ Prefix }) => Prefix ?? []))
      token = page.NextContinuationToken
    } while (token)
    return { keys, folders }
  }

  return {
    place,
    write: (path, content) => explained(place, () => upload(client, objectOf(path), content)),
    async read(path) {
      try {
        const { Body: body } = await client.send(new GetObjectCommand(objectOf(path)))
        if (!body) throw new NotInBackup(path)
        return body as Readable
      } catch (error) {
        if (error instanceof NoSuchKey || error instanceof NotInBackup) throw new NotInBackup(path)
        throw explain(error, place)
      }
    },
    folders: () =>
      explained(place, async () => {
        const { folders } = await list('', '/')
        return folders.map((folder) => folder.slice(start.length, -1)).sort()
      }),
    removeFolder: (name) =>
      explained(place, async () => {
        const { keys } = await list(`${name}/`)
        for (const key of keys)
          await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
      }),
    folder: (name) => targetAt(client, bucket, start + name),
  }
}

interface ObjectAddress {
  Bucket: string
  Key: string
}

/** Uploads a file larger than one part in parts: a single request takes 5 GB at most. */
async function upload(client: S3Client, address: ObjectAddress, content: Readable): Promise<void> {
  const parts = inParts(content)
  const first = await parts.next()
  const second = await parts.next()
  if (second.done) {
    const body = first.value ?? Buffer.alloc(0)
    await client.send(new PutObjectCommand({ ...address, Body: body }))
    return
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(address))
  const uploaded: { PartNumber: number; ETag: string | undefined }[] = []
  async function send(body: Buffer) {
    const PartNumber = uploaded.length + 1
    const part = new UploadPartCommand({ ...address, UploadId, PartNumber, Body: body })
    uploaded.push({ PartNumber, ETag: (await client.send(part)).ETag })
  }
  try {
    for (const body of [first.value, second.value]) if (body) await send(body)
    for await (const body of parts) await send(body)
    await client.send(
      new CompleteMultipartUploadCommand({
        ...address,
        UploadId,
        MultipartUpload: { Parts: uploaded },
      }),
    )
  } catch (error) {
    // Parts of an abandoned upload would be billed.
    await client.send(new AbortMultipartUploadCommand({ ...address, UploadId })).catch(() => {})
    throw error
  }
}

async function* inParts(content: Readable): AsyncGenerator<Buffer, undefined> {
  let chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < partBytes) continue
    yield Buffer.concat(chunks)
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(chunks)
}

async function explained<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw explain(error, place)
  }
}

/** Explains an error of the SDK; errors of the content's source pass unchanged. */
function explain(error: unknown, place: string): unknown {
  if (!(error instanceof Error) || error instanceof StartupError) return error
  const isOfTheSdk =
    '$metadata' in error || 'code' in error || /Region|redential/.test(error.message)
  if (!isOfTheSdk) return error
  return new StartupError(
    `${place} cannot be used (${error.message || error.name}): check the bucket, S3_REGION, S3_ENDPOINT and the key, or what the AWS SDK reads (AWS_REGION, AWS_ENDPOINT_URL_S3, AWS_ACCESS_KEY_ID or a role).`,
    { cause: error },
  )
}

import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import { checkKey, type Storage, StorageUnavailable } from './storage.ts'

/** Where a bucket is, and the key that opens it. */
export interface S3Place {
  bucket: string
  region: string
  /** Of a server that is not Amazon's; null for theirs. */
  endpoint: string | null
  accessKeyId: string
  secretAccessKey: string
}

/** How long a request may take in all, in milliseconds: its waiting for others and its retries too. */
const patience = 15_000

/** So many requests are under way at once; others wait for their turn. */
const atOnce = 16

/**
 * Keeps files in a bucket that speaks S3. Nothing there need be public: the shop serves them itself.
 * Raises `StorageUnavailable` when the bucket fails, or has not answered within `timeout` milliseconds.
 */
export function openS3Storage(
  { bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Place,
  timeout = patience,
): Storage {
  const limit = pLimit(atOnce)
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // A server of one's own seldom has a name for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Checksums that not every server knows are left out where they need not be.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A third of the time for each of the SDK's three tries.
    requestHandler: {
      connectionTimeout: timeout / 3,
      requestTimeout: timeout / 3,
      throwOnRequestTimeout: true,
    },
  })

  /** Asks the bucket when it is the request's turn. Those before it end before its own time is over. */
  async function ask<Result>(
    request: (options: { abortSignal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> {
    const abortSignal = AbortSignal.timeout(timeout)
    try {
      return await limit(() => request({ abortSignal }))
    } catch (error) {
      if (error instanceof S3ServiceException && error.$fault === 'client') throw error
      throw new StorageUnavailable(`The bucket ${bucket} gives no answer`, { cause: error })
    }
  }

  function objectOf(key: string) {
    checkKey(key)
    return { Bucket: bucket, Key: key }
  }

  return {
    async write(key, bytes, type) {
      const command = new PutObjectCommand({ ...objectOf(key), Body: bytes, ContentType: type })
      await ask((options) => client.send(command, options))
    },
    async read(key) {
      const command = new GetObjectCommand(objectOf(key))
      try {
        return await ask(async (options) => {
          const { Body: body } = await client.send(command, options)
          return body && Buffer.from(await body.transformToByteArray())
        })
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    async remove(key) {
      const command = new DeleteObjectCommand(objectOf(key))
      await ask((options) => client.send(command, options))
    },
  }
}

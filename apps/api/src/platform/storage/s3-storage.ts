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

/** A bucket and its access key. */
export interface S3Place {
  bucket: string
  region: string
  /** The endpoint of another server than Amazon's; null for Amazon's. */
  endpoint: string | null
  accessKeyId: string
  secretAccessKey: string
}

/** The timeout of a request in milliseconds, including queueing and retries. */
const timeoutMilliseconds = 15_000

/** The most concurrent requests; others are queued. */
const concurrency = 16

/**
 * Stores files in an S3 bucket. It need not be public, because the shop serves the files itself.
 * Throws `StorageUnavailable` if the bucket fails, or has not responded within `timeout`
 * milliseconds.
 */
export function openS3Storage(
  { bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Place,
  timeout = timeoutMilliseconds,
): Storage {
  const limit = pLimit(concurrency)
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Self-hosted servers rarely have a host name per bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Not every server supports checksums, so they are sent only where required.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A third of the timeout for each of the SDK's three attempts.
    requestHandler: {
      connectionTimeout: timeout / 3,
      requestTimeout: timeout / 3,
      throwOnRequestTimeout: true,
    },
  })

  /** Sends a request when it is its turn. Earlier ones end before its own timeout. */
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

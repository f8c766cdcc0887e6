import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import { checkKey, isKey, type Storage, StorageUnavailable } from './storage.ts'

/** The timeout of a request in milliseconds, including queueing and retries. */
const timeoutMilliseconds = 15_000

/** The most concurrent requests; others are queued. */
const concurrency = 16

/**
 * Stores files in an S3 bucket. It need not be public, because the shop serves the files itself.
 * Throws `StorageUnavailable` if the bucket fails, or has not responded within `timeout`
 * milliseconds.
 */
export function openS3Storage(place: S3Place, timeout = timeoutMilliseconds): Storage {
  const limit = pLimit(concurrency)
  const { bucket } = place
  // A third of the timeout for each of the SDK's three attempts.
  const client = createS3Client(place, {
    connectionTimeout: timeout / 3,
    requestTimeout: timeout / 3,
    throwOnRequestTimeout: true,
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
    async *keys() {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket })
      for await (const { Contents: objects = [] } of pages)
        for (const { Key: key } of objects) if (key && isKey(key)) yield key
    },
  }
}

/** A bucket and its access key. */
export interface S3Place {
  bucket: string
  region: string
  /** The endpoint of another server than Amazon's; null for Amazon's. */
  endpoint: string | null
  /** Null: what the AWS SDK finds, such as the role of the machine or the pod. */
  accessKey: { accessKeyId: string; secretAccessKey: string } | null
}

interface Timeouts {
  connectionTimeout: number
  requestTimeout: number
  throwOnRequestTimeout: boolean
}

/** A client for the server of `place`; null: the one that the SDK's own settings name. */
export function createS3Client(place: S3Place | null, timeouts: Timeouts): S3Client {
  return new S3Client({
    ...(place && {
      region: place.region,
      ...(place.accessKey && { credentials: place.accessKey }),
    }),
    // Self-hosted servers rarely have a host name per bucket.
    ...(place?.endpoint && { endpoint: place.endpoint }),
    forcePathStyle: Boolean(place ? place.endpoint : hasEndpointSetting()),
    // Not every server supports checksums, so they are sent only where required.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: timeouts,
  })
}

function hasEndpointSetting(): boolean {
  return Boolean(process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL)
}

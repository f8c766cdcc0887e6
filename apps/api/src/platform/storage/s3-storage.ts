import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { checkKey, type Storage } from './storage.ts'

/** Where a bucket is, and the key that opens it. */
export interface S3Place {
  bucket: string
  region: string
  /** Of a server that is not Amazon's; null for theirs. */
  endpoint: string | null
  accessKeyId: string
  secretAccessKey: string
}

/** Keeps files in a bucket that speaks S3. Nothing there need be public: the shop serves them itself. */
export function openS3Storage({
  bucket,
  region,
  endpoint,
  accessKeyId,
  secretAccessKey,
}: S3Place): Storage {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // A server of one's own seldom has a name for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Checksums that not every server knows are left out where they need not be.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  function objectOf(key: string) {
    checkKey(key)
    return { Bucket: bucket, Key: key }
  }

  return {
    async write(key, bytes, type) {
      await client.send(new PutObjectCommand({ ...objectOf(key), Body: bytes, ContentType: type }))
    },
    async read(key) {
      try {
        const { Body: body } = await client.send(new GetObjectCommand(objectOf(key)))
        return body && Buffer.from(await body.transformToByteArray())
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(objectOf(key)))
    },
  }
}

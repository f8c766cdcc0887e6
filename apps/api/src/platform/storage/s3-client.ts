import { S3Client } from '@aws-sdk/client-s3'

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

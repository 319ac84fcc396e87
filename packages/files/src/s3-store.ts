import type { S3Client } from '@aws-sdk/client-s3';
import { type Content, type FileStore, MissingContent, storeUnavailable } from './file-store.ts';
import { prefixOf, requireKey } from './keys.ts';
import { measured } from './measured.ts';

/** Where an S3-compatible store is, and as whom it is used. */
export interface S3Options {
  /** The store's own address; absent for that of the region. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** As whom, and its secret; absent where the machine itself has the right, as the client's own documentation says. */
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
}

/** Bytes of one part; the smallest that such stores take. A part is all that is in memory of a file. */
const PART_BYTES = 5 * 1024 * 1024;
/** How long a request may take until its answer begins, and between two pieces. */
const REQUEST_MILLIS = 20_000;
const CONNECT_MILLIS = 3_000;
const REMOVED_AT_ONCE = 8;

/**
 * Files in a bucket. An object is there once all of it has arrived: stores show no half ones. Parts that a killed writer
 * left are the bucket's to expire, or `removeUnfinished`'s.
 * The client is loaded when it is wanted: it is large, and most installations have a folder.
 */
export async function createS3Store(options: S3Options): Promise<FileStore> {
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const { bucket: Bucket } = options;
  const client = connect(sdk, options);

  /** Removes objects whose keys begin so, page by page. */
  async function removeBelow(Prefix: string): Promise<number> {
    let removed = 0;
    for (let last: string | undefined; ; ) {
      const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, StartAfter: last }));
      if (Contents.length === 0) return removed;
      for (let at = 0; at < Contents.length; at += REMOVED_AT_ONCE)
        await Promise.all(
          Contents.slice(at, at + REMOVED_AT_ONCE).map(({ Key }) =>
            client.send(new sdk.DeleteObjectCommand({ Bucket, Key })),
          ),
        );
      removed += Contents.length;
      last = Contents.at(-1)?.Key;
    }
  }

  return {
    put: async (key, content, options) => {
      const { pieces, result } = measured(content, options);
      const { readable, fault } = readableOf(pieces);
      const upload = new Upload({
        client,
        params: { Bucket, Key: requireKey(key), Body: readable },
        partSize: PART_BYTES,
        queueSize: 1,
      });
      await upload.done().catch((error: unknown) => {
        throw fault() ?? storeUnavailable(error);
      });
      return result();
    },
    open: async (key, range) => {
      const command = new sdk.GetObjectCommand({
        Bucket,
        Key: requireKey(key),
        ...(range ? { Range: `bytes=${range.first}-${range.last}` } : {}),
      });
      const { Body } = await client.send(command).catch((error: unknown) => {
        throw isMissing(error) ? new MissingContent(error) : storeUnavailable(error);
      });
      return piecesOf(Body as unknown as AsyncIterable<Uint8Array>);
    },
    stat: async (key) => {
      const command = new sdk.HeadObjectCommand({ Bucket, Key: requireKey(key) });
      try {
        const { ContentLength } = await client.send(command);
        return { size: ContentLength ?? 0 };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw storeUnavailable(error);
      }
    },
    remove: async (key) => {
      const command = new sdk.DeleteObjectCommand({ Bucket, Key: requireKey(key) });
      await client.send(command).catch(awayWith);
    },
    removeAll: async (clientAccountId) => removeBelow(prefixOf(clientAccountId)).catch(awayWith),
    // A writer aborts its own upload when it fails; of one that was killed the parts are left to the bucket's rule.
    removeUnfinished: async () => 0,
    ping: async () => {
      await client.send(new sdk.HeadBucketCommand({ Bucket })).catch(awayWith);
    },
    close: () => client.destroy(),
  };
}

const connect = (
  { S3Client }: typeof import('@aws-sdk/client-s3'),
  { endpoint, region, accessKeyId, secretAccessKey }: S3Options,
): S3Client =>
  new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    // Checksums as trailers are what most other stores do not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECT_MILLIS, requestTimeout: REQUEST_MILLIS, throwOnRequestTimeout: true },
  });

/** Content as the client takes it, and what the content itself failed of, which the client may wrap. */
function readableOf(content: Content): { readonly readable: ReadableStream<Uint8Array>; fault(): unknown } {
  const failed: { of?: unknown } = {};
  return { readable: ReadableStream.from(guarded(content, failed)), fault: () => failed.of };
}

/** Stands by itself, as `counted` of what is measured does. */
async function* guarded(content: Content, failed: { of?: unknown }): AsyncGenerator<Uint8Array, void> {
  try {
    yield* content;
  } catch (error) {
    failed.of = error;
    throw error;
  }
}

async function* piecesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body;
  } catch (error) {
    throw storeUnavailable(error);
  }
}

const isMissing = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NoSuchKey' || (name === 'NotFound' && $metadata?.httpStatusCode === 404);
};

/** Whatever the store or the way to it fails of is an outage to the caller, and its cause is for the log. */
function awayWith(error: unknown): never {
  throw storeUnavailable(error);
}

import { startS3 } from '@app/files/test/s3-server';
import { Erasure } from '@app/rpc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Documents, pdf, startDocuments } from './documents.ts';

// The service with its files in a bucket of a real S3 server.

let documents: Documents;
let server: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  server = await startS3();
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = server.options;
  documents = await startDocuments({
    env: {
      FILE_STORE: 's3',
      S3_ENDPOINT: endpoint!,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId!,
      S3_SECRET_ACCESS_KEY: secretAccessKey!,
    },
  });
});
afterAll(async () => {
  await documents?.stop();
  await server?.stop();
});

it('a voucher in a bucket is read by its address whole and in parts, and goes with its company', async () => {
  const own = await documents.company();
  const content = pdf();
  const id = await documents.voucher(own, { content });
  const { pathname, search } = new URL((await own.call('GET', `/vouchers/${id}`)).body.download_url);
  const follow = (headers: Record<string, string> = {}) => documents.call('GET', `${pathname}${search}`, { headers });
  expect((await follow()).bytes.equals(content)).toBe(true);
  const part = await follow({ range: 'bytes=1-3' });
  expect([part.status, part.bytes.toString()]).toEqual([206, 'PDF']);
  const eraser = documents.connect(Erasure, 'organisation');
  const erasure = { clientAccountId: own.clientAccountId, categories: ['VOUCHERS', 'ACCOUNT'], commandKey: 'removal' };
  await expect.poll(async () => (await eraser.EraseRecords(erasure)).isDone).toBe(true);
  expect((await follow()).status).toBe(403);
});

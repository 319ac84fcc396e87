import { createHash, randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createFolderStore, newKey } from '@app/files';
import { createRpcClients, Records, References, Vouchers } from '@app/rpc';
import { createMetrics } from '@app/runtime';
import { startService } from '@app/service';
import { testSigner } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsService } from '../src/service.ts';
import { type Documents, pdf, startDocuments } from './documents.ts';

// The world plays the ledger, which makes vouchers of what it draws.

let documents: Documents;
beforeAll(async () => {
  documents = await startDocuments();
});
afterAll(() => documents?.stop());

const vouchers = () => documents.connect(Vouchers, 'ledger');
const folder = () => documents.env.FILES_DIR!;
/** Files in the store, without those that are on their way. */
const stored = async (clientAccountId: number): Promise<number> =>
  (await readdir(`${folder()}/${clientAccountId}`, { recursive: true, withFileTypes: true }).catch(() => [])).filter(
    (entry) => entry.isFile(),
  ).length;

describe('a voucher that another service makes', () => {
  it('has what was sent, and its bytes', async () => {
    const own = await documents.company();
    const content = pdf();
    const id = await documents.voucher(own, { content, voucherType: 'RECPT', documentDate: '2026-02-28' });
    const { vouchers: found } = await vouchers().GetVouchers({ clientAccountId: own.clientAccountId, ids: [id] });
    expect(found).toEqual([
      expect.objectContaining({
        id,
        status: 'PENDING',
        voucherType: 'RECPT',
        documentDate: '2026-02-28',
        fileName: 'Kvittering på kjøp.pdf',
        mediaType: 'application/pdf',
        size: content.length,
        createdById: own.userId,
      }),
    ]);
    const read = await vouchers().ReadFile({ clientAccountId: own.clientAccountId, fileId: id, offset: 0 });
    expect(Buffer.from(read.content).equals(content)).toBe(true);
    expect(read.size).toBe(content.length);
    await documents.expectSound(own.clientAccountId);
  });

  it('is one, however often and from how many replicas its command comes', async () => {
    const own = await documents.company();
    const replica = await startService(documentsService, { env: documents.env, natsPrefix: documents.natsPrefix });
    await replica.opened;
    const clients = createRpcClients({ signer: testSigner('ledger'), metrics: createMetrics({ service: 'ledger' }) });
    const other = clients.connect(Vouchers, { service: 'documents', address: `127.0.0.1:${replica.grpcPort}` });
    try {
      const command = {
        clientAccountId: own.clientAccountId,
        commandKey: randomUUID(),
        userId: own.userId,
        fileName: 'a.pdf',
        mediaType: 'application/pdf',
        content: pdf(),
      };
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? vouchers() : other).CreateVoucher(command)),
      );
      expect(new Set(answers.map(({ voucherId }) => voucherId)).size).toBe(1);
      const counted = await documents.connect(Records, 'organisation').CountRecords({
        clientAccountId: own.clientAccountId,
      });
      expect(counted.counts).toContainEqual({ kind: 'vouchers', count: 1 });
      await expect(vouchers().CreateVoucher({ ...command, fileName: 'b.pdf' })).rejects.toMatchObject({
        code: 'common.conflict',
        status: 409,
      });
    } finally {
      clients.close();
      await replica.stop();
    }
    await documents.expectSound(own.clientAccountId);
  });

  it('shares its bytes with another of the same company, and with none of another', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const content = pdf();
    const first = await documents.voucher(own, { content });
    const second = await documents.voucher(own, { content, fileName: 'another.pdf' });
    await documents.voucher(stranger, { content });
    expect(second).not.toBe(first);
    expect([await stored(own.clientAccountId), await stored(stranger.clientAccountId)]).toEqual([1, 1]);
    const { files } = await vouchers().ListFiles({ clientAccountId: own.clientAccountId, afterId: 0, limit: 10 });
    expect(new Set(files.map(({ storeKey }) => storeKey)).size).toBe(1);
  });

  it('is known to those who refer to it, by an event and when they ask', async () => {
    const own = await documents.company();
    const id = await documents.voucher(own);
    const said = (await documents.events('documents.reference.changed')).filter(({ payload }) => payload.id === id);
    expect(said.map(({ clientAccountId, payload }) => ({ clientAccountId, payload }))).toEqual([
      {
        clientAccountId: own.clientAccountId,
        payload: expect.objectContaining({ type: 'voucher', name: 'Kvittering på kjøp.pdf', is_active: true }),
      },
    ]);
    const references = documents.connect(References, 'ledger');
    const ask = (clientAccountId: number) => references.Resolve({ clientAccountId, type: 'voucher', ids: [id] });
    expect((await ask(own.clientAccountId)).references).toEqual([
      { id, name: 'Kvittering på kjøp.pdf', isActive: true },
    ]);
    expect((await ask((await documents.company()).clientAccountId)).references).toEqual([]);
  });

  it.each([
    ['no command key', { commandKey: '' }, 'common.validation_error'],
    ['no content', { content: Buffer.alloc(0) }, 'voucher.empty_file'],
    ['no name', { fileName: '..' }, 'common.validation_error'],
    ['a type that is none', { voucherType: 'INVOICE' }, 'common.validation_error'],
    ['a day that is none', { documentDate: '2026-02-30' }, 'common.validation_error'],
    ['content that is not what it is said to be', { mediaType: 'image/png' }, 'voucher.unsupported_file_type'],
    ['a program', { content: Buffer.from('\x7fELF\x02\x01\x01\0'.padEnd(200, '\0')) }, 'voucher.unsupported_file_type'],
  ])('is refused with %s, and nothing is stored', async (_what, changes, code) => {
    const own = await documents.company();
    await expect(documents.voucher(own, changes)).rejects.toMatchObject({ code, status: 400 });
    expect(await stored(own.clientAccountId)).toBe(0);
  });

  it('takes 4 MiB and no more', async () => {
    const own = await documents.company();
    const most = Buffer.concat([pdf(), Buffer.alloc(4 * 1024 * 1024)]).subarray(0, 4 * 1024 * 1024);
    const id = await documents.voucher(own, { content: most });
    const { clientAccountId } = own;
    const whole = createHash('sha256');
    for (let offset = 0; ; ) {
      const { content } = await vouchers().ReadFile({ clientAccountId, fileId: id, offset });
      if (content.length === 0) break;
      whole.update(content);
      offset += content.length;
    }
    expect(whole.digest('hex')).toBe(createHash('sha256').update(most).digest('hex'));
    await expect(documents.voucher(own, { content: Buffer.concat([most, Buffer.from(' ')]) })).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe('files of a company', () => {
  it('are listed page by page, and are nobody else’s', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const ids = [await documents.voucher(own), await documents.voucher(own), await documents.voucher(own)];
    await documents.voucher(stranger);
    const { clientAccountId } = own;
    const page = async (afterId: number) => (await vouchers().ListFiles({ clientAccountId, afterId, limit: 2 })).files;
    const first = await page(0);
    const second = await page(first.at(-1)!.fileId);
    expect([...first, ...second].map(({ fileId }) => fileId)).toEqual(ids);
    expect(first[0]!.voucherIds).toEqual([ids[0]]);
    const of = { clientAccountId: stranger.clientAccountId };
    await expect(vouchers().ReadFile({ ...of, fileId: ids[0]!, offset: 0 })).rejects.toMatchObject({ status: 404 });
    expect((await vouchers().GetVouchers({ ...of, ids })).vouchers).toEqual([]);
  });

  it('are given to no service but those that may ask', async () => {
    const { clientAccountId } = await documents.company();
    await expect(
      documents.connect(Vouchers, 'chat').ListFiles({ clientAccountId, afterId: 0, limit: 1 }),
    ).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});

describe('bytes whose writer was killed', () => {
  it('before a row was made of them are removed after a day, and no others', async () => {
    const own = await documents.company();
    await documents.voucher(own);
    const store = createFolderStore(folder());
    const storeKey = newKey(own.clientAccountId);
    await documents.db.executor.execute(sql`
      insert into arriving_contents (store_key, client_account_id, begun_at) values (${storeKey}, ${own.clientAccountId}, now())`);
    await store.put(storeKey, [Buffer.from('x')], { maximumBytes: 1 });
    expect(await documents.runJob('file-cleanup')).toBe(0);
    documents.setClock(Temporal.Now.instant().add({ hours: 25 }).toString());
    try {
      expect(await documents.runJob('file-cleanup')).toBe(1);
      expect(await documents.runJob('file-cleanup')).toBe(0);
    } finally {
      documents.setClock(null);
    }
    expect(await store.stat(storeKey)).toBeUndefined();
    expect(await stored(own.clientAccountId)).toBe(1);
    await documents.expectSound(own.clientAccountId);
  });

  it('while the store is away a voucher is refused whole, and made once the store is back', async () => {
    const own = await documents.company();
    const command = { commandKey: randomUUID(), content: pdf() };
    await documents.voucher(own);
    const itsFiles = `${folder()}/${own.clientAccountId}`;
    await rename(itsFiles, `${itsFiles}-away`);
    await writeFile(itsFiles, 'in the way');
    await expect(documents.voucher(own, command)).rejects.toMatchObject({ status: 503 });
    await rm(itsFiles);
    await rename(`${itsFiles}-away`, itsFiles);
    const id = await documents.voucher(own, command);
    expect(await documents.voucher(own, command)).toBe(id);
    await documents.expectSound(own.clientAccountId);
  });
});

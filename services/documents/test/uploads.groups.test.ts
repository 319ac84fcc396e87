import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createFolderStore } from '@app/files';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createAnnouncing, holdContent } from '../src/files/keep.ts';
import { createVoucher } from '../src/vouchers/create.ts';
import { createVoucherStoring, type VoucherToStore } from '../src/vouchers/new-voucher-groups.ts';
import { type Company, type Documents, pdf, startDocuments } from './documents.ts';

// Vouchers that arrive at the same moment share a statement and its commit: each has its own outcome.

let documents: Documents;
beforeAll(async () => {
  documents = await startDocuments();
});
afterAll(() => documents?.stop());

const upload = (own: Company, changes: object = {}, headers = {}) =>
  documents.call('POST', '/api/v2/vouchers', {
    token: own.token,
    headers,
    body: {
      ...{ client_account_id: own.clientAccountId, file_name: 'a.pdf', processing_track: 'MANUAL' },
      ...{ content_base64: pdf().toString('base64'), ...changes },
    },
  });

let keys = 0;
/** Sent again under its key while the service says that it is too busy, as clients do. */
async function uploaded(own: Company): Promise<number> {
  const [changes, headers] = [{ content_base64: pdf().toString('base64') }, { 'idempotency-key': `upload-${++keys}` }];
  for (;;) {
    const { status } = await upload(own, changes, headers);
    if (status !== 503) return status;
  }
}

/** Companies that have had a change each, so that nobody has to make their turns. */
async function companies(count: number): Promise<readonly Company[]> {
  const all = await Promise.all(Array.from({ length: count }, () => documents.company()));
  for (const own of all) expect((await upload(own)).status).toBe(201);
  return all;
}

/** The folder of what arrives elsewhere first is made when something does. */
const filesBelow = async (folder: number | 'arriving'): Promise<number> =>
  (
    await readdir(`${documents.env.FILES_DIR}/${folder}`, { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile()).length;

/** Rows and bytes of each company agree: so many vouchers, and a file for each of so many contents. */
async function expectStored(all: readonly Company[], vouchers: number, contents = vouchers): Promise<void> {
  for (const { clientAccountId } of all) {
    const [row] = await documents.db.raw<Record<'vouchers' | 'moments' | 'contents', number>[]>`
      select count(*)::int as vouchers, count(distinct created_at)::int as moments,
        (select count(*)::int from contents where client_account_id = ${clientAccountId} and size < 1000) as contents
      from files where client_account_id = ${clientAccountId} and type = 'VOUCHER'`;
    expect(row).toMatchObject({ vouchers, moments: vouchers, contents });
    await documents.expectSound(clientAccountId);
  }
}

const arriving = async (): Promise<number> =>
  (await documents.db.raw`select from arriving_contents`).length + (await filesBelow('arriving'));

/** What stores vouchers, as the service has it, and what it is given: bytes that are in the store already. */
function storing() {
  const { db, clock } = documents.running.composition;
  const store = createFolderStore(documents.env.FILES_DIR!);
  const deps = { db, clock, store, announce: createAnnouncing({ db, clock }) };
  const arrived = async (own: Company, content = pdf(), commandKey: string = randomUUID()): Promise<VoucherToStore> => {
    const { clientAccountId, userId } = own;
    const nothing = { voucherType: null, documentDate: null, collectionId: null, projectId: null, externalId: null };
    return {
      held: await holdContent(deps, clientAccountId, content),
      file: {
        ...({ type: 'VOUCHER', clientAccountId, fileName: 'a.pdf', contentType: 'application/pdf' } as const),
        ...({ channel: 'API', processingTrack: 'MANUAL', createdById: userId } as const),
      },
      voucher: { ...nothing, metadata: null, sentByEmployee: false, workflowStatus: 'COMPLETED' },
      command: { clientAccountId, commandKey, digest: Buffer.alloc(32) },
      isFirstTry: true,
    };
  };
  return { arrived, store: createVoucherStoring({ db, clock }).store };
}

const outcomesOf = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((each) =>
    each.status === 'fulfilled' ? 'stored' : ((each.reason as { status?: number }).status ?? 'failed'),
  );

// As the check of the foreign key asks it, while nothing is known of the table: later PostgreSQL knows better.
it('the file of a voucher is found by its id, and not among all files of its company', async () => {
  const plan = await documents.db.raw<Record<'QUERY PLAN', string>[]>`
    explain (costs off) select 1 from only files x where client_account_id = 1 and id = 1 for key share of x`;
  const used = plan.map((row) => /using (\w+)/.exec(row['QUERY PLAN'])?.[1]).filter(Boolean);
  expect(['files_account_key', 'files_pkey']).toContain(used[0]);
});

it('says that it comes before its bytes are written, and again when they are there or cannot be', async () => {
  const [own] = await companies(1);
  const { db, clock } = documents.running.composition;
  const folder = createFolderStore(documents.env.FILES_DIR!);
  const real = createVoucherStoring({ db, clock });
  const make = async (isBroken: boolean): Promise<readonly string[]> => {
    const said: string[] = [];
    const say = <T>(word: string, value: T): T => {
      said.push(word);
      return value;
    };
    const put: typeof folder.put = async (...args) => {
      if (isBroken) throw new Error('broken');
      return say('written', await folder.put(...args));
    };
    const storing = {
      expect: () => say('comes', () => void say('is there', undefined)),
      store: (voucher: VoucherToStore) => say('stored', real.store(voucher)),
    };
    const deps = { db, clock, store: { ...folder, put }, announce: createAnnouncing({ db, clock }), storing };
    await createVoucher(deps, {
      ...{ clientAccountId: own!.clientAccountId, userId: own!.userId, commandKey: randomUUID(), isFirstTry: true },
      ...{ voucherType: null, documentDate: null, fileName: 'a.pdf', content: pdf() },
      ...({ channel: 'API', processingTrack: 'MANUAL', workflowStatus: 'COMPLETED' } as const),
    }).catch(() => undefined);
    return said;
  };
  expect(await make(false)).toEqual(['comes', 'written', 'is there', 'stored']);
  expect(await make(true)).toEqual(['comes', 'is there']);
  // What was announced for the one that was not written.
  await documents.db.raw`delete from arriving_contents`;
});

it('many at once in several companies are each stored whole, at a moment of their own, in fewer statements', async () => {
  const all = await companies(4);
  const sent = vi.spyOn(documents.db, 'alone');
  const answers = await Promise.all(
    all.flatMap((own) => Array.from({ length: 6 }, (_, index) => upload(own, { metadata: { of: index } }))),
  );
  const groups = sent.mock.calls.length;
  sent.mockRestore();
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(groups).toBeLessThan(answers.length);
  const again = await Promise.all(
    answers.map(({ body }, index) => all[Math.floor(index / 6)]!.call('GET', `/vouchers/${body.id}`)),
  );
  for (const [index, { body }] of again.entries()) {
    const { created_at, updated_at, metadata, client_account_id, file_name } = answers[index]!.body;
    expect(body).toMatchObject({ created_at, updated_at, metadata, client_account_id, file_name });
    expect(metadata).toEqual({ of: index % 6 });
  }
  await expect.poll(arriving).toBe(0);
});

it('nobody waits for a company that somebody holds: its voucher is stored when it is free', async () => {
  const [held, ...others] = await companies(4);
  let last: Promise<number> | undefined;
  await documents.db.raw.begin(async (tx) => {
    await tx`select from change_turns where client_account_id = ${held!.clientAccountId} for update`;
    last = uploaded(held!);
    const statuses = await Promise.all([...others, ...others].map(uploaded));
    expect(statuses).toEqual(statuses.map(() => 201));
  });
  expect(await last).toBe(201);
});

it('one whose bytes were taken for left over is refused, and of the others none', async () => {
  const [own, other] = await companies(2);
  const { arrived, store } = storing();
  const all = [await arrived(own!), await arrived(other!), await arrived(own!)];
  await documents.db.raw`delete from arriving_contents where store_key = ${all[0]!.held.storeKey}`;
  expect(await outcomesOf(all.map(store))).toEqual([503, 'stored', 'stored']);
  await expectStored([own!, other!], 2);
});

it('one whose bytes are being removed holds up nobody, and is refused once they are gone', async () => {
  const [own, other] = await companies(2);
  const { arrived, store } = storing();
  const [swept, kept] = [await arrived(own!), await arrived(other!)];
  let last: ReturnType<typeof outcomesOf> | undefined;
  await documents.db.raw.begin(async (tx) => {
    await tx`delete from arriving_contents where store_key = ${swept.held.storeKey}`;
    last = outcomesOf([store(swept)]);
    expect(await outcomesOf([store(kept)])).toEqual(['stored']);
  });
  expect(await last).toEqual([503]);
  await expectStored([own!], 1);
  await expectStored([other!], 2);
});

it('one whose company has lost the same bytes meanwhile is refused, and of the others none', async () => {
  const [own, other] = await companies(2);
  const { arrived, store } = storing();
  const content = pdf();
  await store(await arrived(own!, content));
  const all = [await arrived(own!, content), await arrived(other!), await arrived(own!)];
  expect(all[0]!.held.isNew).toBe(false);
  const { storeKey } = all[0]!.held;
  await documents.db.raw.begin(async (tx) => {
    const of = tx`select id from files where sha256 = (select sha256 from contents where store_key = ${storeKey})`;
    await tx`delete from create_commands where voucher_id in (${of})`;
    await tx`delete from files where id in (${of})`;
    await tx`delete from contents where store_key = ${storeKey}`;
  });
  expect(await outcomesOf(all.map(store))).toEqual([503, 'stored', 'stored']);
  await expectStored([own!, other!], 2);
});

it('of two with the same bytes one has its own kept, and both have them', async () => {
  const [own] = await companies(1);
  const { arrived, store } = storing();
  const content = pdf();
  const all = await Promise.all([arrived(own!, content), arrived(own!, content)]);
  const stored = await Promise.all(all.map(store));
  expect(stored.map(({ keepsBytes }) => keepsBytes).sort()).toEqual([false, true]);
  await expectStored([own!], 3, 2);
  const left = all[stored.findIndex(({ keepsBytes }) => !keepsBytes)]!.held.storeKey;
  expect(await documents.db.raw`delete from arriving_contents where store_key = ${left} returning 1`).toHaveLength(1);
});

it('two under one command are one voucher, and the others of their moment are stored', async () => {
  const [own, other] = await companies(2);
  const { arrived, store } = storing();
  const key = randomUUID();
  const all = [await arrived(own!, pdf(), key), await arrived(own!, pdf(), key), await arrived(other!)];
  const outcomes = await outcomesOf(all.map(store));
  expect(outcomes.slice(0, 2).sort()).toEqual(['failed', 'stored']);
  expect(outcomes[2]).toBe('stored');
  await expectStored([own!, other!], 2);
});

it('a group whose answer is lost is stored once: a repeat under its key shows what was made', async () => {
  const all = await companies(2);
  const { alone } = documents.db;
  const lost = vi.spyOn(documents.db, 'alone').mockImplementationOnce(async (...args) => {
    await alone(...args);
    throw Object.assign(new Error('lost'), { code: 'CONNECTION_CLOSED' });
  });
  const send = () => Promise.all(all.map((own) => upload(own, { content_base64 }, { 'idempotency-key': 'once' })));
  const content_base64 = pdf().toString('base64');
  const first = await send();
  lost.mockRestore();
  expect(first.map(({ status }) => status)).toContain(503);
  expect((await send()).map(({ status }) => status)).toEqual([201, 201]);
  await expectStored(all, 2);
});

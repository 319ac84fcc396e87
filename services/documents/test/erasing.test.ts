import { readdirSync } from 'node:fs';
import { platformSteps } from '@app/db';
import { Erasure } from '@app/rpc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { erasureSteps } from '../src/erasing/steps.ts';
import { type Company, type Documents, pdf, startDocuments } from './documents.ts';

// The world plays organisation, which resets and removes client accounts.

let documents: Documents;
beforeAll(async () => {
  documents = await startDocuments();
});
afterAll(() => documents?.stop());

let serial = 0;
async function erase({ clientAccountId }: Company, categories: readonly string[], commandKey = `erase-${++serial}`) {
  for (;;) {
    const { isDone, counts } = await documents
      .connect(Erasure, 'organisation')
      .EraseRecords({ clientAccountId, categories: [...categories], commandKey });
    if (isDone) return Object.fromEntries(counts.map(({ category, count }) => [category, count]));
  }
}
const tablesWithAccount = async (): Promise<readonly string[]> =>
  (
    await documents.db.raw<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_account_id'
      where c.relnamespace = 'documents'::regnamespace and c.relkind = 'r' and not a.attisdropped
        and c.relname <> 'security_events' order by 1`
  ).map(({ name }) => name);
async function rowsLeft({ clientAccountId }: Company): Promise<readonly string[]> {
  const left: string[] = [];
  for (const name of await tablesWithAccount()) {
    const { raw } = documents.db;
    const [row] =
      await raw`select count(*)::int as count from ${raw(name)} where client_account_id = ${clientAccountId}`;
    if (row!.count > 0) left.push(name);
  }
  return left;
}
/** Files in the folder of the store that lie under the company. */
const bytesOf = ({ clientAccountId }: Company) =>
  readdirSync(documents.env.FILES_DIR!, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.parentPath.split('/').includes(String(clientAccountId)),
  );
const linkOf = async (company: Company, id: number) => {
  const { download_url } = (await company.call('GET', `/vouchers/${id}`)).body;
  const { pathname, search } = new URL(download_url);
  return () => documents.call('GET', `${pathname}${search}`);
};

it('knows every table that has a client account', async () => {
  const known = new Set([...erasureSteps, ...platformSteps].map(({ table }) => table));
  expect((await tablesWithAccount()).filter((table) => !known.has(table))).toEqual(['arriving_contents']);
});

it('a removed company leaves no row and no byte, and links to its files lead nowhere [CAC-R19]', async () => {
  const [gone, stays] = [await documents.company(), await documents.company()];
  const content = pdf();
  const ids = await Promise.all([1, 2].map(() => documents.voucher(gone, { content })));
  const kept = await documents.voucher(stays, { content });
  const [link, other] = [await linkOf(gone, ids[0]!), await linkOf(stays, kept)];
  expect((await link()).status).toBe(200);
  expect(await erase(gone, ['VOUCHERS', 'CHAT', 'ALL', 'ACCOUNT', 'MESSAGES'])).toEqual({ VOUCHERS: 2 });
  expect(bytesOf(gone)).toEqual([]);
  expect(bytesOf(stays)).toHaveLength(1);
  expect((await rowsLeft(gone)).filter((table) => table !== 'outbox')).toEqual([]);
  expect((await link()).status).toBe(403);
  expect((await other()).bytes.equals(Buffer.from(content))).toBe(true);
});

it('a reset of vouchers takes their bytes, and new ones can be made of the same', async () => {
  const own = await documents.company();
  const content = pdf();
  const link = await linkOf(own, await documents.voucher(own, { content }));
  expect(bytesOf(own)).toHaveLength(1);
  expect(await erase(own, ['VOUCHERS'])).toEqual({ VOUCHERS: 1 });
  expect(bytesOf(own)).toEqual([]);
  expect((await link()).status).toBe(403);
  const again = await linkOf(own, await documents.voucher(own, { content }));
  expect((await again()).status).toBe(200);
});

it('whoever refers to a voucher hears that a reset took it', async () => {
  const own = await documents.company();
  const id = await documents.voucher(own);
  await erase(own, ['VOUCHERS']);
  const said = (await documents.events('documents.reference.changed')).filter(({ payload }) => payload.id === id);
  expect(said.map(({ payload }) => [payload.is_active, payload.version])).toEqual([
    [true, 1],
    [false, 2],
  ]);
});

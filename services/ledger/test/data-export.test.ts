import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { invalid } from '@app/contract/failure';
import { createFolderStore, newKey } from '@app/files';
import { Vouchers } from '@app/rpc';
import { stub, testBaseUrl } from '@app/testing';
import { officialFaults } from '@app/testing/official-schema';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLedgerService } from '../src/service.ts';
import { type Books, type Ledger, rent, startLedger } from './ledger.ts';
import { type Mailbox, openMailbox } from './support/mailbox.ts';
import { structureFaults } from './support/saft-structure.ts';
import { unzip } from './support/unzip.ts';
import { child, descendants, readXml, textOf } from './support/xml.ts';

interface KeptFile {
  readonly fileId: number;
  readonly voucherIds: readonly number[];
  readonly fileName: string;
  readonly content: string;
}

let ledger: Ledger;
let mailbox: Mailbox;
/** What the owner of files keeps of each client account. */
const kept = new Map<number, readonly KeptFile[]>();
/** What is awaited before a file is given out. */
let gate: Promise<unknown> = Promise.resolve();
let fileFault: Error | undefined;

const files = stub(Vouchers, {
  ListFiles: async ({ clientAccountId, afterId, limit }) => ({
    files: (kept.get(clientAccountId) ?? [])
      .filter(({ fileId }) => fileId > afterId)
      .slice(0, limit)
      .map(({ content, voucherIds, ...file }) => ({
        ...file,
        voucherIds: [...voucherIds],
        mediaType: 'text/plain',
        size: Buffer.byteLength(content),
        sha256: createHash('sha256').update(content).digest(),
        storeKey: '',
      })),
  }),
  // Two bytes at a time, so that files come in pieces.
  ReadFile: async ({ clientAccountId, fileId, offset }) => {
    await gate;
    if (fileFault) throw fileFault;
    const bytes = Buffer.from((kept.get(clientAccountId) ?? []).find((file) => file.fileId === fileId)!.content);
    return { content: bytes.subarray(offset, offset + 2), size: bytes.length };
  },
});

beforeAll(async () => {
  mailbox = await openMailbox();
  ledger = await startLedger({
    documents: [files],
    service: createLedgerService({ linesPerFile: 4 }),
    env: { SMTP_URL: mailbox.url },
  });
});
afterAll(async () => {
  await ledger?.stop();
  await mailbox.close();
});
afterEach(() => {
  ledger.setClock(null);
  gate = Promise.resolve();
  fileFault = undefined;
});

const ZIP = { accept: 'application/zip' };
const path = ({ clientAccountId }: Books) =>
  `/reports/data-export?client_account_id=${clientAccountId}&date_from=2026-01-01&date_to=2026-12-31`;
const start = async (books: Books, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
  const { status, body } = await books.call('GET', path(books), undefined, { ...ZIP, ...headers });
  expect([status, Object.keys(body)], JSON.stringify(body)).toEqual([202, ['message', 'export_id']]);
  expect(body.message.length).toBeGreaterThan(10);
  return body.export_id;
};
const statusOf = async (books: Books, id: number) => (await books.call('GET', `/reports/data-export/${id}`)).body;
const eventually = <T>(read: () => T) => expect.poll(read);
const ended = async (books: Books, id: number, as = 'READY') => {
  await eventually(async () => (await statusOf(books, id)).status).toBe(as);
  return statusOf(books, id);
};
/** Follows a link as a browser does: no token, no cookie. */
const follow = (link: string, headers: Readonly<Record<string, string>> = {}) => {
  expect(link.startsWith(`${testBaseUrl}/public/v2/data-exports/`)).toBe(true);
  return ledger.call('GET', link.slice(testBaseUrl.length), { headers });
};
const linkIn = (mail: { readonly text?: string | undefined }) => /https:\S+/.exec(mail.text ?? '')![0];
const mailsTo = ({ userId }: Books) =>
  mailbox.mails.filter(({ recipient }) => recipient === `user${userId}@books.test`);
/** The newest of so many mails that somebody got, and of no more: those of later exports would come later. */
const theMail = async (books: Books, of = 1) => {
  await eventually(() => mailsTo(books).length).toBe(of);
  return mailsTo(books)[of - 1]!;
};

describe('an archive', () => {
  it('is made after the answer, one at a time for an account, and its mail has a link and no attachment [REP-R31] [REP-R32] [REP-R41] [REP-R42]', async () => {
    const books = await ledger.books({ displayName: 'Nordlys & Sønn AS' });
    await books.posted();
    kept.set(books.clientAccountId, [{ fileId: 1, voucherIds: [1], fileName: 'bilag.txt', content: 'abc' }]);
    const opened = Promise.withResolvers<void>();
    gate = opened.promise;
    const id = await start(books, { 'accept-language': 'en' });
    await eventually(async () => (await statusOf(books, id)).status).toBe('RUNNING');
    const second = await books.call('GET', path(books), undefined, ZIP);
    expect([second.status, second.body]).toEqual([
      409,
      { status: 409, error: 'Conflict', message: expect.stringContaining('under way') },
    ]);
    expect(await statusOf(books, id)).toMatchObject({
      export_id: id,
      finished_at: null,
      download_url: null,
      error_message: null,
    });
    opened.resolve();

    const status = await ended(books, id);
    expect(status).toMatchObject({
      created_at: expect.stringMatching(/Z$/),
      finished_at: expect.stringMatching(/Z$/),
      error_message: null,
    });
    const mail = await theMail(books);
    expect([mail.subject, mail.recipient, mail.attachments]).toEqual([
      'Data export for Nordlys & Sønn AS',
      `user${books.userId}@books.test`,
      [],
    ]);
    for (const link of [status.download_url, linkIn(mail)]) {
      const answer = await follow(link);
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'application/zip',
        'no-store',
      ]);
      expect([...unzip(answer.bytes).keys()]).toEqual([
        expect.stringMatching(/^SAF-T Financial_\d{9}_\d{14}\.xml$/),
        'vouchers/1_bilag.txt',
        'index.csv',
      ]);
    }
    const part = await follow(status.download_url, { range: 'bytes=10-19' });
    expect([part.status, part.bytes.length, part.headers.get('content-range')]).toEqual([
      206,
      10,
      expect.stringMatching(/^bytes 10-19\//),
    ]);
    const again = await start(books);
    await ended(books, again);
  });

  it('has the files under the vouchers they belong to, by names that name no other folder, and a list without formulas', async () => {
    const books = await ledger.books();
    ledger.own(books.clientAccountId, 'voucher', { id: 1 });
    const { sequence_number } = await books.posted({ ...rent(), voucher_id: 1 });
    kept.set(books.clientAccountId, [
      { fileId: 1, voucherIds: [1], fileName: 'kvittering.txt', content: 'en' },
      { fileId: 2, voucherIds: [1], fileName: 'Kvittering.txt', content: 'to' },
      { fileId: 3, voucherIds: [3, 4], fileName: '../../etc/\u202epasswd', content: 'tre' },
      { fileId: 5, voucherIds: [5], fileName: '=HYPERLINK("http://x.example";"a,b").txt', content: '' },
      { fileId: 6, voucherIds: [], fileName: 'logo.txt', content: 'fire' },
    ]);
    const { download_url } = await ended(books, await start(books));
    const archive = unzip((await follow(download_url)).bytes);
    const [saft, ...others] = [...archive].map(([name, content]) => [name, content.toString()] as const);
    expect(structureFaults(saft![1])).toEqual([]);
    expect(others.slice(0, -1)).toEqual([
      ['vouchers/1_kvittering.txt', 'en'],
      ['vouchers/1_2_Kvittering.txt', 'to'],
      ['vouchers/3_etc passwd', 'tre'],
      ['vouchers/4_etc passwd', 'tre'],
      [expect.stringMatching(/^vouchers\/5_=HYPERLINK\( http x\.example ; a,b \)\.txt$/), ''],
      ['files/6_logo.txt', 'fire'],
    ]);
    const index = archive.get('index.csv')!.toString().split('\r\n');
    expect(index[0]).toBe(
      '\ufeffpath,voucher_id,file_id,file_name,media_type,size,sha256,journal_entry_number,posting_date',
    );
    expect(index[1]).toMatch(
      new RegExp(
        `^vouchers/1_kvittering.txt,1,1,kvittering.txt,text/plain,2,[0-9a-f]{64},${sequence_number},2026-03-14$`,
      ),
    );
    expect(index[5]).toContain(`"'=HYPERLINK(""http://x.example"";""a,b"").txt"`);
    expect(index).toHaveLength(8);
  });

  it('has several SAF-T files where one would be too large, each valid, complete together [SAFT-R24]', async () => {
    const books = await ledger.books();
    for (const day of ['2026-01-05', '2026-01-06', '2026-02-07', '2026-03-08', '2026-04-09'])
      await books.posted(rent('1.00', { posting_date: day }));
    const tooLarge = await books.call('GET', path(books), undefined, { accept: 'text/xml' });
    expect([tooLarge.status, tooLarge.body.error]).toEqual([413, 'Content Too Large']);
    const { download_url } = await ended(books, await start(books));
    const parts = [...unzip((await follow(download_url)).bytes)].filter(([name]) => name.endsWith('.xml'));
    expect(parts.map(([name]) => name.replace(/_\d{14}_/, '_'))).toEqual(
      [1, 2, 3].map((n) => `SAF-T Financial_810000000_${n}_3.xml`),
    );
    const numbers: string[] = [];
    for (const [name, content] of parts) {
      const xml = content.toString();
      expect([name, structureFaults(xml), await officialFaults(xml)]).toEqual([name, [], []]);
      const root = readXml(xml);
      const entries = child(root, 'GeneralLedgerEntries')!;
      const transactions = [...descendants(entries, 'Transaction')];
      expect(textOf(entries, 'TotalDebit')).toBe(`${transactions.length}.00`);
      expect(Number(textOf(entries, 'NumberOfEntries'))).toBe(transactions.length);
      expect(child(root, 'MasterFiles') !== undefined).toBe(name.includes('_1_3'));
      numbers.push(...transactions.map((each) => textOf(each, 'TransactionID')!));
    }
    expect(numbers).toEqual(['1', '2', '3', '4', '5']);
  });

  it('is announced in the language of the one who asked, else in that of the books', async () => {
    const books = await ledger.books({ displayName: 'Fjord AS', accountingLanguage: 'eng' });
    await ended(books, await start(books, { 'accept-language': 'nb-NO' }));
    expect((await theMail(books)).subject).toBe('Dataeksport for Fjord AS');
    await ended(books, await start(books));
    expect((await theMail(books, 2)).subject).toBe('Data export for Fjord AS');
  });

  it('that cannot be made says why, and the next one may begin', async () => {
    const books = await ledger.books();
    kept.set(books.clientAccountId, [{ fileId: 1, voucherIds: [1], fileName: 'a.txt', content: 'abc' }]);
    fileFault = invalid('The file is gone');
    const status = await ended(books, await start(books), 'FAILED');
    expect(status).toMatchObject({ download_url: null, error_message: 'The file is gone' });
    fileFault = undefined;
    await ended(books, await start(books));
    await theMail(books);
  });
});

describe('what is left by a process that was killed', () => {
  const hour = 3_600_000;
  /** A row as it stands at a moment of the work, with the bytes that are there by then. */
  async function leave(books: Books, { isStored }: { readonly isStored: boolean }) {
    const key = newKey(books.clientAccountId);
    const store = createFolderStore(ledger.env.FILES_DIR!);
    if (isStored) await store.put(key, [Buffer.from('half of it')], { maximumBytes: 100 });
    const id = await ledger.asOwner(async (owner) => {
      const [row] = await owner<{ id: string }[]>`
        insert into data_exports (client_account_id, user_id, date_from, date_to, language, status, created_at, attempts, lease_until, file_key)
        values (${books.clientAccountId}, ${books.userId}, '2026-01-01', '2026-12-31', 'nob', 'RUNNING', now(), 1, ${new Date(Date.now() - hour)}, ${key})
        returning id`;
      return Number(row!.id);
    });
    return { id, key };
  }

  it.each([
    ['before anything was stored', false],
    ['after all was stored and before that was noted', true],
  ])('is carried to its end, with one mail and no bytes left behind: %s', async (_, isStored) => {
    const books = await ledger.books();
    await books.posted();
    const { id, key } = await leave(books, { isStored });
    const { download_url } = await ended(books, id);
    expect(unzip((await follow(download_url)).bytes).size).toBe(2);
    await theMail(books);
    expect(existsSync(join(ledger.env.FILES_DIR!, key))).toBe(false);
    // Whoever held it before finds that somebody else has ended it.
    await ledger.asOwner(async (owner) => {
      const rows = await owner`select attempts, status from data_exports where id = ${id}`;
      expect(rows.map((row) => [row.attempts, row.status])).toEqual([[2, 'READY']]);
    });
    expect(mailsTo(books)).toHaveLength(1);
  });

  it('one that loses it while it works neither ends it nor mails', async () => {
    const books = await ledger.books();
    kept.set(books.clientAccountId, [{ fileId: 1, voucherIds: [1], fileName: 'a.txt', content: 'abc' }]);
    const opened = Promise.withResolvers<void>();
    gate = opened.promise;
    const id = await start(books);
    await eventually(async () => (await statusOf(books, id)).status).toBe('RUNNING');
    // As another replica takes it, and ends it.
    await ledger.asOwner(async (owner) => {
      await owner`update data_exports set attempts = attempts + 1, status = 'FAILED', finished_at = now(), error_message = 'Elsewhere' where id = ${id}`;
    });
    opened.resolve();
    // The next export is made by the same worker, so the first attempt has ended by then.
    const other = await ledger.books();
    await ended(other, await start(other));
    expect(await statusOf(books, id)).toMatchObject({ status: 'FAILED', error_message: 'Elsewhere' });
    await theMail(other);
    expect(mailsTo(books)).toEqual([]);
  });
});

describe('who may have it', () => {
  it('the export of somebody else is not found, also by a colleague', async () => {
    const books = await ledger.books();
    const id = await start(books);
    const stranger = await ledger.books();
    const colleague = ledger.world.user();
    ledger.world.grant(colleague.id, books.clientAccountId, 'CA');
    const token = await ledger.world.token({ userId: colleague.id });
    for (const asked of [
      await stranger.call('GET', `/reports/data-export/${id}`),
      await ledger.call('GET', `/api/v2/reports/data-export/${id}`, { token }),
      await books.call('GET', '/reports/data-export/987654'),
    ])
      expect([asked.status, Object.keys(asked.body)]).toEqual([404, ['status', 'error', 'message']]);
    expect((await ledger.call('GET', `/api/v2/reports/data-export/${id}`)).status).toBe(401);
    await ended(books, id);
  });

  it('a link that was changed, belongs to another archive or has expired gives nothing', async () => {
    const books = await ledger.books();
    await books.posted();
    const first = await ended(books, await start(books));
    const second = await ended(books, await start(books));
    const [own, other] = [new URL(first.download_url), new URL(second.download_url)];
    const withQuery = (change: (query: URLSearchParams) => void) => {
      const changed = new URL(own);
      change(changed.searchParams);
      return changed.href;
    };
    const expires = Number(own.searchParams.get('expires'));
    const links = [
      withQuery((query) => query.set('expires', String(expires + 3_600))),
      withQuery((query) => query.set('signature', query.get('signature')!.slice(0, -2))),
      withQuery((query) => query.delete('signature')),
      withQuery((query) => query.set('key', '00000000')),
      withQuery((query) => query.set('expires', '1e99')),
      `${other.origin}${other.pathname}${own.search}`,
      `${own.origin}/public/v2/data-exports/987654${own.search}`,
    ];
    for (const link of links) expect([link, (await follow(link)).status]).toEqual([link, 404]);
    expect((await follow(own.href)).status).toBe(200);
    ledger.setClock(Temporal.Now.instant().add({ minutes: 61 }).toString());
    expect((await follow(own.href)).status).toBe(404);
  });

  it('the link of the mail works for seven days; then the bytes are gone and the status has no link', async () => {
    const books = await ledger.books();
    const id = await start(books);
    await ended(books, id);
    const link = linkIn(await theMail(books));
    const later = (hours: number) => Temporal.Now.instant().add({ hours });
    ledger.setClock(later(7 * 24 - 1).toString());
    await ledger.runJob('export-cleanup');
    expect((await follow(link)).status).toBe(200);
    ledger.setClock(later(7 * 24 + 1).toString());
    expect((await follow(link)).status).toBe(404);
    expect(await ledger.runJob('export-cleanup')).toBeGreaterThan(0);
    expect(await ledger.runJob('export-cleanup')).toBe(0);
    const token = await ledger.world.token({ userId: books.userId, now: later(7 * 24 + 1) });
    const { body } = await ledger.call('GET', `/api/v2/reports/data-export/${id}`, { token });
    expect([body.status, body.download_url]).toEqual(['READY', null]);
    const rows = await ledger.asOwner((owner) => owner`select file_key from data_exports where id = ${id}`);
    expect(rows.map(({ file_key }) => file_key)).toEqual([null]);
  });

  it('are ten of an account at most: another one 409, until the oldest has gone', async () => {
    const books = await ledger.books();
    const made = (age: string, count: number) =>
      ledger.asOwner(
        (owner) => owner`
        insert into data_exports (client_account_id, user_id, date_from, date_to, language, status, created_at, finished_at, attempts, file_key)
        select ${books.clientAccountId}, ${books.userId}, '2026-01-01', '2026-12-31', 'nob', 'READY', now(), now() - ${age}::interval, 1,
          ${`${books.clientAccountId}/kept-`} || ${age} || n
        from generate_series(1, ${count}) n`,
      );
    await made('6 days', 1);
    await made('1 hour', 9);
    const refused = await books.call('GET', path(books), undefined, ZIP);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/has 10 archives of data exports.*goes on 20\d\d-\d\d-\d\d$/),
    ]);
    // Neither what came to nothing nor another account counts.
    await ledger.asOwner(
      (owner) => owner`update data_exports set file_key = null
      where client_account_id = ${books.clientAccountId} and finished_at < now() - interval '5 days'`,
    );
    await ended(books, await start(books));
    expect((await books.call('GET', path(books), undefined, ZIP)).status).toBe(409);
    await start(await ledger.books());
  });

  it('are ten of an account also when one ends while another is asked for', async () => {
    const books = await ledger.books();
    await ledger.asOwner(
      (owner) => owner`
      insert into data_exports (client_account_id, user_id, date_from, date_to, language, status, created_at, finished_at, attempts, file_key, lease_until)
      select ${books.clientAccountId}, ${books.userId}, '2026-01-01', '2026-12-31', 'nob', case n when 10 then 'RUNNING' else 'READY' end, now(),
        case n when 10 then null else now() end, 1, ${`${books.clientAccountId}/racing-`} || n, now() + interval '1 hour'
      from generate_series(1, 10) n`,
    );
    let refused: ReturnType<typeof books.call> | undefined;
    await ledger.asOwner((owner) =>
      owner.begin(async (tx) => {
        await tx`update data_exports set status = 'READY', finished_at = now() where client_account_id = ${books.clientAccountId} and status = 'RUNNING'`;
        const [{ xid }] = (await tx`select pg_current_xact_id()::text as xid`) as unknown as [{ xid: string }];
        refused = books.call('GET', path(books), undefined, ZIP);
        const waiting = () => tx`select 1 from pg_locks where not granted and transactionid::text = ${xid}`;
        await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
      }),
    );
    const { status, body } = await refused!;
    expect([status, body.message]).toEqual([409, expect.stringMatching(/has 10 archives of data exports/)]);
  });

  it('a colleague who is removed gets neither status, nor archive, nor mail', async () => {
    const books = await ledger.books();
    const id = await start(books);
    const { download_url } = await ended(books, id);
    await theMail(books);
    ledger.world.revoke(books.userId, books.clientAccountId);
    expect((await books.call('GET', `/reports/data-export/${id}`)).status).toBe(403);
    expect((await follow(download_url)).status).toBe(404);

    const waiting = await ledger.books();
    kept.set(waiting.clientAccountId, [{ fileId: 1, voucherIds: [1], fileName: 'a.txt', content: 'abc' }]);
    const opened = Promise.withResolvers<void>();
    gate = opened.promise;
    await start(waiting);
    ledger.world.revoke(waiting.userId, waiting.clientAccountId);
    opened.resolve();
    const other = await ledger.books();
    await ended(other, await start(other));
    await theMail(other);
    expect(mailsTo(waiting)).toEqual([]);
  });

  it('a colleague who is removed while the archive is downloaded gets no more of it', async () => {
    const books = await ledger.books();
    const id = await start(books);
    const { download_url } = await ended(books, id);
    // More than lies between them and us when they stop to read.
    const size = 256 * 1024 * 1024;
    const [row] = await ledger.asOwner(
      (owner) => owner<{ file_key: string }[]>`
        update data_exports set file_size = ${size} where id = ${id} returning file_key`,
    );
    await truncate(join(ledger.env.FILES_DIR!, row!.file_key), size);
    const response = await fetch(ledger.httpUrl + download_url.slice(testBaseUrl.length));
    const reader = response.body!.getReader();
    expect([response.status, (await reader.read()).value!.length > 0]).toEqual([200, true]);
    ledger.world.revoke(books.userId, books.clientAccountId);
    let bytes = 0;
    const read = async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length;
    };
    await setTimeout(300);
    await expect(read()).rejects.toThrow();
    expect(bytes).toBeLessThan(64 * 1024 * 1024);
  });

  it('an employee starts none, and a HEAD begins nothing', async () => {
    const employee = await ledger.books({ role: 'EM' });
    expect((await employee.call('GET', path(employee), undefined, ZIP)).status).toBe(403);
    const books = await ledger.books();
    expect((await books.call('HEAD', path(books), undefined, ZIP)).status).toBe(202);
    const rows = await ledger.asOwner(
      (owner) =>
        owner`select id from data_exports where client_account_id in ${owner([books.clientAccountId, employee.clientAccountId])}`,
    );
    expect([...rows]).toEqual([]);
  });
});

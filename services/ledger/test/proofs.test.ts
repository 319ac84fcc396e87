import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, codeOf, type Ledger, rent, startLedger } from './ledger.ts';

// Whoever has the file and the keys runs the verifier as a stranger would: another process, without anything of ours.

const verifier = resolve(import.meta.dirname, '../../../tools/verify-books.mjs');
let ledger: Ledger;
let folder: string;
beforeAll(async () => {
  ledger = await startLedger();
  folder = mkdtempSync(join(tmpdir(), 'proofs-'));
});
afterAll(async () => {
  await ledger?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const publicKeys = async (): Promise<string> =>
  JSON.stringify((await ledger.call('GET', '/public/v2/ledger/proof-keys')).body);

async function proofFile({ clientAccountId, call }: Books): Promise<string> {
  const answer = await call('GET', `/ledger/proofs?client_account_id=${clientAccountId}`, undefined, {
    accept: 'application/x-ndjson',
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  return answer.bytes.toString('utf8');
}

/** As a superuser with triggers off. */
const withoutGuards = (statements: string): Promise<void> =>
  ledger.asOwner(async (sql) => {
    await sql`reset role`;
    await sql`set session_replication_role = replica`;
    await sql.unsafe(statements);
  });

/** What the verifier says of a file. */
async function verify(text: string, keys?: string): Promise<{ readonly status: number | null; readonly said: string }> {
  const [books, keysFile] = [join(folder, 'books.ndjson'), join(folder, 'keys.json')];
  writeFileSync(books, text);
  writeFileSync(keysFile, keys ?? (await publicKeys()));
  const { status, stdout, stderr } = spawnSync(process.execPath, [verifier, books, keysFile], {
    encoding: 'utf8',
    env: { PATH: '' },
  });
  return { status, said: stdout + stderr };
}

/** Books of six entries, one of them cancelled, with a draft, chained and signed. */
async function provenBooks(): Promise<Books> {
  const own = await ledger.books();
  ledger.own(own.clientAccountId, 'project', { id: 1 });
  const dimensions = [{ relation_type: 'project', relation_id: 1 }];
  await own.posted({ ...rent('100.00', { dimensions }), description: 'Blåbær "på"\nto linjer', external_id: 'A-1' });
  for (const amount of ['2.00', '3.00', '4.00']) await own.posted(rent(amount));
  const wrong = await own.posted(rent('5.00'));
  await own.call('PATCH', `/journal-entries/${wrong.id}`, { cancelled: 'Y', cancellation_reason: 'Feil' });
  await own.posted({ ...rent(), is_draft: true });
  await ledger.runJob('proof-heads');
  return own;
}

describe('a proof of the books', () => {
  it('is signed once a day on which something was posted, and covers every number', async () => {
    const own = await provenBooks();
    const list = async () => (await own.call('GET', `/ledger/proofs?client_account_id=${own.clientAccountId}`)).body;
    const { data, meta } = await list();
    expect(meta).toEqual({ page: 1, pages: 1, per_page: 100, records: 1 });
    expect(data[0]).toMatchObject({
      ...{ client_account_id: own.clientAccountId, day: ledger.running.composition.clock.today(), sequence_number: 6 },
      link: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await ledger.runJob('proof-heads');
    expect((await list()).data).toEqual(data);
    await own.posted(rent('7.00'));
    ledger.setClock(Temporal.Now.instant().add({ hours: 24 }).toString());
    try {
      await ledger.runJob('proof-heads');
      await ledger.runJob('proof-heads');
    } finally {
      ledger.setClock(null);
    }
    expect((await list()).data.map(({ sequence_number }: { sequence_number: number }) => sequence_number)).toEqual([
      7, 6,
    ]);
    const { status, said } = await verify(await proofFile(own));
    expect([status, said]).toEqual([0, expect.stringMatching(/^PROVEN: 7 entries .* signed up to number 7\n$/)]);
    await ledger.expectSound(own.clientAccountId);
  });

  it('stays good when entries are cancelled and get other metadata, and says what is not signed yet', async () => {
    const own = await provenBooks();
    const { data } = (await own.call('GET', `/journal-entries?client_account_id=${own.clientAccountId}`)).body;
    const first = data.find(({ sequence_number }: { sequence_number: number }) => sequence_number === 1);
    await own.call('PATCH', `/journal-entries/${first.id}`, { metadata: { kept: 'here' } });
    await own.call('PATCH', `/journal-entries/${first.id}`, { cancelled: 'Y', cancellation_reason: 'Feil' });
    await ledger.runJob('proof-chain');
    const { status, said } = await verify(await proofFile(own));
    expect([status, said]).toEqual([
      0,
      expect.stringMatching(/^PROVEN: 7 entries .* up to number 6; the last 1 are chained and not signed yet\n$/),
    ]);
  });

  it('covers what is posted while it is made, by fifty at once, in the order of the numbers', async () => {
    const own = await ledger.books();
    const postings = times(50, () => own.post(rent()));
    for (let i = 0; i < 5; i++) await ledger.runJob('proof-chain');
    for (const { status } of await postings) expect(status).toBe(201);
    await ledger.runJob('proof-heads');
    const { status, said } = await verify(await proofFile(own));
    expect([status, said]).toEqual([0, expect.stringContaining('PROVEN: 50 entries')]);
    await ledger.expectSound(own.clientAccountId);
  });

  it('of books without entries is a file that says so', async () => {
    const own = await ledger.books();
    expect(await verify(await proofFile(own))).toMatchObject({
      status: 0,
      said: expect.stringContaining('PROVEN: 0 entries'),
    });
  });
});

describe('the verifier finds in a file', () => {
  let lines: readonly string[];
  let text: string;
  beforeAll(async () => {
    text = await proofFile(await provenBooks());
    lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(9);
  });
  const changed = (change: (all: string[]) => void): string => {
    const all = [...lines];
    change(all);
    return `${all.join('\n')}\n`;
  };
  const swap = (all: string[], a: number, b: number): void => {
    [all[a], all[b]] = [all[b]!, all[a]!];
  };

  it.each<readonly [string, () => string, RegExp]>([
    ['a changed amount', () => text.replaceAll('"3.00"', '"3.01"'), /Entry 3 is not what was chained/],
    [
      'a changed amount of one side',
      () => text.replace('"debit":"3.00"', '"debit":"3.01"'),
      /Entry 3 does not balance/,
    ],
    ['a changed description', () => text.replace('Blåbær', 'Bringebær'), /Entry 1 is not what was chained/],
    ['a missing entry', () => changed((all) => all.splice(3, 1)), /Entry 3 is missing/],
    ['two missing entries', () => changed((all) => all.splice(2, 2)), /Entries 2 to 3 are missing/],
    ['the last entry missing', () => changed((all) => all.splice(6, 1)), /Entry 6, which was signed on .*, is missing/],
    ['two swapped entries', () => changed((all) => swap(all, 2, 3)), /Entry 2 stands after entry 3/],
    [
      'two entries that swapped their numbers as well',
      () =>
        changed((all) => {
          swap(all, 2, 3);
          all[2] = all[2]!.replace('"number":3', '"number":2');
          all[3] = all[3]!.replace('"number":2', '"number":3');
        }),
      /Entry 2 is not what was chained/,
    ],
    ['an entry twice', () => changed((all) => all.splice(3, 0, all[2]!)), /Entry 2 stands after entry 2/],
    ['an end that is cut off', () => changed((all) => all.splice(-1, 1)), /breaks off before its end/],
    ['a signature left out', () => changed((all) => all.splice(-2, 1)), /had 1 signatures and has 0/],
    [
      'a signature that was changed',
      () => text.replace(/("signature":"[^.]+\.[^.]+\.)(.)/, (_, before, one) => before + (one === 'A' ? 'B' : 'A')),
      /is not one of these keys/,
    ],
    [
      'an entry of white space more',
      () => text.replace('"number":4,', '"number": 4,'),
      /Entry 4 is not what was chained/,
    ],
  ])('%s', async (_, made, expected) => {
    expect(made()).not.toBe(text);
    const { status, said } = await verify(made());
    expect([status, said]).toEqual([1, expect.stringMatching(expected)]);
    expect(said).toContain('NOT PROVEN');
  });

  it('books that were changed and chained anew: the signature says what the links no longer do', async () => {
    const { createHash } = await import('node:crypto');
    let link = createHash('sha256')
      .update(`books of client account ${JSON.parse(lines[0]!).client_account_id} after entry 0`)
      .digest();
    const forged = text
      .replaceAll('"3.00"', '"3.01"')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const body = /^\{"link":"\w+","entry":(.*)\}$/.exec(line)?.[1];
        if (body === undefined) return line;
        link = createHash('sha256').update(link).update(body).digest();
        return `{"link":"${link.toString('hex')}","entry":${body}}`;
      });
    const { status, said } = await verify(`${forged.join('\n')}\n`);
    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/^The entries up to 6 are not those that were signed on/),
    ]);
  });

  it('a signature of other books, or by nobody that is known', async () => {
    const theirs = await proofFile(await provenBooks());
    const head = theirs.trimEnd().split('\n').at(-2)!;
    const foreign = await verify(changed((all) => all.splice(-2, 1, head)));
    expect(foreign).toMatchObject({ status: 1, said: expect.stringContaining('is one of other books') });
    const unknown = await verify(text, JSON.stringify({ keys: [] }));
    expect(unknown).toMatchObject({ status: 1, said: expect.stringContaining('is not one of these keys') });
    expect((await verify('')).status).toBe(2);
    expect((await verify(text, '{}')).status).toBe(2);
    expect((await verify('nonsense\n')).status).toBe(2);
  });
});

it.each([
  [
    'amounts are changed',
    'update journal_lines set debit = debit * 10, credit = credit * 10 where client_account_id = $1 and journal_entry_id = $2',
    /Entry 2 is not what was chained/,
  ],
  [
    'lines are gone',
    'delete from journal_lines where client_account_id = $1 and journal_entry_id = $2',
    /Entry 2 is not what was chained/,
  ],
  ['an entry is gone', 'delete from journal_entries where client_account_id = $1 and id = $2', /Entry 2 is missing/],
  [
    'two entries are swapped',
    `update journal_entries set sequence_number = case sequence_number when 2 then 1000003 else 1000002 end
       where client_account_id = $1 and sequence_number in (2, 3);
     update journal_entries set sequence_number = sequence_number - 1000000 where client_account_id = $1 and sequence_number > 1000000`,
    /Entry 2 is not what was chained/,
  ],
])('%s by somebody with all rights on the database: the file shows it', async (_, statement, expected) => {
  const own = await provenBooks();
  const [entry] = await ledger.db.raw`
    select id from journal_entries where client_account_id = ${own.clientAccountId} and sequence_number = 2`;
  await withoutGuards(statement.replaceAll('$1', String(own.clientAccountId)).replaceAll('$2', String(entry!.id)));
  const { status, said } = await verify(await proofFile(own));
  expect([status, said]).toEqual([1, expect.stringMatching(expected)]);
});

it('a missing entry keeps its books from being chained, and no others', async () => {
  const [broken, sound] = [await ledger.books(), await ledger.books()];
  for (const own of [broken, sound]) await own.posted(rent('1.00'));
  await withoutGuards(
    `update journal_counters set last_sequence_number = last_sequence_number + 1 where client_account_id = ${broken.clientAccountId}`,
  );
  for (const own of [broken, sound]) await own.posted(rent('2.00'));
  await ledger.runJob('proof-chain');
  const chained = async ({ clientAccountId }: Books): Promise<number> => {
    const [row] = await ledger.db.raw`
      select coalesce(max(last_number), 0)::int as number from proof_blocks where client_account_id = ${clientAccountId}`;
    return row!.number;
  };
  expect(await chained(broken)).toBeLessThanOrEqual(1);
  expect(await chained(sound)).toBe(2);
});

describe('who may have it', () => {
  it('nobody but who reads the books', async () => {
    const own = await provenBooks();
    const path = `/ledger/proofs?client_account_id=${own.clientAccountId}`;
    const outsider = await ledger.books();
    for (const accept of ['application/json', 'application/x-ndjson']) {
      const refused = await outsider.call('GET', path, undefined, { accept });
      expect([refused.status, codeOf(refused)]).toEqual([403, 'common.forbidden']);
    }
    expect((await ledger.call('GET', `/api/v2${path}`)).status).toBe(401);
    expect((await own.call('GET', '/ledger/proofs')).status).toBe(400);
  });

  it('the public halves of the keys are for everybody, the private ones for nobody', async () => {
    await provenBooks();
    const { status, body } = await ledger.call('GET', '/public/v2/ledger/proof-keys');
    expect(status).toBe(200);
    expect(body.keys).toHaveLength(1);
    expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    const [row] = await ledger.db.raw`select sealed_private_key as sealed, public_jwk->>'x' as x from proof_keys`;
    expect(Buffer.from(row!.sealed).includes(Buffer.from('302e020100300506032b6570', 'hex'))).toBe(false);
  });
});

it('what is chained and signed is neither changed nor deleted, by the service or by the owner of the tables', async () => {
  await provenBooks();
  for (const table of ['proof_blocks', 'proof_heads'])
    for (const statement of [`update ${table} set client_account_id = 1`, `delete from ${table}`]) {
      await expect(ledger.db.raw.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
      await expect(ledger.asOwner((owner) => owner.unsafe(statement))).rejects.toMatchObject({
        constraint_name: `${table}_guard`,
      });
    }
});

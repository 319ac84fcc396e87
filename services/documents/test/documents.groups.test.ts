import { conflict } from '@app/contract/failure';
import { type Database, fixedStatement } from '@app/db';
import { freeTurns } from '@app/records';
import { getTableColumns, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { insertionOfPostings } from '../src/documents/new-document-store.ts';
import { definePosting } from '../src/documents/posting.ts';
import { createPostingEnds, type PostedDocument } from '../src/documents/posting-ends.ts';
import { documents } from '../src/schema/documents.ts';
import { line, startTrade, type Trade, type Trader } from './trade.ts';

// Documents that are posted at the same moment share statements and commits: each has its own outcome.

let trade: Trade;
vi.setConfig({ testTimeout: 120_000 });
beforeAll(async () => {
  trade = await startTrade();
});
afterAll(() => trade?.stop());

const bill = (own: Trader, price: string) => ({
  ...{ document_type: 'APINV', business_partner_id: own.supplier, document_date: '2026-03-14' },
  lines: [line({ quantity: '1', price, tax_code: '1' })],
});

let keys = 0;
/** Posted again under its key while the service says that it is too busy, as clients do. */
async function post(own: Trader, document: object, key = `posted-${++keys}`) {
  for (;;) {
    const answer = await own.create({ is_draft: false, ...document }, { 'idempotency-key': key });
    if (answer.status < 500) return answer;
  }
}

/** Runs work while somebody else has the turn of a company, however long it lasts. */
const whileHeld = ({ clientAccountId }: Trader, work: () => Promise<void>) =>
  trade.db.raw.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await tx`select from change_turns where client_account_id = ${clientAccountId} for update`;
    await work();
  });

it('many at once in several companies each book their own, and one that the books refuse takes nobody along [DOC-R20]', async () => {
  const companies = await Promise.all(Array.from({ length: 4 }, () => trade.trader()));
  const refused = companies.map(({ clientAccountId }) => clientAccountId);
  trade.books.refuse = ({ clientAccountId, lines }) =>
    refused.includes(clientAccountId) && lines.some(({ debit }) => debit === '103.00')
      ? conflict('away', 'accounting.period_locked')
      : undefined;
  const sent = companies.flatMap((own) =>
    Array.from({ length: 9 }, async (_, index) => {
      const isSale = index % 3 === 1;
      const lines = [line({ quantity: '1', price: `${100 + index}`, tax_code: '3' })];
      const kind = isSale ? { document_type: 'ARINV', business_partner_id: own.customer, lines } : {};
      const answer = await post(own, { ...bill(own, `${100 + index}`), ...kind });
      return { own, index, answer };
    }),
  );
  const answers = await Promise.all(sent).finally(() => {
    trade.books.refuse = undefined;
  });
  for (const { index, answer } of answers) expect(answer.status).toBe(index === 3 ? 409 : 201);
  for (const own of companies) {
    const made = answers.filter((each) => each.own === own && each.index !== 3);
    for (const { index, answer } of made) {
      expect(answer.body).toMatchObject({
        status: 'POSTED',
        net_amount: `${100 + index}.00`,
        payment_status: 'UNPAID',
      });
      expect(trade.booked(answer.body).map(([, amount]) => amount)).toContain(
        index % 3 === 1 ? `-${100 + index}.00` : `${100 + index}.00`,
      );
    }
    const numbers = made.flatMap(({ answer }) => answer.body.document_number ?? []).map(Number);
    expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3]);
    const moments = await trade.db.raw<{ same: number }[]>`
      select count(*) - count(distinct updated_at) as same from documents where client_account_id = ${own.clientAccountId}`;
    expect(Number(moments[0]!.same)).toBe(0);
    await trade.expectSound(own.clientAccountId);
  }
});

it('what is written at the same moment fails for itself: an external id that two want is that of one, and a key makes one document', async () => {
  const [own, other] = await Promise.all([trade.trader(), trade.trader()]);
  const posted = (trader: Trader, more: object, key?: string) => post(trader, { ...bill(trader, '50'), ...more }, key);
  const [first, second, ...others] = await Promise.all([
    posted(own, { external_id: 'wanted' }),
    posted(own, { external_id: 'wanted' }),
    ...Array.from({ length: 4 }, () => posted(other, {})),
    posted(own, {}),
  ]);
  expect([first.status, second.status].sort()).toEqual([201, 409]);
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 201));
  const sameKey = await Promise.all(Array.from({ length: 5 }, () => posted(own, { external_id: 'keyed' }, 'one-key')));
  expect(new Set(sameKey.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true);
  const again = await posted(own, { external_id: 'keyed' }, 'one-key');
  expect(again.status).toBe(201);
  const made = sameKey.filter(({ status }) => status === 201).map(({ body }) => body.id);
  expect(new Set([...made, again.body.id]).size).toBe(1);
  for (const trader of [own, other]) await trade.expectSound(trader.clientAccountId);
});

it('nobody waits for a company that somebody holds: its document is posted when it is free', async () => {
  const [held, ...others] = await Promise.all(Array.from({ length: 4 }, () => trade.trader()));
  const posted = (own: Trader) => post(own, bill(own, '70'));
  for (const own of [held!, ...others]) expect((await posted(own)).status).toBe(201);
  let last: ReturnType<typeof posted> | undefined;
  await whileHeld(held!, async () => {
    last = posted(held!);
    const answers = await Promise.all([...others, ...others].map(posted));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  });
  expect((await last)?.body).toMatchObject({ status: 'POSTED', total_amount: '87.50' });
  await trade.expectSound(held!.clientAccountId);
});

it('a group whose connection is lost after the documents were written goes on under its keys, and books each once', async () => {
  const [own, other] = await Promise.all([trade.trader(), trade.trader()]);
  for (const each of [own, other]) await each.made({ ...bill(each, '1'), is_draft: false });
  const { alone } = trade.db;
  let times = 0;
  const lost = vi.spyOn(trade.db, 'alone').mockImplementation(async (account, statement) => {
    const given = await alone(account, statement);
    const isBegin = Array.isArray(given) && given.some((run) => run?.state === 'open');
    if (!isBegin || ++times > 1) return given;
    throw Object.assign(new Error('lost'), { code: 'CONNECTION_CLOSED' });
  });
  const wanted = (each: Trader) => ({ is_draft: false, ...bill(each, '70'), external_id: 'lost' });
  const cut = await Promise.all(
    [own, other].map((each) => each.create(wanted(each), { 'idempotency-key': 'lost' })),
  ).finally(() => lost.mockRestore());
  expect(cut.filter(({ status }) => status >= 500).length).toBeGreaterThan(0);
  for (const each of [own, other]) {
    const again = await post(each, wanted(each), 'lost');
    expect([again.status, again.body.status]).toEqual([201, 'POSTED']);
    const booked = trade.books.entries.filter(({ request }) => request.relationId === again.body.id);
    expect(booked).toHaveLength(1);
    await trade.expectSound(each.clientAccountId);
  }
});

it('a group whose call of the ledger is cut is carried to its end under its keys, and books each once', async () => {
  const companies = await Promise.all(Array.from({ length: 3 }, () => trade.trader()));
  for (const own of companies) await own.made({ ...bill(own, '1'), is_draft: false });
  for (const when of ['before', 'after'] as const) {
    const cut = { method: 'PostEntriesOfMany', when, times: 1 };
    trade.books.cuts.push(cut);
    const sent: { readonly own: Trader; readonly key: string }[] = [];
    const wanted = (own: Trader, key: string) => ({ is_draft: false, ...bill(own, '70'), external_id: key });
    let failed = 0;
    // Until some of them have come to the ledger together.
    for (let round = 0; cut.times > 0; round++) {
      const now = companies.map((own) => ({ own, key: `cut ${when} ${round} ${own.clientAccountId}` }));
      sent.push(...now);
      const answers = await Promise.all(
        now.map(({ own, key }) => own.create(wanted(own, key), { 'idempotency-key': key })),
      );
      failed += answers.filter(({ status }) => status >= 500).length;
    }
    expect(failed, when).toBeGreaterThan(1);
    await trade.runJob('use-case-recovery');
    for (const { own, key } of sent) {
      const again = await post(own, wanted(own, key), key);
      expect([again.status, again.body.status], when).toEqual([201, 'POSTED']);
      const booked = trade.books.entries.filter(({ request }) => request.relationId === again.body.id);
      expect(booked, when).toHaveLength(1);
    }
  }
  for (const own of companies) await trade.expectSound(own.clientAccountId);
});

let serial = 0;
/** A document that is being posted, whose entry is said to stand, and what ends its run. */
async function begun(own: Trader): Promise<PostedDocument> {
  const { clientAccountId, userId } = own;
  const { id } = await own.made(bill(own, '100'));
  const number = ++serial;
  const commandKey = `posting-${number}`;
  const key = { clientAccountId, id, journalEntryId: 1_000_000 + number };
  await trade.db.raw`update documents set busy_key = 'posting' where id = ${id}`;
  await trade.db.raw`
    insert into use_cases (command_key, name, client_account_id, state, intent, attempts, lease_until, ended_at)
    values (${commandKey}, 'played', ${clientAccountId}, 'open', '{}', 1, clock_timestamp() + interval '1 hour', null)`;
  return {
    ...{ ...key, commandKey, actorId: userId, voucherId: null, creditedDocumentId: null, openLineSign: -1 },
    ...{ openLineId: 2_000_000 + number, statusWithoutLine: 'PAID', standings: [], seen: new Map() },
  };
}

/** What is stored of a posting: of its run, and of the document, which each posting changes once. */
async function storedOf({ id, commandKey }: PostedDocument) {
  const [document] = await trade.db.raw<{ status: string; version: string }[]>`
    select status, version from documents where id = ${id}`;
  const [run] = await trade.db.raw<{ state: string }[]>`select state from use_cases where command_key = ${commandKey}`;
  return [document!.status, run!.state, Number(document!.version)];
}

it('of two that begin together under one key one is written, with its run', async () => {
  const own = await trade.trader();
  await own.made({ ...bill(own, '1'), is_draft: false });
  const { clientAccountId, userId } = own;
  const posting = definePosting({ db: trade.db, clock: trade.running.composition.clock } as never);
  const nothing = Object.fromEntries(Object.keys(getTableColumns(documents)).map((name) => [name, null]));
  const document = {
    ...{ ...nothing, clientAccountId, documentType: 'APINV', currencyCode: 'NOK', status: 'DRAFT', busyKey: 'posting' },
    ...{ netAmount: '1.00', taxAmount: '0.00', totalAmount: '1.00', paymentStatus: 'NOT_APPLICABLE' },
    ...{ createdInApplication: false, changedSincePrinted: false },
  };
  const row = (commandKey: string) => ({
    ...{ document: document as never, lines: [], partner: undefined, userId, commandKey },
    intent: { documentId: 0, actorId: userId } as never,
  });
  const ids = await insertionOfPostings(posting)(
    trade.db.executor,
    [row('twice'), row('once'), row('twice')],
    new Date('2026-03-14'),
  );
  expect([ids[0] === undefined, ids[2] === undefined].sort()).toEqual([false, true]);
  const made = [ids[0] ?? ids[2]!, ids[1]!];
  const stored = await trade.db.raw<{ key: string; id: number }[]>`
    select u.command_key as key, (u.intent ->> 'documentId')::int as id from use_cases u join documents d on d.id::text = u.subject
    where u.command_key in ('once', 'twice') order by 1 desc`;
  expect(stored.map(({ key, id }) => [key, id])).toEqual([
    ['twice', made[0]],
    ['once', made[1]],
  ]);
  await trade.db.raw`delete from use_cases where command_key in ('once', 'twice')`;
  expect(
    await trade.db
      .raw`delete from documents where client_account_id = ${clientAccountId} and busy_key = 'posting' returning id`,
  ).toHaveLength(2);
});

it('a group posts each with its event and its end, and waits for nobody: who is held meanwhile goes by themselves', async () => {
  const [own, held, fresh] = await Promise.all([trade.trader(), trade.trader(), trade.trader()]);
  const end = createPostingEnds({ db: trade.db, clock: trade.running.composition.clock });
  const [first, second, waiting, ended, only] = await Promise.all(
    [own, own, held, own, fresh].map((each) => begun(each)),
  );
  await trade.db.raw`delete from change_turns where client_account_id = ${fresh.clientAccountId}`;
  await trade.db.raw`
    update use_cases set state = 'done', result = '{}', intent = null, lease_until = null, ended_at = clock_timestamp()
    where command_key = ${ended!.commandKey}`;
  let last: Promise<unknown> | undefined;
  await whileHeld(held, async () => {
    // Nobody waits for a turn for ever: then it is tried again.
    last = end(waiting!).catch(() => end(waiting!));
    const others = await Promise.all([end(first!), end(second!), end(ended!), end(only!)]);
    expect(others).toEqual([
      { documentId: first!.id },
      { documentId: second!.id },
      undefined,
      { documentId: only!.id },
    ]);
    expect(await storedOf(waiting!)).toEqual(['DRAFT', 'open', 1]);
  });
  await last?.catch(() => end(waiting!));
  for (const each of [first!, second!, waiting!, only!]) expect(await storedOf(each)).toEqual(['POSTED', 'done', 2]);
  expect(await storedOf(ended!)).toEqual(['DRAFT', 'done', 1]);
});

it('what takes turns by its one statement leaves that of who has changed something since it began: it would not see it', async () => {
  const own = await trade.trader();
  await own.made({ ...bill(own, '1'), is_draft: false });
  // Once it has begun it waits for whoever holds its gate.
  const gate = 4711;
  const statement = fixedStatement(sql`
    with wanted as materialized (
      select ${sql.placeholder('id')}::bigint as client_account_id from pg_advisory_xact_lock_shared(${sql.placeholder('gate')}::bigint)
    ), ${freeTurns(sql`wanted`)} select first from turn`);
  const take = async () =>
    trade.db.executor.execute(statement({ id: own.clientAccountId, gate, now: new Date('2026-03-14').toISOString() }));
  let taking: ReturnType<typeof take> | undefined;
  await trade.db.raw.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${gate})`;
    taking = take();
    const waiting = () => tx`
      select from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await trade.db
      .raw`update change_turns set last_change_at = last_change_at + interval '1 millisecond' where client_account_id = ${own.clientAccountId}`;
  });
  expect(await taking).toHaveLength(0);
  expect(await take()).toHaveLength(1);
});

it('how far one is paid when it is posted follows from what is known of its line, by itself and in a group', async () => {
  const own = await trade.trader();
  const end = createPostingEnds({ db: trade.db, clock: trade.running.composition.clock });
  const cases = [
    [null, 'UNPAID', '0.00'],
    ['0.00', 'UNPAID', '0.00'],
    ['-50.00', 'PARTIALLY_PAID', '50.00'],
    ['-125.00', 'PAID', '125.00'],
    ['-200.00', 'OVERPAID', '200.00'],
    ['30.00', 'PARTIALLY_PAID', '-30.00'],
  ] as const;
  for (const isGroup of [false, true]) {
    const all = await Promise.all(cases.map(() => begun(own)));
    for (const [index, [claimed]] of cases.entries())
      if (claimed !== null)
        await trade.db.raw`
          insert into claimed_lines (client_account_id, journal_line_id, amount_fc, version)
          values (${own.clientAccountId}, ${all[index]!.openLineId}, ${claimed}, 1)`;
    if (isGroup) await Promise.all(all.map((each) => end(each)));
    else for (const each of all) await end(each);
    const stored = await trade.db.raw<{ status: string; paid: string }[]>`
      select payment_status as status, paid_amount as paid from documents where id = any (${all.map(({ id }) => id)}) order by id`;
    const inOrder = all.map(({ id }, index) => ({ id, index })).sort((a, b) => a.id - b.id);
    expect(stored.map(({ status, paid }) => [status, paid])).toEqual(
      inOrder.map(({ index }) => cases[index]!.slice(1)),
    );
  }
});

it('a group whose connection is lost after its commit is done once, also when it is tried again', async () => {
  const [own, other] = await Promise.all([trade.trader(), trade.trader()]);
  const lost = Object.assign(new Error('lost'), { code: 'CONNECTION_CLOSED' });
  const db: Database = Object.create(trade.db, {
    alone: {
      value: async (...args: Parameters<Database['alone']>) => {
        await trade.db.alone(...args);
        throw lost;
      },
    },
  });
  const all = [await begun(own), await begun(other)];
  const cut = createPostingEnds({ db, clock: trade.running.composition.clock });
  expect(await Promise.allSettled(all.map(cut))).toEqual(all.map(() => ({ status: 'rejected', reason: lost })));
  const again = createPostingEnds({ db: trade.db, clock: trade.running.composition.clock });
  expect(await Promise.all(all.map(again))).toEqual([undefined, undefined]);
  for (const each of all) expect(await storedOf(each)).toEqual(['POSTED', 'done', 2]);
});

it('one whose document is gone fails for itself', async () => {
  const [own, other] = await Promise.all([trade.trader(), trade.trader()]);
  const end = createPostingEnds({ db: trade.db, clock: trade.running.composition.clock });
  const [one, gone] = [await begun(own), await begun(other)];
  const outcomes = await Promise.allSettled([end(one), end({ ...gone, id: 999_999_999 })]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await storedOf(one)).toEqual(['POSTED', 'done', 2]);
  expect(await storedOf(gone)).toEqual(['DRAFT', 'open', 1]);
});

it('two attempts at one run that come together end it once, and what one of a group brought fails for itself', async () => {
  const [own, other] = await Promise.all([trade.trader(), trade.trader()]);
  const end = createPostingEnds({ db: trade.db, clock: trade.running.composition.clock });
  const [one, wrong] = [await begun(own), await begun(other)];
  // No line of an entry without a direction: the table refuses it.
  const [first, again, refused] = await Promise.allSettled([
    end(one),
    end(one),
    end({ ...wrong, openLineSign: null, openLineId: null, statusWithoutLine: 'NONSENSE' as 'PAID' }),
  ]);
  expect([first, again].filter((each) => each.status === 'fulfilled' && each.value !== undefined)).toHaveLength(1);
  expect(refused?.status).toBe('rejected');
  expect(await storedOf(one)).toEqual(['POSTED', 'done', 2]);
  expect(await storedOf(wrong)).toEqual(['DRAFT', 'open', 1]);
});

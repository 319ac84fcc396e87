import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { journalEntryPosted, settingsChanged } from '@app/events';
import { GATEWAY_HEADER, signForwarded } from '@app/identity';
import { fromSources, testSigner } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type PlayedLine, playBooks } from './played-books.ts';
import { type BankWorld, type Company, refusal, said, startBank } from './world.ts';

const books = playBooks();
let bank: BankWorld;
beforeAll(async () => {
  bank = await startBank({ others: { ledger: books.stubs } });
});
afterAll(() => bank?.stop());
beforeEach(() => bank.setClock('2026-03-15T10:00:00Z'));

type Line = Omit<PlayedLine, 'clientAccountId'>;
const PATH = '/reconciliation-periods';

async function company(options: Parameters<BankWorld['company']>[0] = {}) {
  const own = await bank.company({ earlyAccess: true, vatLiable: false, ...options });
  const { clientAccountId } = own;
  const post = (...lines: Line[]) => books.post(...lines.map((line) => ({ ...line, clientAccountId })));
  const prepare = async () => (await own.done('POST', PATH, { client_account_id: clientAccountId })).data;
  const read = (id: number) => own.done('GET', `${PATH}/${id}`);
  /** The scopes of the period that ends on a day, by their keys. */
  const scopes = async (end: string) => {
    const { data } = await own.done('GET', `${PATH}?client_account_id=${clientAccountId}`);
    const found = data.find(({ period_end }: { period_end: string }) => period_end === end);
    return Object.fromEntries((await read(found.id)).scopes.map((scope: { key: string }) => [scope.key, scope]));
  };
  const record = (scope: { external_reconciliation: Record<string, string | boolean> | null }) => {
    const of = scope.external_reconciliation;
    return of && [of.is_draft ? 'draft' : of.reconciliation_method, of.expected_amount, of.ledger_amount];
  };
  return { ...own, post, prepare, read, scopes, record };
}

const line = (date: string, code: string, amount: string, relationId?: number): Line => ({
  ...{ date, code, amount },
  ...(relationId === undefined ? {} : { relationId }),
});
const spanOf = ({ period_start, period_end, status }: Record<string, string>) =>
  `${period_start}/${period_end} ${status}`;

/** Rows of the engine of a company: what twice the same work must not double. */
const countsOf = async ({ clientAccountId }: Pick<Company, 'clientAccountId'>) => {
  const [row] = await bank.db.executor.execute<Record<string, string>>(sql`
    select (select count(*) from reconciliation_periods where client_account_id = ${clientAccountId}) as periods,
      (select count(*) from external_reconciliations where client_account_id = ${clientAccountId}) as records,
      (select count(distinct scope_key) from external_reconciliations where client_account_id = ${clientAccountId}) as scopes`);
  return { periods: Number(row!.periods), records: Number(row!.records), scopes: Number(row!.scopes) };
};

it('periods open to early access alone, before the role is looked at, and to nobody else [RPD-R01] [RPD-R29]', async () => {
  const open = await company();
  open.post(line('2026-01-01', '2990', '-5.00'));
  const [period] = await open.prepare();
  const closed = await bank.company();
  const { clientAccountId: id } = closed;
  const attempts = (who: Company, account: number, periodId: number) =>
    Promise.all([
      who.call('GET', `${PATH}?client_account_id=${account}`),
      who.call('POST', PATH, { client_account_id: account }),
      who.call('GET', `${PATH}/${periodId}`),
      who.call('PATCH', `${PATH}/${periodId}`, { status: 'REOPENED' }),
    ]);
  const early = [403, 'period_reconciliation.early_access_required'];
  const [list, post] = await attempts(closed, id, period.id);
  expect([list, post].map(refusal)).toEqual([early, early]);
  const employee = await bank.colleague(closed, 'EM');
  expect(refusal(await employee.call('POST', PATH, { client_account_id: id }))).toEqual(early);
  // A stranger learns nothing of either.
  const stranger = await bank.company({ earlyAccess: true });
  const forbidden = [403, 'common.forbidden'];
  for (const account of [open.clientAccountId, id])
    expect((await attempts(stranger, account, period.id)).map(refusal)).toEqual(Array(4).fill(forbidden));
  // One that had it and has it no longer.
  bank.world.account({ id: open.clientAccountId, earlyAccess: false });
  expect((await attempts(open, open.clientAccountId, period.id)).map(refusal)).toEqual(Array(4).fill(early));
  expect(await said(open, `${PATH}/${period.id}`, { status: 'REOPENED' })).toEqual([
    ...early,
    undefined,
    'Reconciliation periods need "early_access" in the settings of the client account',
    'Avstemmingsperioder krever «early_access» i innstillingene til klientkontoen',
  ]);
  bank.world.account({ id: open.clientAccountId, earlyAccess: true });
  const unknown = await open.call('GET', `${PATH}/999999`);
  expect(refusal(unknown)).toEqual([404, 'period_reconciliation.period_not_found']);
  expect(refusal(await open.call('GET', `${PATH}/0`))).toEqual([404, 'period_reconciliation.period_not_found']);
  const reader = await bank.colleague(open, 'EM');
  expect(refusal(await reader.call('GET', `${PATH}/${period.id}`))).toEqual(forbidden);
});

it('POST makes the periods from the first posting to today, twice the same, and the list shows the latest first [RPD-R02] [RPD-R03] [RPD-R04] [RPD-R13] [RPD-R36]', async () => {
  const own = await company();
  expect(await own.prepare()).toEqual([]);
  own.post(line('2024-06-01', '2990', '-100.00'), line('2024-06-01', '1240', '100.00'));
  const answer = await own.call('POST', PATH, { client_account_id: own.clientAccountId });
  expect([answer.status, answer.body.meta]).toEqual([200, { page: 1, pages: 1, per_page: 100, records: 3 }]);
  expect(answer.body.data.map(spanOf)).toEqual([
    '2026-01-01/2026-12-31 OPEN',
    '2025-01-01/2025-12-31 OPEN',
    '2024-01-01/2024-12-31 OPEN',
  ]);
  const counts = await countsOf(own);
  expect((await own.prepare()).map(spanOf)).toEqual(answer.body.data.map(spanOf));
  expect(await countsOf(own)).toEqual(counts);
  expect(await bank.runJob('reconciliation-periods')).toBe(0);
  const second = await own.done('GET', `${PATH}?client_account_id=${own.clientAccountId}&per_page=1&page=2`);
  expect([second.data.map(spanOf), second.meta.pages]).toEqual([['2025-01-01/2025-12-31 OPEN'], 3]);
  expect((await own.call('GET', PATH)).status).toBe(400);
  expect((await own.call('POST', PATH, {})).status).toBe(400);
  expect(books.asked.posting).toBe(0);
  await bank.expectSound(own.clientAccountId);
});

it('frequencies of half a year and VAT terms; a changed one moves open periods, reconciled ones stay [RPD-R14] [RPD-R31]', async () => {
  const own = await company({ reconciliationFrequency: 'HALF_YEARLY' });
  own.post(line('2025-01-10', '1240', '10.00'), line('2025-02-10', '1240', '-10.00'));
  expect((await own.prepare()).map(spanOf)).toEqual([
    '2026-01-01/2026-06-30 OPEN',
    '2025-07-01/2025-12-31 RECONCILED',
    '2025-01-01/2025-06-30 RECONCILED',
  ]);
  bank.world.account({ id: own.clientAccountId, reconciliationFrequency: 'VAT_TERM' });
  expect((await own.prepare()).map(spanOf)).toEqual([
    '2026-03-01/2026-04-30 OPEN',
    '2026-01-01/2026-02-28 RECONCILED',
    '2025-07-01/2025-12-31 RECONCILED',
    '2025-01-01/2025-06-30 RECONCILED',
  ]);
  bank.world.account({ id: own.clientAccountId, reconciliationFrequency: null });
  expect((await own.prepare()).map(spanOf).slice(0, 2)).toEqual([
    '2026-03-01/2026-12-31 OPEN',
    '2026-01-01/2026-02-28 RECONCILED',
  ]);
  bank.world.account({ id: own.clientAccountId, reconciliationFrequency: 'VAT_TERM', vatReturnFrequency: 'MONTHLY' });
  expect((await own.prepare()).map(spanOf)[0]).toBe('2026-03-01/2026-03-31 OPEN');
  await bank.expectSound(own.clientAccountId);
});

it('a year is prepared by every rule, and reconciled by who explains the last draft [RPD-R05] [RPD-R08] [RPD-R09] [RPD-R10] [RPD-R20] [RPD-R21] [RPD-R22] [RPD-R23] [RPD-R26] [RPD-R27] [RPD-R35]', async () => {
  const own = await company();
  own.post(
    line('2024-02-01', '1500', '70.00', 40),
    line('2024-03-01', '1500', '-70.00', 40),
    line('2024-05-01', '2000', '-30000.00'),
    line('2024-05-02', '2700', '-25.00'),
    line('2024-12-31', '2700', '25.00'),
    line('2025-04-01', '1240', '8.00'),
    line('2025-04-02', '1240', '-8.00'),
    line('2025-06-01', '1500', '40.00', 41),
    line('2025-07-01', '1500', '2.50', 41),
  );
  const [, , first] = await own.prepare();
  const before = await own.scopes('2024-12-31');
  expect(own.record(before['BALANCE:2000:2024-12-31'])).toEqual(['draft', '0.00', '-30000.00']);
  expect(own.record(before['BALANCE:1500:2024-12-31:businesspartner:40'])).toEqual(['ZERO_BALANCE', '0.00', '0.00']);
  expect(own.record(before['VAT:2024-12-31'])).toEqual(['CLEARED', '0.00', '0.00']);
  expect(own.record(before['VAT:2024-06-30'])).toEqual(['draft', '0.00', '-25.00']);
  const explain = async (scope: { external_reconciliation: { id: number; difference: string } }) => {
    const { id, difference } = scope.external_reconciliation;
    const items = [{ description: 'Vedtekter og melding', amount: difference }];
    return own.call('PATCH', `/external-reconciliations/${id}`, { items, is_draft: false });
  };
  for (const { external_reconciliation, key } of Object.values(before) as never[])
    if ((external_reconciliation as { is_draft: boolean }).is_draft)
      expect([key, (await explain(before[key]!)).status]).toEqual([key, 200]);
  expect(await own.read(first.id)).toMatchObject({ status: 'RECONCILED', reconciled_by_id: own.userId });

  await own.prepare();
  const year = await own.scopes('2025-12-31');
  expect(own.record(year['BALANCE:2000:2025-12-31'])).toEqual(['UNCHANGED', '-30000.00', '-30000.00']);
  expect(own.record(year['BALANCE:1500:2025-12-31:businesspartner:40'])).toEqual(['NO_ACTIVITY', '0.00', '0.00']);
  expect(own.record(year['BALANCE:1240:2025-12-31'])).toEqual(['ZERO_BALANCE', '0.00', '0.00']);
  const owed = year['BALANCE:1500:2025-12-31:businesspartner:41'];
  expect(own.record(owed)).toEqual(['draft', '0.00', '42.50']);
  expect(owed).toMatchObject({
    ...{ reconciler: 'BALANCE', label: 'Navn 41', group_key: 'BALANCE:1500', group_label: '1500 Konto 1500' },
    dimension: { relation_type: 'businesspartner', relation_id: 41, name: 'Navn 41' },
    ...{ as_of_date: '2025-12-31', is_ready: true, is_overdue: false, readiness_reason: null },
  });
  const entries = owed.external_reconciliation.entries as { kind: string; amount: string; relation_type: string }[];
  expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ...[
      ['EXTERNAL', '0.00'],
      ['LEDGER_BALANCE', '42.50'],
      ['RECONCILING_ITEM', '-40.00'],
      ['RECONCILING_ITEM', '-2.50'],
    ],
  ]);
  expect(entries[0]).toMatchObject({
    relation_type: 'RECONCILIATION_PERIOD',
    relation_id: (await own.prepare())[1].id,
  });
  const running = Object.values(await own.scopes('2026-12-31')) as Record<string, unknown>[];
  expect(running.find(({ key }) => key === 'BALANCE:2000:2026-12-31')).toMatchObject({
    ...{ is_ready: false, readiness_reason: 'PERIOD_NOT_ENDED', external_reconciliation: null },
  });
  const done = await own.call('PATCH', `/external-reconciliations/${owed.external_reconciliation.id}`, {
    is_draft: false,
  });
  expect([done.status, done.body.reconciliation_method]).toEqual([200, 'OPEN_ITEMS']);
  const [, reconciled] = await own.prepare();
  expect(reconciled).toMatchObject({ status: 'RECONCILED', reconciled_by_id: own.userId });
  expect(reconciled.reconciled_at).toMatch(/^2026-03-15T10:00/);
  expect(books.asked.posting).toBe(0);
  await bank.expectSound(own.clientAccountId);
});

it('reopened by hand a period waits for a change; a posting into it retires what drifted [RPD-R06] [RPD-R07] [RPD-R11] [RPD-R28] [RPD-R32]', async () => {
  const own = await company();
  own.post(line('2025-04-01', '1240', '8.00'), line('2025-04-02', '1240', '-8.00'));
  const [running, period] = await own.prepare();
  expect([period.status, period.reconciled_by_id]).toEqual(['RECONCILED', 2]);
  const patch = (id: number, body: object) => own.call('PATCH', `${PATH}/${id}`, body);
  const notReconciled = [400, 'period_reconciliation.period_not_reconciled'];
  expect(refusal(await patch(running.id, { status: 'REOPENED' }))).toEqual(notReconciled);
  for (const body of [{ status: 'RECONCILED' }, { status: 'OPEN' }, { status: 1 }, {}])
    expect(refusal(await patch(period.id, body))).toEqual([400, 'common.validation_error']);
  const counts = await countsOf(own);
  const reopened = await patch(period.id, { status: 'REOPENED' });
  expect([reopened.status, reopened.body.status]).toEqual([200, 'REOPENED']);
  expect(await said(own, `${PATH}/${period.id}`, { status: 'REOPENED' })).toEqual([
    ...notReconciled,
    'status',
    `Period ${period.id} is REOPENED; only a reconciled one can be reopened`,
    `Periode ${period.id} er REOPENED; bare en avstemt periode kan gjenåpnes`,
  ]);
  expect((await own.prepare())[1].status).toBe('REOPENED');
  expect(await countsOf(own)).toEqual(counts);
  // A record of it is changed: the rule applies again. Saying the same once more changes nothing.
  const noted = (await own.scopes('2025-12-31'))['VAT:2025-12-31'].external_reconciliation;
  const note = (text: string) => own.done('PATCH', `/external-reconciliations/${noted.id}`, { note: text });
  await note('Sett på');
  expect((await own.read(period.id)).status).toBe('RECONCILED');
  await patch(period.id, { status: 'REOPENED' });
  await note('Sett på');
  expect((await own.read(period.id)).status).toBe('REOPENED');
  // A record of it is retired: the engine writes it again, and the rule applies.
  const { external_reconciliation: record } = (await own.scopes('2025-12-31'))['BALANCE:1240:2025-12-31'];
  expect((await own.call('DELETE', `/external-reconciliations/${record.id}`)).status).toBe(204);
  expect((await own.prepare())[1].status).toBe('RECONCILED');
  // Whoever retires one of a reconciled period reopens it, until the engine has written it again.
  const { external_reconciliation: again } = (await own.scopes('2025-12-31'))['BALANCE:1240:2025-12-31'];
  expect((await own.call('DELETE', `/external-reconciliations/${again.id}`)).status).toBe(204);
  expect((await own.read(period.id)).status).toBe('REOPENED');
  expect((await own.prepare())[1].status).toBe('RECONCILED');

  own.post(line('2025-12-31', '1240', '3.00'));
  expect((await own.prepare())[1].status).toBe('REOPENED');
  const drifted = await own.scopes('2025-12-31');
  expect(own.record(drifted['BALANCE:1240:2025-12-31'])).toEqual(['draft', '0.00', '3.00']);
  expect(own.record(drifted['VAT:2025-12-31'])).toEqual(['CLEARED', '0.00', '0.00']);
  // Items of a draft outlive a ledger that moves again.
  const { id } = drifted['BALANCE:1240:2025-12-31'].external_reconciliation;
  await own.done('PATCH', `/external-reconciliations/${id}`, {
    ...{ note: 'Spør Kari', items: [{ description: 'Rest', amount: '-3.00' }] },
  });
  own.post(line('2025-12-30', '1240', '1.00'));
  await own.prepare();
  const moved = (await own.scopes('2025-12-31'))['BALANCE:1240:2025-12-31'].external_reconciliation;
  expect([moved.note, moved.ledger_amount, moved.entries.at(-1).amount]).toEqual(['Spør Kari', '4.00', '-3.00']);
  own.post(line('2025-12-30', '1240', '-4.00'));
  expect((await own.prepare())[1].status).toBe('RECONCILED');
  await bank.expectSound(own.clientAccountId);
});

it('of a period that is prepared again only the scopes that changed are written', async () => {
  const own = await company();
  own.post(line('2025-04-01', '1240', '8.00'), line('2025-04-02', '2990', '5.00'));
  await own.prepare();
  const versions = async () => {
    const rows = await bank.db.executor.execute<{ key: string; version: string }>(sql`
      select key, xmin::text as version from reconciliation_scopes where client_account_id = ${own.clientAccountId}`);
    return new Map(rows.map(({ key, version }) => [key, version]));
  };
  const first = await versions();
  expect(first.size).toBeGreaterThan(3);
  await own.prepare();
  expect(await versions()).toEqual(first);
  const record = (await own.scopes('2025-12-31'))['BALANCE:2990:2025-12-31'].external_reconciliation;
  own.post(line('2025-12-31', '2990', '-5.00'));
  await own.prepare();
  expect((await own.scopes('2025-12-31'))['BALANCE:2990:2025-12-31']?.external_reconciliation?.id).not.toBe(record.id);
  const second = await versions();
  expect(second.get('BALANCE:1240:2025-12-31')).toBe(first.get('BALANCE:1240:2025-12-31'));
  await bank.expectSound(own.clientAccountId);
});

it('ten who prepare at once make one set of records, and older books change nothing [RPD-R04]', async () => {
  const own = await company();
  own.post(line('2025-01-10', '1240', '10.00'), line('2025-02-10', '2990', '-10.00'));
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, place) =>
      place % 5 === 0
        ? bank.runJob('reconciliation-periods').then(() => ({ status: 200 }))
        : own.call('POST', PATH, { client_account_id: own.clientAccountId }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const counts = await countsOf(own);
  expect([counts.periods, counts.records]).toEqual([2, counts.scopes]);
  // Who asked first and writes last has older books.
  const late = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  books.beforeFigures(() => {
    held.resolve();
    return late.promise;
  });
  const old = own.call('POST', PATH, { client_account_id: own.clientAccountId });
  await held.promise;
  own.post(line('2025-01-20', '1240', '5.00'));
  await own.prepare();
  late.resolve();
  expect((await old).status).toBe(200);
  expect(own.record((await own.scopes('2025-12-31'))['BALANCE:1240:2025-12-31'])).toEqual(['draft', '0.00', '15.00']);
  // What waited to be prepared is done with it, and does not follow once more.
  const ofOwn = sql`client_account_id = ${own.clientAccountId}`;
  await bank.db.executor.execute(sql`
    update prepared_accounts set due_from = '2025-01-01', due_at = clock_timestamp() + interval '1 hour' where ${ofOwn}`);
  await own.prepare();
  const waiting = sql`select due_from, due_at, lease_key, leased_until from prepared_accounts where ${ofOwn}`;
  expect(await bank.db.executor.execute(waiting)).toEqual([
    { due_from: null, due_at: null, lease_key: null, leased_until: null },
  ]);
  await bank.expectSound(own.clientAccountId);
});

it('books that are read in pages while somebody posts all the time are prepared, and those of a restored ledger count', async () => {
  const own = await company();
  own.post(
    line('2025-01-10', '1240', '10.00'),
    line('2025-01-10', '2220', '-7.00'),
    line('2025-01-10', '2990', '-3.00'),
  );
  const postAgain = () => {
    own.post(line('2025-01-10', '1240', '1.00'), line('2025-01-10', '2990', '-1.00'));
    books.beforeFigures(postAgain);
  };
  books.pageSize = 1;
  postAgain();
  const amounts = async () =>
    Object.values(await own.scopes('2025-12-31')).flatMap((scope) => own.record(scope as never)?.[2] ?? []);
  try {
    expect((await own.call('POST', PATH, { client_account_id: own.clientAccountId })).status).toBe(200);
    // A ledger of the release before knows no places: it would begin anew with each page.
    books.isOld = true;
    const waiting = await own.call('POST', PATH, { client_account_id: own.clientAccountId });
    expect(refusal(waiting)).toEqual([503, 'common.service_unavailable']);
  } finally {
    Object.assign(books, { pageSize: 10_000, isOld: false });
    books.beforeFigures(() => undefined);
  }
  expect(await amounts()).toContain('-7.00');
  await own.prepare();
  const before = await amounts();
  books.restore(own.clientAccountId);
  own.post(line('2025-01-10', '2220', '-5.00'));
  await own.prepare();
  expect(await amounts()).toEqual(before.map((amount) => (amount === '-7.00' ? '-12.00' : amount)));
  await bank.expectSound(own.clientAccountId);
});

/** A second process of the service. */
async function startReplica() {
  const script = join(import.meta.dirname, 'periods-process.ts');
  const child = spawn(process.execPath, [...fromSources, script, bank.natsPrefix], {
    env: { ...process.env, ...bank.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  const origin = `http://127.0.0.1:${String(port).trim()}`;
  const headers = {
    [GATEWAY_HEADER]: signForwarded(testSigner('gateway'), 'reconciliation', { address: '203.0.113.7', dryRun: false }),
    'content-type': 'application/json',
  };
  return {
    /** Asks it to prepare, which it may not live to answer. */
    prepare: ({ token, clientAccountId }: Company): Promise<unknown> =>
      fetch(`${origin}/api/v2${PATH}`, {
        ...{ method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` } },
        body: JSON.stringify({ client_account_id: clientAccountId }),
      }).catch(() => 'cut'),
    kill: async (): Promise<void> => {
      child.kill('SIGKILL');
      if (child.signalCode === null) await once(child, 'exit');
    },
  };
}

it('two processes prepare, one is killed between two periods and one while it writes: one set of records [RPD-R04]', async () => {
  const own = await company();
  own.post(
    ...['2024', '2025'].flatMap((year) => [
      ...['1240', '2220', '2990'].map((code) => line(`${year}-02-01`, code, '100.00')),
      ...[line(`${year}-03-01`, '1220', '8.00'), line(`${year}-03-02`, '1220', '-8.00')],
    ]),
  );
  const [first, second] = await Promise.all([startReplica(), startReplica()]);
  try {
    const reached = Promise.withResolvers<void>();
    const isWritten = async () => expect((await countsOf(own)).records).toBeGreaterThan(0);
    // The second period is asked about while the first one is written.
    const killOnceWritten = () => vi.waitFor(isWritten, { timeout: 15_000, interval: 20 }).then(first.kill);
    books.beforeFigures(() => books.beforeFigures(() => killOnceWritten().then(reached.resolve)));
    expect(await Promise.all([first.prepare(own), reached.promise])).toEqual(['cut', undefined]);
    expect(Object.values(await own.scopes('2025-12-31'))).toEqual([]);

    // The numbers of records are held: the second has written part of a period when it dies, and this process waits.
    const here = await bank.db.raw.begin(async (holding) => {
      await holding`select from external_reconciliation_numbers where client_account_id = ${own.clientAccountId} for update`;
      const dying = second.prepare(own);
      const blocked = async () =>
        (await holding`select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`).length;
      await vi.waitFor(async () => expect(await blocked()).toBe(1), { timeout: 60_000, interval: 20 });
      const prepared = own.prepare();
      await second.kill();
      expect(await dying).toBe('cut');
      return { prepared };
    });
    expect(await here.prepared).toHaveLength(3);
  } finally {
    await Promise.all([first.kill(), second.kill()]);
  }
  const counts = await countsOf(own);
  expect(counts.records).toBe(counts.scopes);
  expect((await own.prepare()).map(spanOf)).toHaveLength(3);
  expect(await countsOf(own)).toEqual(counts);
  await bank.expectSound(own.clientAccountId);
});

it('postings and settings are followed within seconds, and the night finds everybody [RPD-R30]', async () => {
  const own = await company({ earlyAccess: false });
  const { clientAccountId } = own;
  own.post(line('2025-01-10', '1240', '10.00'));
  bank.world.account({ id: clientAccountId, earlyAccess: true });
  await bank.publish(
    settingsChanged.create(
      {
        client_account_id: clientAccountId,
        version: 2,
        versions: [{ active_from: '2000-01-01', active_to: null, vat_liable: true }],
      },
      clientAccountId,
    ),
  );
  const drafts = async () =>
    (
      await bank.db.executor.execute<{ amount: string }>(sql`
        select ledger_amount::text as amount from external_reconciliations
        where client_account_id = ${clientAccountId} and is_draft and deleted_at is null and scope_key like 'BALANCE:1240:%'`)
    ).map(({ amount }) => amount);
  const within = { timeout: 60_000, interval: 50 };
  await vi.waitFor(async () => expect(await drafts()).toEqual(['10.00']), within);
  own.post(line('2025-01-11', '1240', '1.00'));
  const entry = { client_account_id: clientAccountId, journal_entry_id: 1, sequence_number: 1, voucher_id: null };
  await bank.publish(
    journalEntryPosted.create(
      {
        ...{ ...entry, relation_type: null, relation_id: null, cancelled: null, cancellation_entry_id: null },
        ...{ date_from: '2025-01-11', date_to: '2025-01-11', account_codes: ['1240'], version: 2 },
      },
      clientAccountId,
    ),
  );
  await vi.waitFor(async () => expect(await drafts()).toEqual(['11.00']), within);
  own.post(line('2025-01-12', '1240', '1.00'));
  expect(await bank.runJob('reconciliation-periods')).toBeGreaterThan(0);
  expect(await drafts()).toEqual(['12.00']);
  const facts = await bank.events('reconciliation.period.changed');
  const said = facts.filter((fact) => fact.clientAccountId === clientAccountId).map(({ payload }) => payload.status);
  expect(said).toEqual(['OPEN', 'OPEN']);
});

it('of a company that is gone nothing is prepared or kept, and what is said of it is not tried again', async () => {
  const gone = 999_999;
  const countOf = async (query: ReturnType<typeof sql>): Promise<number> =>
    Number((await bank.db.executor.execute<{ count: string }>(query))[0]!.count);
  const handled = () => countOf(sql`select count(*) from inbox`);
  const kept = () => countOf(sql`select count(*) from prepared_accounts where client_account_id = ${gone}`);
  const within = { timeout: 60_000, interval: 50 };
  await bank.db.executor.execute(
    sql`insert into prepared_accounts (client_account_id, due_from, due_at) values (${gone}, '2025-01-01', now())`,
  );
  await vi.waitFor(async () => expect(await kept()).toBe(0), within);
  const before = await handled();
  const versions = [{ active_from: '2000-01-01', active_to: null, vat_liable: true }];
  await bank.publish(settingsChanged.create({ client_account_id: gone, version: 2, versions }, gone));
  await vi.waitFor(async () => expect(await handled()).toBeGreaterThan(before), within);
  expect([await kept(), await countOf(sql`select count(*) from parked_messages`)]).toEqual([0, 0]);
});

const insert = async (statement: ReturnType<typeof sql>): Promise<number> =>
  Number((await bank.db.executor.execute<{ id: string }>(statement))[0]!.id);
/** A house account with a statement for each month, opened with nothing. */
async function house(own: Pick<Company, 'clientAccountId' | 'userId'>, currency: string | null = null) {
  const { clientAccountId } = own;
  const id = await insert(sql`
    insert into bank_accounts (client_account_id, name, type, bban, bank_country, number_key, account_code, currency_code,
      created_at, updated_at)
    values (${clientAccountId}, 'Drift', 'CURRENT', '86011117947', 'NO', '86011117947', '1920', ${currency}, now(), now())
    returning id`);
  const statement = (from: string, to: string, opening: string, closing: string) =>
    insert(sql`
      insert into bank_statements (client_account_id, created_at, bank_account_id, from_date, to_date, opening_balance,
        closing_balance, currency_code, source, transaction_count)
      values (${clientAccountId}, now(), ${id}, ${from}, ${to}, ${opening}, ${closing}, ${currency ?? 'NOK'}, 'API', 1)
      returning id`);
  const move = (statementId: number, date: string, amount: string, isReconciled = true) =>
    insert(sql`
      insert into bank_transactions (client_account_id, bank_account_id, bank_statement_id, payee_bank_account_id,
        payor_bank_account_id, booking_date, instructed_amount, instructed_currency_code, amount, currency_code,
        external_reconciled_amount, created_at, updated_at)
      values (${clientAccountId}, ${id}, ${statementId}, ${id}, ${id}, ${date}, ${amount}, 'NOK', ${amount}, 'NOK',
        ${isReconciled ? amount : '0'}, now(), now()) returning id`);
  return { id, statement, move };
}

it('a month of the bank is written once everything is matched, or after its deadline, and reopens when the bank says otherwise [RPD-R12] [RPD-R15] [RPD-R24] [RPD-R25] [RPD-R34]', async () => {
  const own = await company({ reconciliationFrequency: 'VAT_TERM', vatLiable: true });
  const { id, statement, move } = await house(own);
  const january = await statement('2025-01-01', '2025-01-20', '0.00', '100.00');
  await move(january, '2025-01-10', '100.00');
  const across = await statement('2025-01-21', '2025-03-05', '100.00', '70.00');
  await move(across, '2025-01-31', '-10.00');
  const open = await move(across, '2025-02-10', '-20.00', false);
  own.post(line('2025-01-10', '1920', '100.00', id), line('2025-01-31', '1920', '-10.00', id));
  const [JANUARY, FEBRUARY] = [`BANK:${id}:2025-01-31`, `BANK:${id}:2025-02-28`];
  await bank.setClock('2025-03-06T10:00:00Z');
  const period = (await own.prepare()).find(({ period_end }: { period_end: string }) => period_end === '2025-02-28');
  const waiting = await own.scopes('2025-02-28');
  expect(own.record(waiting[JANUARY])).toEqual(['EXTERNAL_MATCH', '90.00', '90.00']);
  expect(waiting[JANUARY].external_reconciliation.entries[0]).toMatchObject({
    ...{ relation_type: 'BANK_BALANCE', relation_id: across },
  });
  expect(waiting[FEBRUARY]).toMatchObject({
    ...{
      is_ready: false,
      is_overdue: false,
      readiness_reason: 'TRANSACTIONS_UNMATCHED',
      external_reconciliation: null,
    },
    ...{ label: 'Drift', dimension: { relation_type: 'bankacc', relation_id: id, name: 'Drift' } },
  });
  expect((await own.scopes('2025-04-30'))[`BANK:${id}:2025-03-31`]).toMatchObject({
    ...{ is_ready: false, readiness_reason: 'PERIOD_NOT_ENDED' },
  });
  // The filing date of the first term passes.
  await bank.setClock('2025-04-10T21:00:00Z');
  await own.prepare();
  expect((await own.scopes('2025-02-28'))[FEBRUARY].external_reconciliation).toBeNull();
  await bank.setClock('2025-04-10T22:30:00Z');
  expect((await own.scopes('2025-02-28'))[FEBRUARY].is_overdue).toBe(true);
  await own.prepare();
  const late = (await own.scopes('2025-02-28'))[FEBRUARY];
  expect([own.record(late), late.is_overdue]).toEqual([['EXPLAINED', '70.00', '90.00'], false]);
  expect(late.external_reconciliation.entries.at(-1)).toMatchObject({ kind: 'RECONCILING_ITEM', amount: '-20.00' });
  expect((await own.read(period.id)).status).toBe('RECONCILED');
  expect((await own.scopes('2025-04-30'))[`BANK:${id}:2025-03-31`].readiness_reason).toBe('BANK_STATEMENT_MISSING');

  // The statement comes again with another balance.
  await bank.db.executor.execute(
    sql`update bank_transactions set amount = -25, external_reconciled_amount = 0 where id = ${open}`,
  );
  await bank.db.executor.execute(sql`update bank_statements set closing_balance = 65 where id = ${across}`);
  await own.prepare();
  const drifted = (await own.scopes('2025-02-28'))[FEBRUARY];
  expect([(await own.read(period.id)).status, own.record(drifted)]).toEqual([
    'RECONCILED',
    ['EXPLAINED', '65.00', '90.00'],
  ]);
  await bank.db.executor.execute(sql`update bank_statements set opening_balance = 101 where id = ${across}`);
  await own.prepare();
  expect((await own.read(period.id)).status).toBe('REOPENED');
  const draft = (await own.scopes('2025-02-28'))[FEBRUARY];
  expect(own.record(draft)).toEqual(['draft', '66.00', '90.00']);
  // A draft whose balance the bank no longer says is refused.
  await bank.db.executor.execute(sql`update bank_statements set opening_balance = 102 where id = ${across}`);
  const stale = await own.call('PATCH', `/external-reconciliations/${draft.external_reconciliation.id}`, {
    ...{ items: [{ description: 'Gebyr', amount: '-24.00' }], is_draft: false },
  });
  expect(refusal(stale)).toEqual([409, 'period_reconciliation.stale_draft']);
});

it('a reconciled line of a document about the balance documents it, until it drifts [RPD-R33]', async () => {
  const own = await company();
  const { clientAccountId } = own;
  own.post(line('2025-05-01', '2220', '-500.00'));
  const KEY = 'BALANCE:2220:2025-12-31';
  await own.prepare();
  expect(own.record((await own.scopes('2025-12-31'))[KEY])).toEqual(['draft', '0.00', '-500.00']);
  const record = await insert(sql`
    insert into external_reconciliations (client_account_id, created_at, created_by_id, sequence_number, is_draft, method,
      expected_amount, ledger_amount, difference, currency_code, subject_type, subject_id, subject_line_id, takes_subject,
      as_of_date)
    values (${clientAccountId}, now(), ${own.userId}, 1000, false, 'EXTERNAL_MATCH', -500, -500, 0, 'NOK', 'ANNUAL_REPORT',
      1, 1, true, '2025-12-31') returning id`);
  await bank.db.executor.execute(sql`
    insert into external_reconciliation_numbers (client_account_id, last_number) values (${clientAccountId}, 1000)
    on conflict (client_account_id) do update set last_number = 1000`);
  await bank.db.executor.execute(sql`
    insert into external_reconciliation_entries (client_account_id, external_reconciliation_id, place, kind, relation_type,
      relation_id, relation_line_id, as_of_date, amount, currency_code, exchange_rate)
    values (${clientAccountId}, ${record}, 0, 'EXTERNAL', 'ANNUAL_REPORT', 1, 1, null, -500, 'NOK', 1),
      (${clientAccountId}, ${record}, 1, 'LEDGER_BALANCE', 'GENERAL_LEDGER_ACCOUNT', 2220, null, '2025-12-31', -500, 'NOK', 1)`);
  const [, period] = await own.prepare();
  const documented = (await own.scopes('2025-12-31'))[KEY].external_reconciliation;
  expect([period.status, documented.id]).toEqual(['RECONCILED', record]);
  own.post(line('2025-05-02', '2220', '-1.00'));
  expect((await own.prepare())[1].status).toBe('REOPENED');
  const drifted = (await own.scopes('2025-12-31'))[KEY].external_reconciliation;
  expect([drifted.is_draft, drifted.ledger_amount]).toEqual([true, '-501.00']);
  // The document says by itself that its line has drifted: its record stays.
  const kept = await own.done('GET', `/external-reconciliations/${record}`);
  expect(kept.is_deleted).toBe(false);
  await bank.expectSound(clientAccountId);
});

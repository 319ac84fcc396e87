import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { rowsOfAccount, tracesOfAccount } from '../../src/rows-of-account.ts';
import { ask, sendOnce, settledWithin } from './company-books.ts';
import { type CompanyWork, meeting, patiently, SECONDS } from './company-work.ts';
import { type Fault, until } from './fault.ts';
import type { World } from './world.ts';

/** A removal is carried to its end whoever dies: no row of the company is left anywhere. */
const removal: CompanyWork = {
  name: 'a company is removed',
  needsTheTime: false,
  async begin(world, company) {
    const { clientAccountId } = company.owner;
    const path = `/api/v2/client-accounts/${clientAccountId}`;
    const { sql } = world;
    if ((await rowsOfAccount(sql, clientAccountId)).length < 15) throw new Error('the company has hardly any rows');
    let sent = sendOnce(world, company, 'DELETE', path);
    return async () => {
      await until(
        'the company is removed',
        async () => {
          const { status } = await sent;
          const [account] = await patiently(
            () => sql`select erasing from organisation.client_accounts where id = ${clientAccountId}`,
          );
          // Nothing was begun: it was not heard.
          if (account && account.erasing === null && status !== 204) sent = sendOnce(world, company, 'DELETE', path);
          return account === undefined;
        },
        SECONDS,
      );
      const traces = await tracesAfterSweep(world, clientAccountId);
      const { status } = await settledWithin(
        SECONDS,
        () => sendOnce(world, company, 'GET', path),
        // Nobody knows the token while the clock is in another day.
        (answer) => answer.status !== 0 && answer.status !== 401 && answer.status < 500,
      );
      return [
        ...(traces.length > 0 ? [`the removal left rows in ${traces.join(', ')}`] : []),
        ...(status === 404 || status === 403 ? [] : [`the removed company was answered with ${status}`]),
      ];
    };
  },
};

/** How long a message about a company that is gone may be on its way to a service that was killed, in milliseconds. */
const LATE_MILLIS = 15_000;

/**
 * What is left of a removed company. A message that was on its way while its reader was dead is written down after all
 * and goes with the sweep (docs/decisions/0106-removal-and-reset.md), which need not wait ten minutes here.
 */
async function tracesAfterSweep({ sql, system }: World, clientAccountId: number): Promise<readonly string[]> {
  if ((await patiently(() => tracesOfAccount(sql, clientAccountId))).length === 0) return [];
  await pause(LATE_MILLIS);
  await patiently(
    () => sql`update organisation.removed_accounts set removed_at = removed_at - interval '10 minutes'
      where client_account_id = ${clientAccountId} and swept_at is null`,
  );
  await patiently(async () => {
    await fetch(`${system.gateway}/testing/jobs/removal-sweep/run`, { method: 'POST' });
    const [swept] = await sql`select from organisation.removed_accounts
      where client_account_id = ${clientAccountId} and swept_at is not null`;
    if (!swept) throw new Error(`client account ${clientAccountId} was not swept`);
  });
  return patiently(() => tracesOfAccount(sql, clientAccountId));
}

/** A file is taken once, read whoever dies, and says what the books say. */
const saftImport: CompanyWork = {
  name: 'a SAF-T file is imported',
  needsTheTime: true,
  async begin(world, company) {
    const { clientAccountId } = company.owner;
    const query = `client_account_id=${clientAccountId}`;
    const { sql } = world;
    const file = await ask(
      ...([
        world,
        company,
        'GET',
        `/api/v2/reports/data-export?${query}&date_from=2026-01-01&date_to=2026-12-31`,
      ] as const),
      { accept: 'text/xml' },
    );
    const key = createHash('sha256').update(file.text).digest('hex');
    const post = () =>
      sendOnce(world, company, 'POST', `/api/v2/ledger/saft-imports?${query}`, { file: file.text, key });
    const accepted = settledWithin(SECONDS, post, ({ status }) => status === 201);
    return async () => {
      const { id } = (await accepted).body;
      const read = await settledWithin(
        SECONDS,
        () => sendOnce(world, company, 'GET', `/api/v2/ledger/saft-imports/${id}`),
        ({ status, body }) => status === 200 && body.state !== 'READING',
      );
      const { state, report } = read.body;
      const [books] = await patiently(
        () => sql<{ entries: string; debit: string; imports: number }[]>`
        select count(distinct journal_entry_id)::text as entries, sum(debit)::text as debit,
          (select count(*) from ledger.saft_imports where client_account_id = ${clientAccountId})::int as imports
        from ledger.journal_lines where client_account_id = ${clientAccountId}`,
      );
      const found = { state, imports: books!.imports, entries: report?.entries.counted, debit: report?.debit.counted };
      const wanted = { state: 'READY', imports: 1, entries: books!.entries, debit: books!.debit };
      return JSON.stringify(found) === JSON.stringify(wanted)
        ? []
        : [
            `the import came to ${JSON.stringify(found)} and not to ${JSON.stringify(wanted)}: ${JSON.stringify(report?.problems ?? []).slice(0, 300)}`,
          ];
    };
  },
};

/** What was read is posted once, whoever dies, and stops nowhere in the middle. */
const saftCommit: CompanyWork = {
  name: 'a SAF-T file is posted',
  needsTheTime: true,
  async begin(world, source) {
    const target = await world.signUp();
    const { clientAccountId } = target.owner;
    const from = `client_account_id=${source.owner.clientAccountId}&date_from=2026-01-01&date_to=2026-12-31`;
    const { text: file } = await ask(world, source, 'GET', `/api/v2/reports/data-export?${from}`, {
      accept: 'text/xml',
    });
    const path = '/api/v2/ledger/saft-imports';
    const { body: created } = await ask(world, target, 'POST', `${path}?client_account_id=${clientAccountId}`, {
      file,
    });
    const read = () => sendOnce(world, target, 'GET', `${path}/${created.id}`);
    await settledWithin(SECONDS, read, ({ body }) => body?.state === 'READY');
    // The file is of the company that it was made of.
    const content = { body: { other_organization: true } };
    const commit = () => sendOnce(world, target, 'POST', `${path}/${created.id}/commit`, content);
    // One that is under way or done, with the first answer lost, is answered alike.
    const accepted = settledWithin(SECONDS, commit, ({ status }) => status === 202);
    return async () => {
      await accepted;
      const ended = await settledWithin(
        SECONDS,
        read,
        ({ status, body }) => status === 200 && body.state !== 'IMPORTING',
      );
      const posted = async (id: number) => {
        const [row] = await patiently(
          () => world.sql`select count(distinct journal_entry_id)::int as entries, sum(debit)::text as debit, sum(credit)::text as credit
            from ledger.journal_lines where client_account_id = ${id}`,
        );
        return JSON.stringify(row);
      };
      const [found, wanted] = [await posted(clientAccountId), await posted(source.owner.clientAccountId)];
      return [
        ...(ended.body.state === 'DONE' ? [] : [`the import ended as ${JSON.stringify(ended.body).slice(0, 300)}`]),
        ...(found === wanted ? [] : [`the import posted ${found} and not ${wanted}`]),
      ];
    };
  },
};

export const whilePosted = (fault: Fault): Fault => meeting(fault, saftCommit);
export const whileRemoved = (fault: Fault): Fault => meeting(fault, removal);
export const whileImported = (fault: Fault): Fault => meeting(fault, saftImport);

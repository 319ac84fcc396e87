import { join } from 'node:path';
import { connect, migrate } from '@app/db';
import { publishAgain } from '@app/events';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ROOT } from '../src/root.ts';
import { SERVICES } from '../src/services.ts';
import { verifyDatabase } from '../src/verification.ts';

let made: TestDatabase;
let sql: postgres.Sql;

/** The schemas of three services as a restore might leave them. */
beforeAll(async () => {
  made = await createTestDatabase('ledger', join(ROOT, 'services/ledger/migrations'));
  sql = postgres(made.adminUrl, { max: 1, onnotice: () => undefined });
  for (const service of ['auth', 'organisation']) {
    await sql`create schema ${sql(service)}`;
    await migrate({ url: made.adminUrl, service, directory: join(ROOT, 'services', service, 'migrations') });
  }
});
afterAll(async () => {
  await sql?.end();
  await made?.drop();
});

const broken = async () =>
  (
    await verifyDatabase({
      postgresUrl: inject('postgresUrl'),
      database: new URL(made.adminUrl).pathname.slice(1),
      services: SERVICES.filter(({ name }) => ['auth', 'organisation', 'ledger'].includes(name)),
    })
  )
    .filter((finding) => finding.broken > 0)
    .map(({ service, invariant, offenders }) => [service, invariant.name, offenders[0]?.subject]);

const addCompany = async (number: string): Promise<number> => {
  const [organization] = await sql<{ id: string }[]>`
    insert into organisation.organizations (organization_number, name, created_at) values (${number}, 'Fjord AS', now()) returning id`;
  const [account] = await sql<{ id: string }[]>`
    insert into organisation.client_accounts (organization_id, unique_name, display_name, accounting_currency, accounting_language, created_at, updated_at)
    values (${organization!.id}, ${`fjord-${number}`}, 'Fjord', 'NOK', 'nob', now(), now()) returning id`;
  return Number(account!.id);
};
const openBooks = (id: number) => sql`insert into ledger.journal_counters (client_account_id) values (${id})`;

describe('schemas of different moments', () => {
  it('hold while every id is known to its owner', async () => {
    await openBooks(await addCompany('810000001'));
    expect(await broken()).toEqual([]);
  });

  it('fail by name when the books are of a company that its owner has not given out yet: it would give them to a new one', async () => {
    const [next] = await sql<{ id: string }[]>`select max(id) + 1 as id from organisation.client_accounts`;
    await openBooks(Number(next!.id));
    expect(await broken()).toEqual([
      [
        'ledger',
        'client accounts with books are known to organisation',
        `id ${next!.id}, which organisation.client_accounts does not have`,
      ],
      [
        'ledger',
        'client accounts with books have ids that organisation has given out',
        `id ${next!.id}, which organisation.client_accounts would give to its next records`,
      ],
    ]);
    // The owner goes on from where it was restored to, and a stranger's company has the old one's books.
    expect(await addCompany('810000002')).toBe(Number(next!.id));
    expect(await broken()).toEqual([]);
  });

  it('fail by name when an id is unknown, though it was given out once', async () => {
    const id = await addCompany('810000003');
    await openBooks(id);
    await sql`delete from organisation.client_accounts where id = ${id}`;
    expect(await broken()).toEqual([
      [
        'ledger',
        'client accounts with books are known to organisation',
        `id ${id}, which organisation.client_accounts does not have`,
      ],
    ]);
    await sql`delete from ledger.journal_counters where client_account_id = ${id}`;
  });

  it('fail when a role is of a person whom auth does not have', async () => {
    const account = await addCompany('810000004');
    await sql`insert into organisation.client_account_users (client_account_id, user_id, role_id, is_active, created_at, updated_at)
      values (${account}, 900, 3, true, now(), now())`;
    expect((await broken()).map(([service, name]) => `${service}: ${name}`)).toEqual([
      'organisation: people with a role are known to auth',
      'organisation: people with a role have ids that auth has given out',
    ]);
    await sql`delete from organisation.client_account_users where user_id = 900`;
  });
});

describe('events after a restore', () => {
  it('wait to be published again, those since a moment or all', async () => {
    const db = connect({ url: made.adminUrl, schema: 'ledger', applicationName: 'test', max: 1 });
    try {
      await sql`insert into ledger.outbox (subject, version, payload, created_at, published_at)
        select 'events.ledger.journal_entry.posted', 1, '{}', moment, moment from unnest(${['2 days', '1 day', '1 hour']}::interval[]) as age,
          lateral (select now() - age as moment) as at`;
      expect(await publishAgain(db, 'ledger', { from: new Date(Date.now() - 36 * 3_600_000) })).toBe(2);
      expect(await publishAgain(db, 'ledger')).toBe(1);
      expect(await publishAgain(db, 'ledger')).toBe(0);
    } finally {
      await db.close();
    }
  });
});

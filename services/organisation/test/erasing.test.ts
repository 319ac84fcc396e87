import { unavailable } from '@app/contract/failure';
import { DOCUMENT_ENTRIES } from '@app/db';
import { backendNames } from '@app/registry';
import { startService } from '@app/service';
import type { WorldUser } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { organisation } from '../src/service.ts';
import { type ErasureAsked, useOrganisation } from './start.ts';

const world = useOrganisation();
const { user, as, account, played } = world;
afterEach(() => {
  played.onErase = undefined;
});

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const path = (id: number) => `/api/v2/client-accounts/${id}`;
const reset = (
  who: WorldUser,
  { id, unique_name }: { id: number; unique_name: string },
  categories: unknown,
  more = {},
) => as(who, 'POST', `${path(id)}/reset`, { categories, confirm: unique_name, ...more });

/** What each service was asked, in the order of the questions; one is away until the next play. */
function play(counts: Readonly<Record<string, number>> = {}, away?: string) {
  const asked: (ErasureAsked & { readonly service: string })[] = [];
  played.onErase = async (service, request) => {
    asked.push({ service, ...request });
    if (service === away) throw unavailable('away');
    const own = service === 'ledger' ? Object.entries(counts).map(([category, count]) => ({ category, count })) : [];
    return { isDone: true, counts: own };
  };
  return asked;
}
/** Rows of the account in every table of the schema. */
async function rowsLeft(id: number): Promise<readonly string[]> {
  const { raw } = world.service.db;
  const tables = await raw<{ name: string; column: string }[]>`
    select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'organisation'::regnamespace and c.relkind = 'r' and not a.attisdropped
      and (a.attname like '%client_account_id' or (c.relname = 'client_accounts' and a.attname = 'id'))
      and c.relname not in ('security_events', 'outbox', 'removed_accounts') order by 1, 2`;
  const left: string[] = [];
  for (const { name, column } of tables) {
    const [row] = await raw`select count(*)::int as count from ${raw(name)} where ${raw(column)} = ${id}`;
    if (row!.count > 0) left.push(`${name}.${column}`);
  }
  return left;
}
/** A company with something of everything that is kept here. */
async function fullAccount() {
  const owner = user();
  const own = await account(owner);
  const base = { client_account_id: own.id };
  const partner = await as(owner, 'POST', '/api/v2/business-partners', { ...base, name: 'Kunde AS' });
  expect(partner.status).toBe(201);
  await as(owner, 'POST', '/api/v2/projects', { ...base, name: 'Brygga', business_partner_id: partner.body.id });
  await as(owner, 'POST', '/api/v2/departments', { ...base, name: 'Salg' });
  await as(owner, 'POST', '/api/v2/tags', { ...base, name: 'Kaffe' });
  await as(owner, 'POST', '/api/v2/invitations', { ...base, role_id: 4, email: `ansatt-${own.id}@example.test` });
  const firmOwner = user();
  const firm = await world.firm(firmOwner);
  const offer = { ...base, provider_client_account_id: firm, service_provided: 'ACCOUNTING' };
  const offered = await as(firmOwner, 'POST', '/api/v2/contracts', offer);
  expect(offered.status).toBe(201);
  return { owner, own, firm, firmOwner, contract: offered.body.id as number };
}

/** A company with nothing but its owner. */
async function plainAccount() {
  const owner = user();
  return { owner, own: await account(owner) };
}

describe('removing a client account', () => {
  it('leaves no row of it here, asks every service, and the id is unknown from then on [CAC-R19] [CAC-R45]', async () => {
    const { owner, own } = await fullAccount();
    expect(await rowsLeft(own.id)).toContain('mail_outbox.client_account_id');
    const asked = play();
    expect((await as(owner, 'DELETE', path(own.id))).status).toBe(204);
    expect(asked.map(({ service }) => service).sort()).toEqual(
      ['auth', 'chat', 'documents', 'filing', 'ledger', 'payroll', 'reconciliation'].sort(),
    );
    expect(asked.every(({ categories }) => categories.includes('ACCOUNT') && categories.includes('ALL'))).toBe(true);
    expect(await rowsLeft(own.id)).toEqual([]);
    expect(codeOf(await as(owner, 'GET', path(own.id)))).toEqual([404, 'client_account.not_found']);
    expect(codeOf(await as(owner, 'DELETE', path(own.id)))).toEqual([404, 'client_account.not_found']);
    expect((await world.service.records('account_removed')).at(-1)).toMatchObject({ client_account_id: own.id });
  });

  it('frees the organization for another account', async () => {
    const { owner, own } = await plainAccount();
    play();
    await as(owner, 'DELETE', path(own.id));
    const again = await as(owner, 'POST', '/api/v2/client-accounts', { organization_id: own.organization_id });
    expect(again.status).toBe(201);
    expect(again.body.id).toBeGreaterThan(own.id);
  });

  it('is for its owner and administrators alone [ROLE-R08]', async () => {
    const { owner, own, firmOwner } = await fullAccount();
    const [accountant, bookkeeper, stranger] = [user(), user(), user()];
    await world.link(own.id, accountant, 'AA');
    await world.link(own.id, bookkeeper, 'BK');
    for (const who of [accountant, bookkeeper, stranger, firmOwner])
      expect(codeOf(await as(who, 'DELETE', path(own.id)))).toEqual([403, 'common.forbidden']);
    expect((await as(null, 'DELETE', path(own.id))).status).toBe(401);
    expect((await as(owner, 'GET', path(own.id))).status).toBe(200);
    play();
    expect((await as(user({ isAdmin: true }), 'DELETE', path(own.id))).status).toBe(204);
  });

  it('of an inactive account works, of a firm with contracts in force does not [CAC-R46] [ROLE-R14]', async () => {
    const { own, owner, firm, firmOwner, contract } = await fullAccount();
    const approved = await as(owner, 'PATCH', `/api/v2/contracts/${contract}`, { approval_status: 'APPROVED' });
    expect(approved.status).toBe(200);
    play();
    expect(codeOf(await as(firmOwner, 'DELETE', path(firm)))).toEqual([409, 'client_account.has_active_contracts']);
    expect((await as(owner, 'PATCH', path(own.id), { is_active: false })).status).toBe(200);
    expect((await as(owner, 'DELETE', path(own.id))).status).toBe(204);
    expect((await as(firmOwner, 'DELETE', path(firm))).status).toBe(204);
  });

  it.each(backendNames.filter((name) => name !== 'organisation'))(
    'that %s cannot take part in is nobody’s from the first moment, and is ended by the recovery',
    async (away) => {
      const { owner, own } = await fullAccount();
      play({}, away);
      expect((await as(owner, 'DELETE', path(own.id))).status).toBe(503);
      expect(codeOf(await as(owner, 'GET', path(own.id)))).toEqual([404, 'client_account.not_found']);
      expect((await as(owner, 'GET', '/api/v2/client-accounts')).body.data).toEqual([]);
      expect(await rowsLeft(own.id)).not.toEqual([]);
      play();
      expect(await world.service.runJob('use-case-recovery')).toBe(1);
      expect(await rowsLeft(own.id)).toEqual([]);
    },
  );

  it('that is stuck half-way harms nobody who meets it, and promises its end', async () => {
    const { owner, own, firm, firmOwner, contract } = await fullAccount();
    play({}, 'filing');
    const stuck = await as(owner, 'DELETE', path(own.id));
    expect(stuck.status).toBe(503);
    expect(stuck.body.error.message).toContain('goes on by itself');
    const calls = [
      as(firmOwner, 'GET', `/api/v2/contracts?client_account_id=${firm}`),
      as(firmOwner, 'PATCH', `/api/v2/contracts/${contract}`, { approval_status: 'REJECTED' }),
      as(firmOwner, 'POST', '/api/v2/contracts', {
        client_account_id: own.id,
        provider_client_account_id: firm,
        service_provided: 'PAYROLL',
      }),
      as(owner, 'POST', '/api/v2/client-accounts', { organization_id: own.organization_id }),
      as(owner, 'DELETE', path(own.id)),
      as(user({ isAdmin: true }), 'GET', path(own.id)),
      as(user({ isAdmin: true }), 'GET', `/api/v2/invitations?client_account_id=${own.id}`),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBeLessThan(500);
    play();
    expect(await world.service.runJob('use-case-recovery')).toBe(1);
    expect(await rowsLeft(own.id)).toEqual([]);
  });

  it('is rehearsed by a dry run, which removes nothing', async () => {
    const { owner, own } = await plainAccount();
    const asked = play();
    expect((await as(owner, 'DELETE', path(own.id), undefined, { dryRun: true })).status).toBe(204);
    expect(asked).toEqual([]);
    expect((await as(owner, 'GET', path(own.id))).status).toBe(200);
  });

  it('is looked after once more, when whatever was under way has ended', async () => {
    const { owner, own } = await plainAccount();
    play();
    await as(owner, 'DELETE', path(own.id));
    const asked = play();
    expect(await world.service.runJob('removal-sweep')).toBe(0);
    await world.service.db
      .raw`update removed_accounts set removed_at = removed_at - interval '1 hour' where client_account_id = ${own.id}`;
    expect(await world.service.runJob('removal-sweep')).toBe(1);
    expect(asked.map(({ service }) => service)).toHaveLength(7);
    expect(asked[0]!.categories).toContain('MESSAGES');
    expect(await world.service.runJob('removal-sweep')).toBe(0);
  });

  it('that cannot be looked after again now stands in no other’s way', async () => {
    const [stuck, free] = [await plainAccount(), await plainAccount()];
    play();
    for (const { owner, own } of [stuck, free]) await as(owner, 'DELETE', path(own.id));
    await world.service.db.raw`update removed_accounts set removed_at = removed_at - interval '1 hour'
      where client_account_id in (${stuck.own.id}, ${free.own.id})`;
    played.onErase = async (_, { clientAccountId }) => {
      if (clientAccountId === stuck.own.id) throw unavailable('away');
      return { isDone: true, counts: [] };
    };
    await expect(world.service.runJob('removal-sweep')).rejects.toThrow();
    const left = await world.service.db.raw`select client_account_id::int as id from removed_accounts
      where swept_at is null and client_account_id in (${stuck.own.id}, ${free.own.id})`;
    expect(left.map(({ id }) => id)).toEqual([stuck.own.id]);
    play();
    expect(await world.service.runJob('removal-sweep')).toBe(1);
  });

  it('of which two ask at the same moment happens once', async () => {
    const { owner, own } = await plainAccount();
    play();
    const answers = await Promise.all([1, 2, 3].map(() => as(owner, 'DELETE', path(own.id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });
});

describe('a reset', () => {
  it('counts what went by category, dependants too [CAC-R38] [CAC-R39]', async () => {
    const { owner, own } = await plainAccount();
    play({ JOURNAL_ENTRIES: 12 });
    const answer = await reset(owner, own, ['JOURNAL_ENTRIES']);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ client_account_id: own.id, cleared: { JOURNAL_ENTRIES: 12, RECONCILIATIONS: 0 } });
    expect((await world.service.records('account_reset')).at(-1)).toMatchObject({
      client_account_id: own.id,
      details: { categories: ['JOURNAL_ENTRIES', 'RECONCILIATIONS'] },
    });
  });

  it('of documents clears their entries, which the ledger takes out before those who know them forget [CAC-R38]', async () => {
    const { owner, own } = await plainAccount();
    const asked = play({ JOURNAL_ENTRIES: 7 });
    const answer = await reset(owner, own, ['DOCUMENTS']);
    expect(answer.body.cleared).toEqual({ JOURNAL_ENTRIES: 7, DOCUMENTS: 0, RECONCILIATIONS: 0 });
    expect(asked[0]!.service).toBe('ledger');
    expect(new Set(asked.map(({ service }) => service)).size).toBe(7);
    for (const { categories } of asked) expect(categories).toEqual(['DOCUMENTS', 'RECONCILIATIONS', DOCUMENT_ENTRIES]);
    expect((await world.service.records('account_reset')).at(-1)).toMatchObject({
      details: { categories: ['DOCUMENTS', 'RECONCILIATIONS'] },
    });
  });

  it('of documents asks nobody else while the ledger is away, and is ended by the recovery', async () => {
    const { owner, own } = await plainAccount();
    const asked = play({ JOURNAL_ENTRIES: 7 }, 'ledger');
    const stuck = await reset(owner, own, ['VOUCHERS']);
    expect(stuck.status).toBe(503);
    expect(stuck.body.error.message).toContain('goes on by itself');
    expect(new Set(asked.map(({ service }) => service))).toEqual(new Set(['ledger']));
    const after = play({ JOURNAL_ENTRIES: 7 });
    expect(await world.service.runJob('use-case-recovery')).toBe(1);
    expect(new Set(after.map(({ service }) => service)).size).toBe(7);
  });

  it.each([['JOURNAL_ENTRIES'], ['ALL']])('of documents and %s leaves no entry to look for', async (category) => {
    const { owner, own } = await plainAccount();
    const asked = play();
    expect((await reset(owner, own, ['DOCUMENTS', category])).status).toBe(200);
    expect(asked.some(({ categories }) => categories.includes(DOCUMENT_ENTRIES))).toBe(false);
  });

  it('of everything clears partners and begins their numbers anew', async () => {
    const { owner, own } = await fullAccount();
    play();
    const answer = await reset(owner, own, ['ALL']);
    expect(answer.body.cleared).toMatchObject({ BUSINESS_PARTNERS: 1, JOURNAL_ENTRIES: 0, CHAT: 0 });
    expect(answer.body.cleared).not.toHaveProperty('ALL');
    const partner = await as(owner, 'POST', '/api/v2/business-partners', { client_account_id: own.id, name: 'Ny AS' });
    expect(partner.body.sequence_number).toBe(1);
    const projects = await as(owner, 'GET', `/api/v2/projects?client_account_id=${own.id}`);
    expect(projects.body.data).toMatchObject([{ name: 'Brygga', business_partner_id: null }]);
  });

  it('is confirmed by the unique name, exactly [CAC-R36]', async () => {
    const { owner, own } = await plainAccount();
    const asked = play();
    for (const confirm of ['', own.unique_name.toUpperCase(), `${own.unique_name} `, null, 7])
      expect(codeOf(await reset(owner, own, ['BANK'], { confirm }))).toEqual([400, 'common.validation_error']);
    expect(asked).toEqual([]);
  });

  it.each([
    ['an unknown one', ['EVERYTHING']],
    ['none', []],
    ['no list', 'ALL'],
    ['one in small letters', ['all']],
    ['partners that the rest still names', ['BUSINESS_PARTNERS']],
  ])('refuses %s of the categories [CAC-R37]', async (_, categories) => {
    const { owner, own } = await plainAccount();
    const asked = play();
    expect(codeOf(await reset(owner, own, categories))).toEqual([400, 'common.validation_error']);
    expect(asked).toEqual([]);
  });

  it('takes AA or CA [CAC-R41] [ROLE-R03]', async () => {
    const { own, firmOwner } = await fullAccount();
    const [accountant, bookkeeper, employee, stranger] = [user(), user(), user(), user()];
    await world.link(own.id, accountant, 'AA');
    await world.link(own.id, bookkeeper, 'BK');
    await world.link(own.id, employee, 'EM');
    play();
    for (const who of [bookkeeper, employee, stranger, firmOwner])
      expect(codeOf(await reset(who, own, ['BANK']))).toEqual([403, 'common.forbidden']);
    expect((await reset(accountant, own, ['BANK'])).status).toBe(200);
  });

  it('keeps the account read-only while it goes on, at every service, and opens it at the end', async () => {
    const { owner, own } = await plainAccount();
    play({}, 'chat');
    const before = (await world.service.events('organisation.client_account.changed')).length;
    expect((await reset(owner, own, ['CHAT'])).status).toBe(503);
    const write = () => as(owner, 'POST', '/api/v2/tags', { client_account_id: own.id, name: 'Ny' });
    expect(codeOf(await write())).toEqual([409, 'client_account.inactive']);
    expect(codeOf(await reset(owner, own, ['BANK']))).toEqual([409, 'client_account.inactive']);
    expect((await as(owner, 'GET', path(own.id))).body.is_active).toBe(true);
    play();
    expect(await world.service.runJob('use-case-recovery')).toBe(1);
    expect((await write()).status).toBe(201);
    const said = (await world.service.events('organisation.client_account.changed')).slice(before);
    expect(said.map(({ payload }) => payload.is_active)).toEqual([false, true]);
  });

  it('that one process leaves half done a second one ends, and counts nothing twice', async () => {
    const { owner, own } = await fullAccount();
    play({ JOURNAL_ENTRIES: 3 }, 'reconciliation');
    expect((await reset(owner, own, ['ALL'])).status).toBe(503);
    play({ JOURNAL_ENTRIES: 3 });
    const second = await startService(organisation, {
      env: world.service.env,
      natsPrefix: world.service.natsPrefix,
      runsJobsByClock: false,
    });
    await second.opened;
    // It looks for such runs when it starts, and may be at it already.
    await second.composition.jobs.run('use-case-recovery');
    const kept = await vi.waitFor(async () => {
      const [run] = await world.service.db.executor.execute<{ result: { cleared: Record<string, number> } | null }>(
        sql`select result from use_cases where name = 'reset_client_account' and client_account_id = ${own.id}`,
      );
      if (!run?.result) throw new Error('not ended yet');
      return run.result.cleared;
    }, 60_000);
    expect(kept).toMatchObject({ JOURNAL_ENTRIES: 3, BUSINESS_PARTNERS: 1 });
    await second.stop();
  });

  it('under a key that comes again answers the same and clears nothing more', async () => {
    const { owner, own } = await plainAccount();
    const options = { headers: { 'idempotency-key': `reset-${own.id}` } };
    const body = { categories: ['CHAT'], confirm: own.unique_name };
    play();
    const first = await as(owner, 'POST', `${path(own.id)}/reset`, body, options);
    const asked = play();
    const again = await as(owner, 'POST', `${path(own.id)}/reset`, body, options);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(asked).toEqual([]);
  });
});

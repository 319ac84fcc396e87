import { createClient } from '@app/sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OwnSystem } from '../src/own-system.ts';
import { expectRefused } from '../src/refusal.ts';
import { ADMIN, type Answer, call, eventually, type Owner } from '../src/system.ts';

const as = (who: Owner) => ({ token: who.token });
const entryOf = (account: number, amount = '100.00', description = 'Reise') => ({
  client_account_id: account,
  description,
  lines: [
    { posting_date: '2026-03-02', account_code: '7140', debit: amount, credit: '0' },
    { posting_date: '2026-03-02', account_code: '1920', debit: '0', credit: amount },
  ],
});

/** What a new company does on its first day, and what its platform is. */
export function firstSlice(own: OwnSystem): void {
  const { ask, newOwner, numbers } = own;
  let owner: Owner;
  let provider: Owner;

  beforeAll(async () => {
    owner = await newOwner();
    provider = await newOwner('69.201');
  });

  const loginAs = async (email: string, password: string): Promise<Answer> =>
    ask('POST', '/v2/oauth/login', { body: { email, password } });

  describe('the accounting currency', () => {
    it('and first postings that race through the gateway end in one currency [JEX-R44]', async () => {
      for (let round = 0; round < 3; round++) {
        const company = await newOwner();
        const write = () =>
          ask('POST', '/api/v2/journal-entries/', { ...as(company), body: entryOf(company.clientAccountId) });
        const early = round === 0 ? [] : [write()];
        const changing = ask('PATCH', `/api/v2/client-accounts/${company.clientAccountId}`, {
          ...as(company),
          body: { accounting_currency: 'EUR' },
        });
        const raced = await Promise.all([...early, write(), write()]);
        const changed = await changing;
        expect([200, 409]).toContain(changed.status);
        if (changed.status === 409) expect(changed.body.error.code).toBe('client_account.has_postings');
        const late = await write();
        const currency = changed.status === 200 ? 'EUR' : 'NOK';
        for (const { status, body } of [...raced, late]) {
          expect(status).toBe(201);
          expect(body.lines.map((line: { currency_code: string }) => line.currency_code)).toEqual([currency, currency]);
        }
        const shown = await ask('GET', `/api/v2/client-accounts/${company.clientAccountId}`, as(company));
        expect(shown.body.accounting_currency).toBe(currency);
      }
    });
  });

  describe('a new company', () => {
    it('posts through a client of its own and adds up the same in all four formats', async () => {
      const registered = await ask('POST', '/v2/oauth/clients', {
        ...as(owner),
        body: { client_name: 'Nettbutikk', redirect_uris: '', grant_types: 'client_credentials' },
      });
      expect(registered.status).toBe(201);
      const client = createClient({
        baseUrl: own.system.gateway,
        clientCredentials: { clientId: registered.body.client_id, clientSecret: registered.body.client_secret },
      });
      const entry = await client.ledger.createJournalEntry(entryOf(owner.clientAccountId, '1234.50'));
      expect(entry).toMatchObject({ sequence_number: 1, is_draft: false, client_account_id: owner.clientAccountId });
      const range = { client_account_id: owner.clientAccountId, date_from: '2026-01-01', date_to: '2026-12-31' };
      const query = new URLSearchParams(Object.entries(range).map(([name, value]) => [name, String(value)]));
      const rows = (await ask('GET', `/api/v2/reports/trial-balance?${query}`, as(owner))).body as {
        account_code: string;
        outgoing_balance: number;
      }[];
      expect(rows.find((row) => row.account_code === '7140')?.outgoing_balance).toBe(1234.5);
      for (const [type, mark] of [
        ['text/html', '<!doctype html'],
        ['application/pdf', '%PDF-'],
        ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
      ] as const) {
        const answer = await fetch(`${own.system.gateway}/api/v2/reports/trial-balance?${query}`, {
          headers: { authorization: `Bearer ${owner.token}`, accept: type },
        });
        expect(answer.headers.get('content-type')).toContain(type);
        expect((await answer.text()).slice(0, 20).toLowerCase()).toContain(mark.toLowerCase());
      }
    });

    it('is retried with a key without booking twice', async () => {
      const send = () =>
        ask('POST', '/api/v2/journal-entries/', {
          ...as(owner),
          body: entryOf(owner.clientAccountId, '77.00'),
          headers: { 'idempotency-key': 'journey-1' },
        });
      const [first, second] = [await send(), await send()];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body.id).toBe(first.body.id);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
    });

    it('hears of a change by asking from the last second it has seen [GENX-R42]', async () => {
      const before = (await ask('GET', `/api/v2/journal-entries?client_account_id=${owner.clientAccountId}`, as(owner)))
        .body.data as {
        id: number;
        updated_at: string;
      }[];
      const mark = before
        .map((entry) => entry.updated_at)
        .sort()
        .at(-1)!;
      const made = (
        await ask('POST', '/api/v2/journal-entries/', { ...as(owner), body: entryOf(owner.clientAccountId, '5.00') })
      ).body;
      const since = await ask(
        'GET',
        `/api/v2/journal-entries?client_account_id=${owner.clientAccountId}&updated_from=${mark}`,
        as(owner),
      );
      expect(since.body.data.map((entry: { id: number }) => entry.id)).toContain(made.id);
      expect(since.body.data.every((entry: { updated_at: string }) => entry.updated_at >= mark)).toBe(true);
      const future = await ask(
        'GET',
        `/api/v2/journal-entries?client_account_id=${owner.clientAccountId}&updated_from=2999-01-01T00:00:00Z`,
        as(owner),
      );
      expect(future.body.data).toEqual([]);
    });

    it('gets an empty list, not an error, for a range that ends before it begins [GENX-R40]', async () => {
      const lines = await ask(
        'GET',
        `/api/v2/journal-entry-lines?client_account_id=${owner.clientAccountId}&from_date=2026-12-31&to_date=2026-01-01`,
        as(owner),
      );
      expect(lines.status).toBe(200);
      expect(lines.body).toEqual({ data: [], meta: { page: 1, pages: 1, per_page: 100, records: 0 } });
      const entries = await ask(
        'GET',
        `/api/v2/journal-entries?client_account_id=${owner.clientAccountId}&date_from=2026-12-31&date_to=2026-01-01`,
        as(owner),
      );
      expect(entries.body.data).toEqual([]);
    });

    it('sees tax codes and its users as plain arrays, whatever page is asked for [PAG-R08] [PAG-R09]', async () => {
      const codes = await ask('GET', '/api/v2/tax-codes?page=7&per_page=2', as(owner));
      expect(Array.isArray(codes.body)).toBe(true);
      expect(codes.body.length).toBeGreaterThan(30);
      const users = await ask(
        'GET',
        `/api/v2/client-accounts/${owner.clientAccountId}/users?page=9&per_page=1`,
        as(owner),
      );
      expect(Array.isArray(users.body)).toBe(true);
      expect(users.body).toHaveLength(1);
    });

    it('keeps a collection that a change leaves out [GENX-R55]', async () => {
      const code = (await ask('GET', '/api/v2/tax-codes', as(owner))).body.find(
        (one: { code: string }) => one.code === '1',
      );
      const made = await ask('POST', '/api/v2/general-ledger-accounts', {
        ...as(owner),
        body: {
          client_account_id: owner.clientAccountId,
          account_code: '6999',
          description_nob: 'Egen konto',
          mandatory_dimensions: ['project'],
          tax_code_ids: [code.id],
        },
      });
      expect(made.status).toBe(201);
      await ask('PUT', `/api/v2/general-ledger-accounts/${made.body.id}`, {
        ...as(owner),
        body: { description_nob: 'Egen konto, nytt navn' },
      });
      const read = await ask(
        'GET',
        `/api/v2/general-ledger-accounts/${made.body.id}?with=mandatory_dimensions,tax_codes`,
        as(owner),
      );
      expect(read.body.description_nob).toBe('Egen konto, nytt navn');
      expect(read.body.mandatory_dimensions).toEqual([{ relation_type: 'project' }]);
      expect(read.body.tax_codes.map((one: { tax_code_id: number }) => one.tax_code_id)).toEqual([code.id]);
    });
  });

  describe('a provider firm', () => {
    it('reaches the customer through an approved contract, and no longer once it has ended [GEN-R13] [GEN-R14]', async () => {
      const list = () => ask('GET', `/api/v2/journal-entries?client_account_id=${owner.clientAccountId}`, as(provider));
      expect((await list()).status).toBe(403);
      const contract = await ask('POST', '/api/v2/contracts', {
        ...as(provider),
        body: {
          client_account_id: owner.clientAccountId,
          provider_client_account_id: provider.clientAccountId,
          service_provided: 'ACCOUNTING',
          start_date: '2026-01-01',
        },
      });
      expect(contract.body).toMatchObject({ approval_status: 'PENDING', is_active: false });
      expect((await list()).status).toBe(403);
      const approved = await ask('PATCH', `/api/v2/contracts/${contract.body.id}`, {
        ...as(owner),
        body: { approval_status: 'APPROVED' },
      });
      expect(approved.status).toBe(200);
      await eventually(
        async () => (await list()).status,
        (status) => status === 200,
      );
      const posted = await ask('POST', '/api/v2/journal-entries/', {
        ...as(provider),
        body: entryOf(owner.clientAccountId, '9.00', 'Fra regnskapsfører'),
      });
      expect(posted.status).toBe(201);
      const ended = await ask('PATCH', `/api/v2/contracts/${contract.body.id}`, {
        ...as(owner),
        body: { end_date: '2026-01-31', termination_reason: 'Byttet firma' },
      });
      expect(ended.status).toBe(200);
      await eventually(
        async () => (await list()).status,
        (status) => status === 403,
      );
    });
  });

  describe('the administrator', () => {
    it('deactivates a user, whose tokens are refused everywhere within a second', async () => {
      const victim = await newOwner();
      const admin = (await loginAs(ADMIN.email, ADMIN.password)).body.token as string;
      const me = (await ask('GET', '/api/v2/users/me', as(victim))).body;
      expect((await ask('GET', `/api/v2/client-accounts/${victim.clientAccountId}`, as(victim))).status).toBe(200);
      expect((await ask('PATCH', `/api/v2/users/${me.id}`, { token: admin, body: { is_active: false } })).status).toBe(
        200,
      );
      const answeredAt = performance.now();
      await expectRefused(
        () => ask('GET', `/api/v2/client-accounts/${victim.clientAccountId}`, as(victim)),
        answeredAt,
        401,
      );
      expect(
        (await ask('GET', `/api/v2/journal-entries?client_account_id=${victim.clientAccountId}`, as(victim))).status,
      ).toBe(401);
      expect((await loginAs(victim.email, victim.password)).status).toBe(401);
    });
  });

  describe('the outside systems', () => {
    it('are the sandbox by default, each at an address that a setting names [EXT-R08] [EXT-R12]', async () => {
      const settings = ['IDP_ISSUER_URL', 'AUTHORIZED_PARTIES_URL', 'MACHINE_TOKEN_URL', 'BUSINESS_REGISTRY_URL'];
      for (const name of settings) expect(own.system.platform.settings.get(name)).toContain(own.system.sandbox);
      expect(own.system.platform.settings.get('SMTP_URL')).toMatch(/^smtp:\/\/127\.0\.0\.1:\d+$/);
    });

    it('that fail surface as the documented 502 [EXT-R10]', async () => {
      const fault = (name: string, count: number) =>
        call(own.system.sandbox, 'PUT', `/sandbox/faults/${name}`, { body: { status: 503, count } });
      await fault('idp', 20);
      const par = await ask('POST', '/api/v2/auth/signup/authorize');
      await fault('idp', 0);
      expect([par.status, par.body.error.code]).toEqual([502, 'idp.par_failed']);
      await fault('registry', 20);
      const unknown = numbers.nextOrganization();
      const search = await ask('GET', `/api/v2/organizations?organization_number=${unknown}`, as(owner));
      await fault('registry', 0);
      expect([search.status, search.body.error.code]).toEqual([502, 'integration.upstream_failed']);
    });
  });

  describe('the clock of the tests', () => {
    it('moves expiry for every service: a token ends, the lock of a password too [JOB-R06]', async () => {
      const { token } = (await loginAs(owner.email, owner.password)).body;
      expect((await ask('GET', '/api/v2/users/me', { token })).status).toBe(200);
      const later = new Date(Date.now() + 2 * 3600 * 1000).toISOString();
      expect((await ask('PUT', '/testing/clock', { body: { now: later } })).status).toBe(200);
      try {
        expect((await ask('GET', '/api/v2/users/me', { token })).status).toBe(401);
        expect(
          (await ask('GET', `/api/v2/journal-entries?client_account_id=${owner.clientAccountId}`, { token })).status,
        ).toBe(401);
      } finally {
        expect((await ask('PUT', '/testing/clock', { body: { now: null } })).status).toBe(200);
      }
      expect((await ask('GET', '/api/v2/users/me', { token })).status).toBe(200);
    });
  });
}

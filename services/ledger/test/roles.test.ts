import { allEndpoints } from '@app/api/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, type Ledger, startLedger } from './ledger.ts';

let ledger: Ledger;
let owner: Books;

beforeAll(async () => {
  ledger = await startLedger();
  owner = await ledger.books({ role: 'CA' });
});

afterAll(() => ledger.stop());

/** A token of somebody with that role on the owner's client account. */
const tokenOf = async (role: 'EM' | 'BK' | 'US' | 'AA'): Promise<string> => {
  const user = ledger.world.user();
  ledger.world.grant(user.id, owner.clientAccountId, role);
  return ledger.world.token({ userId: user.id });
};

/** Every read of the ledger that names a client account in its query. */
const reads = allEndpoints.filter(
  ({ service, methods, account, paths }) =>
    service === 'ledger' && methods.includes('GET') && account?.in === 'query' && !paths[0]!.includes('{'),
);

describe('an employee', () => {
  it.each(reads.map((endpoint) => [endpoint.name, endpoint.path] as const))(
    'may not read the books: %s [ROLE-R07]',
    async (_name, path) => {
      ledger.own(owner.clientAccountId, 'businesspartner', { id: 1 });
      const query = `client_account_id=${owner.clientAccountId}&date_from=2026-01-01&date_to=2026-12-31&company_business_partner_id=1&reporting_year=2026`;
      const refused = await ledger.call('GET', `${path}?${query}`, { token: await tokenOf('EM') });
      expect(refused.status).toBe(403);
      // The report envelope has no code; every other says which of the three reasons it is.
      if (!path.includes('/reports/')) expect(refused.body.error.code).toBe('common.forbidden');
      expect((await ledger.call('GET', `${path}?${query}`, { token: await tokenOf('BK') })).status).toBe(200);
    },
  );

  it('may not read one entry, line by line or whole, nor write any [ROLE-R07]', async () => {
    const entry = await owner.posted();
    const token = await tokenOf('EM');
    const refused = await ledger.call('GET', `/api/v2/journal-entries/${entry.id}`, { token });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'common.forbidden']);
    const cancelled = await ledger.call('PATCH', `/api/v2/journal-entries/${entry.id}`, {
      token,
      body: { cancelled: 'Y', cancellation_reason: 'x' },
    });
    expect(cancelled.status).toBe(403);
  });
});

describe.each(['AA', 'BK', 'US'] as const)('role %s', (role) => {
  it('posts and reads like the owner', async () => {
    const token = await tokenOf(role);
    const lines = [
      { posting_date: '2026-02-01', account_code: '1920', debit: '10.00', credit: '0' },
      { posting_date: '2026-02-01', account_code: '3000', debit: '0', credit: '10.00' },
    ];
    const posted = await ledger.call('POST', '/api/v2/journal-entries/', {
      token,
      body: { client_account_id: owner.clientAccountId, lines },
    });
    expect(posted.status).toBe(201);
    expect((await ledger.call('GET', `/api/v2/journal-entries/${posted.body.id}`, { token })).status).toBe(200);
  });
});

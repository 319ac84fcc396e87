import * as facts from '@app/events';
import { Ledger as LedgerContract } from '@app/rpc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ledger, rent, startLedger } from './ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

/** Every event that is declared as the ledger's. */
const declared = (Object.values(facts) as readonly unknown[])
  .filter((value): value is facts.EventDefinition => typeof value === 'object' && value !== null && 'schema' in value)
  .filter(({ name }) => name.startsWith('ledger.'));

it('everything that is published is what its declaration says, and every event that is declared is published', async () => {
  const own = await ledger.books();
  const account = { client_account_id: own.clientAccountId };
  ledger.own(own.clientAccountId, 'voucher', { id: 1 });
  const posted = await own.posted({ ...rent(), voucher_id: 1, relation_type: 'invoice', relation_id: 5 });
  const drafts = [await own.posted({ ...rent(), is_draft: true }), await own.posted({ ...rent(), is_draft: true })];
  await own.call('PUT', `/journal-entries/${drafts[0].id}`, { lines: rent('7.00').lines });
  await own.call('PUT', `/journal-entries/${drafts[0].id}`, { lines: rent('8.00').lines, is_draft: false });
  await own.call('DELETE', `/journal-entries/${drafts[1].id}`);
  await own.call('POST', '/journal-entries/batch', { ...account, atomic: true, entries: [rent(), rent()] });
  await own.call('PATCH', `/journal-entries/${posted.id}`, { cancelled: 'Y', cancellation_reason: 'x' });
  await own.call('POST', '/general-ledger-accounts', { ...account, account_code: '6301', description_nob: 'x' });
  await own.call('POST', '/assets', { ...account, name: 'x' });
  await own.call('POST', '/period-locks', { ...account, locked_until_date: '2026-01-31', locking_comment: 'x' });
  ledger.own(own.clientAccountId, 'businesspartner', { id: 1 });
  const shares = { ...account, business_partner_id: 1, share_class: 'ORDINARY', quantity: '1' };
  await own.call('POST', '/equity/transactions/issue', shares);
  await ledger.connect(LedgerContract, 'reconciliation').ClaimLines({
    ...{ clientAccountId: own.clientAccountId, commandKey: 'claim', kind: 'CLAIM_KIND_INTERNAL', reconciliationId: 1 },
    claims: [
      { reconciliationEntryId: 1, journalLineId: (await own.posted()).lines[0].id, amount: '1.00', amountFc: '0' },
    ],
  });
  const rows = await ledger.db.raw<{ subject: string; version: number; payload: unknown }[]>`
    select subject, version, payload from outbox where client_account_id = ${own.clientAccountId} order by id`;
  const seen = new Set<string>();
  for (const { subject, version, payload } of rows) {
    const event = declared.find(({ name }) => subject === `events.${name}`);
    expect(event, subject).toBeDefined();
    expect(version).toBe(event!.version);
    // Nothing that the declaration does not know, either.
    expect(event!.schema.parse(payload), subject).toEqual(payload);
    seen.add(event!.name);
  }
  expect([...seen].sort()).toEqual(declared.map(({ name }) => name).sort());
  expect(declared.length).toBeGreaterThanOrEqual(7);
});

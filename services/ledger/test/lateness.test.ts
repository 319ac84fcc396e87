import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '@app/contract/failure';
import { clientAccountChanged, organisationReferenceChanged, settingsChanged } from '@app/events';
import { Changes } from '@app/rpc';
import { startService } from '@app/service';
import { stub } from '@app/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLedgerService } from '../src/service.ts';
import { type Books, codeOf, credit, debit, faultsOf, type Ledger, rent, startLedger } from './ledger.ts';

/** What organisation answers when it is asked; the broker carries none of it, as if it were frozen. */
describe('a change that only its owner reports', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await startLedger();
  });
  afterAll(() => ledger?.stop());

  const DIMENSIONS = ['department', 'project', 'tag', 'businesspartner'] as const;
  const tagged = (type: string, id: number) => rent('1.00', { dimensions: [{ relation_type: type, relation_id: id }] });

  /** Posts until it is refused, a second at most after the change. */
  async function refusal(own: Books, entry: Readonly<Record<string, unknown>>) {
    const changedAt = performance.now();
    for (;;) {
      const began = performance.now();
      const answer = await own.post(entry);
      if (answer.status !== 201) return answer;
      expect(began - changedAt).toBeLessThan(1_000);
    }
  }

  it.each(DIMENSIONS)('deactivates a %s: new lines with it give 400 [JEX-R45] [DIM-R08]', async (type) => {
    const own = await ledger.books();
    ledger.own(own.clientAccountId, type, { id: 7 });
    await own.posted(tagged(type, 7));
    ledger.own(own.clientAccountId, type, { id: 7, isActive: false });
    const value = { client_account_id: own.clientAccountId, type, id: 7, name: `${type} 7`, version: 2 };
    ledger.world.announce(organisationReferenceChanged.create({ ...value, is_active: false }, own.clientAccountId));
    const answer = await refusal(own, tagged(type, 7));
    expect([answer.status, faultsOf(answer)['lines.0.dimensions.0']]).toEqual([400, expect.stringMatching(/inactive/)]);
  });

  it('ends the liability for VAT: a tax code gives 400 [JEX-R45]', async () => {
    const own = await ledger.books();
    const taxed = { lines: [debit('6300', '1.00', { tax_code: '1' }), credit('1920', '1.00')] };
    await own.posted(taxed);
    ledger.world.account({ id: own.clientAccountId, vatLiable: false });
    ledger.world.announce(
      settingsChanged.create(
        {
          client_account_id: own.clientAccountId,
          version: 2,
          versions: [{ active_from: '2000-01-01', active_to: null, vat_liable: false }],
        },
        own.clientAccountId,
      ),
    );
    const answer = await refusal(own, taxed);
    expect([answer.status, faultsOf(answer)['lines.0.tax_code']]).toEqual([400, expect.stringMatching(/not liable/)]);
  });

  it('deactivates the account: 409 [JEX-R45]', async () => {
    const own = await ledger.books();
    await own.posted();
    ledger.world.announce(inactive(own.clientAccountId));
    const answer = await refusal(own, rent());
    expect([answer.status, codeOf(answer)]).toEqual([409, 'client_account.inactive']);
  });

  it('is handled once, also when the broker brings it later', async () => {
    const own = await ledger.books();
    await own.posted();
    const event = inactive(own.clientAccountId);
    ledger.world.announce(event);
    await refusal(own, rent());
    await ledger.publish(inactive(own.clientAccountId, { version: 3, is_active: true }));
    await expect.poll(async () => (await own.post(rent())).status).toBe(201);
    // Sent again with an old version, it says nothing new.
    ledger.world.announce(event);
    await pause(0);
    expect((await own.post(rent())).status).toBe(201);
  });

  it('is known to a replica that starts after it [JEX-R45]', async () => {
    const own = await ledger.books();
    await own.posted();
    ledger.world.announce(inactive(own.clientAccountId));
    const replica = await startService(createLedgerService(), { env: ledger.env, natsPrefix: ledger.natsPrefix });
    try {
      await replica.opened;
      const response = await fetch(`http://127.0.0.1:${replica.httpPort}/api/v2/journal-entries/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ client_account_id: own.clientAccountId, ...rent() }),
      });
      expect(response.status).toBe(409);
    } finally {
      await replica.stop();
    }
  });

  const inactive = (
    clientAccountId: number,
    changes: { readonly version?: number; readonly is_active?: boolean } = {},
  ) =>
    clientAccountChanged.create(
      {
        client_account_id: clientAccountId,
        version: 2,
        display_name: 'x',
        unique_name: 'x',
        accounting_currency: 'NOK',
        accounting_language: 'nob',
        is_active: false,
        organization_id: 1,
        organization_number: '810000000',
        sale_invoice: { next_number: 1, set_at_version: 1 },
        sale_credit_note: { next_number: 1, set_at_version: 1 },
        ...changes,
      },
      clientAccountId,
    );
});

describe('an owner that cannot be asked', () => {
  let ledger: Ledger;
  const state = { isAway: false, isReset: false };
  beforeAll(async () => {
    ledger = await startLedger({
      service: createLedgerService({ bearableMillis: 5_000 }),
      organisation: [
        stub(Changes, {
          GetChanges: async () => {
            if (state.isAway) throw unavailable('away');
            return { now: 'm', isReset: state.isReset, changes: [], hasMore: false };
          },
        }),
      ],
    });
  });
  afterAll(() => ledger?.stop());

  it('is borne with for a while, then writes answer 503 with Retry-After and reads go on [JEX-R45]', async () => {
    const own = await ledger.books();
    const before = await own.posted();
    state.isAway = true;
    try {
      const statuses: number[] = [];
      await expect
        .poll(
          async () => {
            const answer = await own.post(rent());
            statuses.push(answer.status);
            return [answer.status, codeOf(answer), answer.headers.get('retry-after')];
          },
          { timeout: 60_000 },
        )
        .toEqual([503, 'common.service_unavailable', expect.stringMatching(/^\d+$/)]);
      expect(new Set(statuses)).toEqual(new Set([201, 503]));
      expect((await own.call('PUT', `/journal-entries/${before.id}`, { is_draft: true, ...rent() })).status).not.toBe(
        200,
      );
      expect((await own.call('GET', `/journal-entries/${before.id}`)).status).toBe(200);
    } finally {
      state.isAway = false;
    }
    await expect.poll(async () => (await own.post(rent())).status).toBe(201);
  });

  it('and that does not know what changed is asked about each thing again, names stay', async () => {
    const own = await ledger.books();
    ledger.own(own.clientAccountId, 'project', { id: 1, name: 'Bro' });
    ledger.own(own.clientAccountId, 'project', { id: 2, name: 'Vei' });
    const entry = (id: number) => rent('1.00', { dimensions: [{ relation_type: 'project', relation_id: id }] });
    const { id } = await own.posted(entry(1));
    await own.posted(entry(2));
    ledger.own(own.clientAccountId, 'project', { id: 2, isActive: false });
    state.isReset = true;
    try {
      await expect.poll(async () => (await own.post(entry(2))).status).toBe(400);
    } finally {
      state.isReset = false;
    }
    expect((await own.call('GET', `/journal-entries/${id}`)).body.lines[0].dimensions[0].name).toBe('Bro');
    expect((await own.post(entry(1))).status).toBe(201);
  });
});

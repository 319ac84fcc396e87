import { clientAccountChanged } from '@app/events';
import { checkInvariants, queryOn } from '@app/invariants';
import { Ledger as LedgerContract } from '@app/rpc';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verification } from '../src/invariants.ts';
import { type Books, codeOf, type Ledger, rent, startLedger } from './ledger.ts';

// The world plays organisation: its record of an account goes on saying the old currency, as organisation's own does
// between its order and its answer.

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

let keys = 0;
const newKey = () => `order-${++keys}`;
const order = async (
  { clientAccountId }: Books,
  currencyCode: string,
  commandKey = newKey(),
  accountVersion = 1,
): Promise<boolean> => {
  const organisation = ledger.connect(LedgerContract, 'organisation');
  return (await organisation.ChangeCurrency({ clientAccountId, commandKey, currencyCode, accountVersion })).isChanged;
};

/** What organisation publishes of an account. */
const announce = (own: Books, version: number, accounting_currency: string) =>
  ledger.publish(
    clientAccountChanged.create({
      client_account_id: own.clientAccountId,
      version,
      display_name: `Version ${version}`,
      unique_name: 'x',
      accounting_currency,
      accounting_language: 'nob',
      is_active: true,
      organization_id: 1,
      organization_number: '999999999',
      sale_invoice: { next_number: 1, set_at_version: 1 },
      sale_credit_note: { next_number: 1, set_at_version: 1 },
    }),
  );

const factsOf = async ({ clientAccountId }: Books) =>
  (
    await ledger.db.executor.execute<{ accounting_currency: string; display_name: string }>(
      sql`select accounting_currency, display_name from account_facts where client_account_id = ${clientAccountId}`,
    )
  )[0];
const awaitVersion = (own: Books, version: number) =>
  vi.waitFor(async () => expect((await factsOf(own))?.display_name).toBe(`Version ${version}`), {
    timeout: 60_000,
    interval: 20,
  });

/** The currencies that the entries of an account are in. */
const currenciesOf = async ({ clientAccountId }: Books): Promise<readonly string[]> => {
  const rows = await ledger.db.executor.execute<{ currency: string }>(
    sql`select distinct accounting_currency as currency from journal_entries where client_account_id = ${clientAccountId} order by 1`,
  );
  return rows.map(({ currency }) => currency);
};
const currencyOf = (entry: { readonly lines: readonly { readonly currency_code: string }[] }) =>
  entry.lines[0]!.currency_code;

/** Makes the process remember the old currency, as an earlier request did. */
async function remember(own: Books): Promise<void> {
  const { id } = await own.posted({ ...rent(), is_draft: true });
  await own.call('DELETE', `/journal-entries/${id}`);
}

describe('a change of currency', () => {
  it('binds the next posting, whatever the record of its owner still says [JEX-R44]', async () => {
    const own = await ledger.books();
    await remember(own);
    expect(await order(own, 'EUR')).toBe(true);
    expect(currencyOf(await own.posted())).toBe('EUR');
    await ledger.runJob('ledger-projections');
    expect(currencyOf(await own.posted())).toBe('EUR');
    expect(await currenciesOf(own)).toEqual(['EUR']);
    await ledger.expectSound(own.clientAccountId);
  });

  it('binds every replica: what one of them remembers is asked about again [JEX-R44]', async () => {
    const own = await ledger.books();
    await remember(own);
    // Another replica's change: this process hears nothing of it.
    const command = {
      client_account_id: own.clientAccountId,
      command_key: newKey(),
      currency: 'SEK',
      account_version: 1,
      now: '2026-01-01T00:00:00Z',
    };
    await ledger.db.executor.execute(sql`select change_currency(${JSON.stringify(command)}::text::jsonb)`);
    expect(currencyOf(await own.posted())).toBe('SEK');
  });

  it('is refused while there is an entry, be it a draft; without one it is taken [JEX-R44]', async () => {
    const own = await ledger.books();
    const draft = await own.posted({ ...rent(), is_draft: true });
    expect(await order(own, 'EUR')).toBe(false);
    await own.call('DELETE', `/journal-entries/${draft.id}`);
    expect(await order(own, 'EUR')).toBe(true);
    await own.posted();
    expect(await order(own, 'NOK')).toBe(false);
    expect(currencyOf(await own.posted())).toBe('EUR');
    expect(await order(own, 'EUR')).toBe(true);
  });

  it('gets its answer again, and no second effect, when the order comes again', async () => {
    const own = await ledger.books();
    const [first, second, third] = [newKey(), newKey(), newKey()];
    expect(await order(own, 'EUR', first)).toBe(true);
    expect(await order(own, 'NOK', second, 2)).toBe(true);
    expect(await order(own, 'EUR', first)).toBe(true);
    const entry = await own.posted();
    expect(currencyOf(entry)).toBe('NOK');
    expect(await order(own, 'EUR', third, 3)).toBe(false);
    expect(await order(own, 'NOK', second, 2)).toBe(true);
  });

  it('holds until its owner says the same in a later version; what was said before it never counts again', async () => {
    const own = await ledger.books();
    expect(await order(own, 'EUR', newKey(), 4)).toBe(true);
    await announce(own, 3, 'NOK');
    await awaitVersion(own, 3);
    expect((await factsOf(own))?.accounting_currency).toBe('EUR');
    // Renamed between the order and its answer.
    await announce(own, 5, 'NOK');
    await awaitVersion(own, 5);
    expect((await factsOf(own))?.accounting_currency).toBe('EUR');
    await announce(own, 6, 'EUR');
    await awaitVersion(own, 6);
    // From here on its record leads again, as in a release that orders nothing.
    await announce(own, 7, 'SEK');
    await awaitVersion(own, 7);
    expect((await factsOf(own))?.accounting_currency).toBe('SEK');
  });

  it('is for the account that there is, and takes a key', async () => {
    const organisation = ledger.connect(LedgerContract, 'organisation');
    const unknown = { clientAccountId: 404_404, commandKey: newKey(), currencyCode: 'EUR', accountVersion: 1 };
    await expect(organisation.ChangeCurrency(unknown)).rejects.toMatchObject({ status: 404 });
    const own = await ledger.books();
    await expect(order(own, 'EUR', '')).rejects.toMatchObject({ status: 400 });
    await expect(order(own, 'euro')).rejects.toMatchObject({ status: 400 });
  });
});

describe('of a change and a first posting', () => {
  it('one is refused or the posting is in the new currency, however close they come [JEX-R44]', async () => {
    for (let round = 0; round < 24; round++) {
      const own = await ledger.books();
      const write = (n: number) => own.post({ ...rent(), is_draft: n === 2 });
      // One of them is on its way already, sometimes.
      const early = round % 3 === 0 ? [] : [write(0)];
      const ordered = order(own, 'EUR');
      const answers = await Promise.all([...early, ...[1, 2, 3].map(write)]);
      const isChanged = await ordered;
      const late = await own.posted();
      for (const { status, body } of answers)
        expect([status, status === 201 ? 'stored' : body.error?.code]).toEqual([201, 'stored']);
      expect(new Set([...answers.map(({ body }) => currencyOf(body)), currencyOf(late)])).toEqual(
        new Set([isChanged ? 'EUR' : 'NOK']),
      );
      expect(await currenciesOf(own)).toEqual([isChanged ? 'EUR' : 'NOK']);
      await ledger.expectSound(own.clientAccountId);
    }
  });

  it('the change waits for a posting that is under way, and is refused by it [JEX-R44]', async () => {
    const own = await ledger.books();
    await remember(own);
    const side = (account_code: string, debit: string, credit: string, line_id: number) => ({
      ...{ position: line_id - 1, line_id, posting_date: '2026-03-14', description: '', account_code, debit, credit },
      ...{ debit_fc: debit, credit_fc: credit, currency_code: 'NOK', exchange_rate: '1', tax_line: false },
    });
    const entry = {
      is_draft: false,
      description: 'x',
      lines: [side('6300', '1.00', '0', 1), side('1920', '0', '1.00', 2)],
    };
    const command = {
      client_account_id: own.clientAccountId,
      actor_id: 1,
      now: '2026-03-14T00:00:00Z',
      currency: 'NOK',
      entries: [entry],
    };
    const { ordered } = await ledger.db.write(async (tx) => {
      await tx.execute(sql`select save_entries(${JSON.stringify(command)}::text::jsonb)`);
      // Not committed yet: nobody else sees the entry.
      const waiting = { ordered: order(own, 'EUR') };
      await ledger.waitForBlocked(1);
      return waiting;
    });
    expect(await ordered).toBe(false);
    expect(await currenciesOf(own)).toEqual(['NOK']);
    await ledger.expectSound(own.clientAccountId);
  });
});

describe('verify', () => {
  const findings = async ({ clientAccountId }: Books) => {
    const all = await checkInvariants(queryOn(ledger.db.raw, 'ledger'), verification, clientAccountId);
    return all
      .filter(({ broken }) => broken > 0)
      .map(({ invariant, offenders }) => [invariant.name, offenders.map(({ subject }) => subject)]);
  };
  const spoil = (own: Books, change: string) =>
    ledger.asOwner(async (owner) => {
      await owner.unsafe(`
        alter table journal_entries disable trigger user; alter table journal_lines disable trigger user;
        ${change.replaceAll('$1', String(own.clientAccountId))};
        alter table journal_entries enable trigger user; alter table journal_lines enable trigger user`);
    });
  const name = 'entries are in the accounting currency of their client account';

  it('names entries that are in another currency than their books [JEX-R44]', async () => {
    const own = await ledger.books();
    await own.posted();
    const { id } = await own.posted();
    expect(await findings(own)).toEqual([]);
    await spoil(own, `update journal_entries set accounting_currency = 'EUR' where id = ${id}`);
    expect(await findings(own)).toEqual([[name, [`entry ${id} is in EUR, the books are in NOK`]]]);
  });

  it('names books whose owner changed their currency past the ledger', async () => {
    const own = await ledger.books();
    const { id } = await own.posted();
    await spoil(own, `update account_facts set accounting_currency = 'EUR' where client_account_id = $1`);
    expect(await findings(own)).toEqual([[name, [`entry ${id} is in NOK, the books are in EUR`]]]);
  });

  it('states the currency of earlier entries by their lines', async () => {
    const own = await ledger.books();
    const foreign = { currency_code: 'EUR', exchange_rate: '11.5' };
    const { id } = await own.posted();
    const mixed = await own.posted(rent('100.00', foreign));
    await spoil(own, 'update journal_entries set accounting_currency = null where client_account_id = $1');
    expect(await findings(own)).toEqual([]);
    await spoil(own, `update account_facts set accounting_currency = 'EUR' where client_account_id = $1`);
    expect(await findings(own)).toEqual([
      [
        name,
        expect.arrayContaining([
          `entry ${id} is in another currency, the books are in EUR`,
          `entry ${mixed.id} is in another currency, the books are in EUR`,
        ]),
      ],
    ]);
  });
});

it('drafts that are posted and reversals are in the currency of their books', async () => {
  const own = await ledger.books();
  expect(await order(own, 'EUR')).toBe(true);
  const draft = await own.posted({ ...rent(), is_draft: true });
  const answer = await own.call('PUT', `/journal-entries/${draft.id}`, { ...rent(), is_draft: false });
  expect([answer.status, codeOf(answer)]).toEqual([200, undefined]);
  const cancelled = await own.call('PATCH', `/journal-entries/${draft.id}`, {
    cancelled: 'Y',
    cancellation_reason: 'x',
  });
  expect(cancelled.status).toBe(200);
  expect(await currenciesOf(own)).toEqual(['EUR']);
  await ledger.expectSound(own.clientAccountId);
});

import { decimal, formatMoney } from '@app/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ground } from '../src/ground/ground.ts';
import { createGroundStore } from '../src/ground/ground-store.ts';
import { findFaults } from '../src/journal-entries/check.ts';
import type { Fault } from '../src/journal-entries/fault.ts';
import type { NewEntry, NewLine } from '../src/journal-entries/journal-entry.ts';
import { judge } from '../src/journal-entries/judge.ts';
import { completeFields } from '../src/journal-entries/line-fields.ts';
import { type Books, type Ledger, startLedger } from './ledger.ts';

// The rules in the service and those of the release before it, which the database still has, say the same of thousands
// of random entries.

const SEED = Number(process.env.AGREEMENT_SEED ?? 20261122);
const ROUNDS = 100;
const ENTRIES = 30;

let ledger: Ledger;
let own: Books;
let ground: Ground;
beforeAll(async () => {
  ledger = await startLedger();
  own = await ledger.books();
  const { clientAccountId } = own;
  ledger.own(clientAccountId, 'voucher', { id: 1 });
  await own.posted({ lines: lines(), voucher_id: 1, external_id: 'taken' });
  await ledger.addAccount(clientAccountId, '6301', { taxCodes: ['1', '3'] });
  await ledger.addAccount(clientAccountId, '6302', { isActive: false });
  await ledger.asOwner(async (owner) => {
    await owner`insert into reference_values values (${clientAccountId}, 'project', 1, 'a', true, 1), (${clientAccountId}, 'project', 2, 'b', false, 1),
      (${clientAccountId}, 'voucher', 2, 'c', true, 1), (${clientAccountId}, 'voucher', 3, 'd', false, 1)`;
    await owner`update account_facts set vat_liable_during = '{[2025-01-01,2025-07-01),[2026-01-01,)}' where client_account_id = ${clientAccountId}`;
    await owner`update tax_codes set active_to = '2026-06-30' where code = '31' and active_to is null`;
    await owner`update journal_counters set locked_until = '2025-03-31' where client_account_id = ${clientAccountId}`;
  });
  const store = createGroundStore(ledger.db);
  ground = (await store.load(clientAccountId, await store.loadCommon()))!;
});
afterAll(() => ledger?.stop());

const lines = () => [
  { posting_date: '2026-03-14', account_code: '6300', debit: '1.00', credit: '0' },
  { posting_date: '2026-03-14', account_code: '1920', debit: '0', credit: '1.00' },
];

/** Numbers that look random and come again with the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const random = randomOf(SEED);
const oneOf = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
const amount = (): string => formatMoney(decimal((random() * oneOf(1, 100, 1_000_000)).toFixed(2)));

function randomLine(position: number): NewLine {
  const isDebit = random() < 0.5;
  const value = oneOf(amount(), amount(), '0.01', '0.05', '100.50');
  const accountCode = random() < 0.8 ? oneOf('6300', '6301', '1920', '2710') : oneOf('6302', '2099', '9998', null);
  const named = [...ground.accountsById.keys(), ground.common.accountsByCode.get('6300')!.id];
  const taxCode = random() < 0.6 ? null : oneOf('1', '1', '1', '3', '11', '31', '6', '0', '99');
  const isTaxLine = random() < 0.1;
  const sent = (): string | null => (taxCode !== null && random() < 0.4 ? amount() : null);
  return {
    ...completeFields({ postingDate: '', debit: '0', credit: '0' }),
    position,
    lineId: position + 1,
    postingDate: oneOf(
      '2026-03-14',
      '2026-03-14',
      '2025-03-31',
      '2025-04-01',
      '2025-06-30',
      '2025-07-01',
      '2025-12-31',
      '2026-07-01',
      '2024-01-01',
    ),
    accountCode,
    accountId: accountCode === null || random() < 0.05 ? oneOf(...named, 999_999_999) : null,
    debit: isDebit ? value : '0.00',
    credit: isDebit ? '0.00' : value,
    debitFc: isDebit ? value : '0.00',
    creditFc: isDebit ? '0.00' : value,
    currencyCode: 'NOK',
    exchangeRate: oneOf('1.000000', '1.000000', '11.250000', '0.073500', '3.000000', '7.000001'),
    taxCode,
    taxBaseAmount: sent(),
    taxBaseAmountFc: sent(),
    taxAmount: sent(),
    taxAmountFc: sent(),
    taxLine: isTaxLine,
    dimensions: random() < 0.2 ? [{ relationType: 'project', relationId: oneOf(1, 1, 1, 2, 3) }] : [],
  };
}

function randomEntry(): NewEntry {
  const all = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, position) => randomLine(position));
  const header = {
    isDraft: random() < 0.3,
    description: '',
    voucherId: random() < 0.7 ? null : oneOf(1, 2, 3, 4),
    relationType: null,
    relationId: null,
    relationNumber: null,
    externalId: oneOf(null, null, null, null, 'taken', 'free'),
    metadata: null,
  };
  return { header, lines: all, ...judge(all, header.isDraft, ground) };
}

/** As the release before it was called. */
const commandOf = ({ header, lines: all }: NewEntry) => ({
  is_draft: header.isDraft,
  voucher_id: header.voucherId,
  external_id: header.externalId,
  lines: all.map((line) => ({
    position: line.position,
    line_id: line.lineId,
    posting_date: line.postingDate,
    account_code: line.accountCode ?? undefined,
    account_id: line.accountId ?? undefined,
    debit: line.debit,
    credit: line.credit,
    debit_fc: line.debitFc,
    credit_fc: line.creditFc,
    currency_code: line.currencyCode,
    exchange_rate: line.exchangeRate,
    tax_code: line.taxCode ?? undefined,
    tax_base_amount: line.taxBaseAmount ?? undefined,
    tax_base_amount_fc: line.taxBaseAmountFc ?? undefined,
    tax_amount: line.taxAmount ?? undefined,
    tax_amount_fc: line.taxAmountFc ?? undefined,
    tax_line: line.taxLine,
    dimensions:
      line.dimensions.length === 0
        ? undefined
        : line.dimensions.map((d) => ({ relation_type: d.relationType, relation_id: d.relationId })),
  })),
});

const textOf = ({ entry, line, field, index, rule, existing }: Fault): string =>
  `${entry}/${line ?? ''} ${field}${index === undefined ? '' : `.${index}`}:${rule}${existing === undefined ? '' : `:${existing}`}`;

interface Prepared {
  readonly faults: readonly { readonly entry: number; readonly line: number | null; readonly fault: string }[];
  readonly lines: readonly {
    readonly entry_no: number;
    readonly account_id: number | null;
    readonly account_code: string | null;
    readonly tax_code_id: number | null;
    readonly amounts: readonly (string | null)[];
  }[];
}

it('the rules in the service agree with those in PL/pgSQL on faults, accounts, codes and tax', async () => {
  let [clean, faulty] = [0, 0];
  await ledger.asOwner(async (owner) => {
    await owner`set enable_hashjoin = off`;
    for (let round = 0; round < ROUNDS; round++) {
      const entries = Array.from({ length: ENTRIES }, randomEntry);
      const [row] = await owner<{ prepared: Prepared }[]>`
        select json_build_object('faults', (faults_of(p.entries, p.lines, c.locked_until) -> 'faults'), 'lines', (
            select json_agg(json_build_object('entry_no', l.entry_no, 'account_id', l.account_id, 'account_code', l.account_code, 'tax_code_id', l.tax_code_id,
              'amounts', json_build_array(l.tax_base_amount::numeric(19, 2)::text, l.tax_base_amount_fc::numeric(19, 2)::text,
                l.tax_amount::numeric(19, 2)::text, l.tax_amount_fc::numeric(19, 2)::text)) order by l.entry_no, l.line_id)
            from unnest(p.lines) l)) as prepared
        from account_facts f join journal_counters c using (client_account_id)
        cross join lateral prepare(f.client_account_id, ${JSON.stringify(entries.map(commandOf))}::text::jsonb, f.vat_liable_during, c.locked_until) p
        where f.client_account_id = ${own.clientAccountId}`;
      const { faults, lines: prepared } = row!.prepared;
      const found = await findFaults(ledger.db, own.clientAccountId, entries, null);
      const which = `seed ${SEED}, round ${round}`;
      expect(found.map(textOf).sort(), which).toEqual(
        faults.map(({ entry, line, fault }) => `${entry}/${line ?? ''} ${fault}`).sort(),
      );
      // In the order in which callers see them: by entry, the entry itself before its lines.
      expect(
        found.map(({ entry }) => entry),
        which,
      ).toEqual(found.map(({ entry }) => entry).sort((a, b) => a - b));
      const judged = entries.flatMap((entry, place) =>
        entry.found.map((line) => ({
          entry_no: place,
          account_id: line.accountId || null,
          account_code: line.accountCode || null,
          tax_code_id: line.taxCodeId,
          amounts: [line.taxBaseAmount, line.taxBaseAmountFc, line.taxAmount, line.taxAmountFc],
        })),
      );
      expect(judged, which).toEqual(prepared);
      const broken = new Set(found.map(({ entry }) => entry)).size;
      faulty += broken;
      clean += ENTRIES - broken;
    }
  });
  // Both kinds were tried.
  expect(Math.min(clean, faulty)).toBeGreaterThan(100);
});

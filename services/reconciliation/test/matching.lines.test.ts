import { modulo10 } from '@app/check-digits';
import { decimal, formatMoney } from '@app/money';
import { expect, it } from 'vitest';
import { findGroups } from '../src/matching/books/find-groups.ts';
import type { NamedDocument, OpenLine } from '../src/matching/lines/facts.ts';
import { groupLines } from '../src/matching/lines/group.ts';

// Which open lines of one partner belong together (docs/contract/jobs.md, `reconciliation-matching`).

let serial = 0;
const kid = (digits: string): string => digits + modulo10(digits);
const KID = kid('00001200010421');
const line = (remainingAmount: string, more: Partial<OpenLine> = {}): OpenLine => ({
  ...{ journalLineId: ++serial, journalEntryId: serial, accountId: 1500, businessPartnerId: 12 },
  ...{ postingDate: '2026-03-14', description: '', entryDescription: '', currencyCode: 'NOK' },
  ...{ remainingAmount, remainingAmountFc: remainingAmount, exchangeRate: '1.000000', ...more },
});
const invoiceLine = (amount: string, relationId: number, more: Partial<OpenLine> = {}): OpenLine =>
  line(amount, { relationType: 'ARINV', relationId, relationNumber: String(10_000 + relationId), ...more });
const invoice = (id: number, paymentRef: string | null = null): [number, NamedDocument] => [
  id,
  { documentType: 'ARINV', number: String(10_000 + id), paymentRef },
];
const ids = (lines: readonly OpenLine[], documents: readonly [number, NamedDocument][] = []) =>
  groupLines(lines, new Map(documents)).map((group) => group.lines.map(({ journalLineId }) => journalLineId));
const idsOf = (...lines: readonly OpenLine[]): readonly number[] => lines.map(({ journalLineId }) => journalLineId);

it('lines that share a document number and add up to zero are one group, and the note says what made it', () => {
  const owed = invoiceLine('1250.00', 421);
  const paid = [
    line('-1000.00', { relationNumber: '10421', postingDate: '2026-04-02' }),
    line('-250.00', { relationNumber: '10421' }),
  ];
  const [group, ...others] = groupLines([owed, ...paid], new Map());
  expect(others).toEqual([]);
  expect(group!.lines).toEqual([owed, ...paid]);
  expect([group!.date, group!.note]).toEqual([
    '2026-04-02',
    {
      nob: 'Dokumentnummer 10421: 3 linjer på forretningspartner 12, bokført fra 2026-03-14 til 2026-04-02, med 1250.00 på hver side',
      eng: 'Document number 10421: 3 lines of business partner 12, posted from 2026-03-14 to 2026-04-02, with 1250.00 on either side',
    },
  ]);
});

it('lines share the payment reference of the document that their entries belong to, or that a payment’s text names', () => {
  const documents = [invoice(421, KID)];
  const owed = invoiceLine('1250.00', 421);
  const byRecord = line('-1250.00', { relationType: 'ARINV', relationId: 421 });
  expect(ids([owed, byRecord], documents)).toEqual([idsOf(owed, byRecord)]);
  const byText = line('-1250.00', { entryDescription: `OCR KID ${KID}` });
  expect(ids([owed, byText], documents)).toEqual([idsOf(owed, byText)]);
  // One digit else is no KID, and the KID of no document among the lines says nothing.
  expect(ids([owed, line('-1250.00', { description: `KID ${KID.slice(0, -1)}x` })], documents)).toEqual([]);
  expect(ids([owed, line('-1250.00', { description: `KID ${KID}` })], [invoice(421)])).toEqual([]);
  // The id of a document of another kind is another record's.
  expect(ids([owed, line('-1250.00', { relationType: 'asset', relationId: 421 })], documents)).toEqual([]);
});

it.each([
  ['amounts that leave something', () => [invoiceLine('1250.00', 1), line('-1249.99', { relationNumber: '10001' })]],
  [
    'a payment made twice',
    () => [
      invoiceLine('100.00', 1),
      line('-100.00', { relationNumber: '10001' }),
      line('-100.00', { relationNumber: '10001' }),
    ],
  ],
  ['equal amounts that nothing names', () => [invoiceLine('100.00', 1), line('-100.00')]],
  ['another number', () => [invoiceLine('100.00', 1), line('-100.00', { relationNumber: '10002' })]],
  ['another account', () => [invoiceLine('100.00', 1), line('-100.00', { relationNumber: '10001', accountId: 2400 })]],
  [
    'an exchange difference',
    () => [
      invoiceLine('1150.00', 1, { currencyCode: 'EUR', remainingAmountFc: '100.00' }),
      line('-1150.00', { relationNumber: '10001', currencyCode: 'EUR', remainingAmountFc: '-99.00' }),
    ],
  ],
  ['one line alone', () => [invoiceLine('0.00', 1)]],
])('%s make no group', (_, lines) => {
  expect(ids(lines())).toEqual([]);
});

it('one payment for several invoices is found by the references in its text', () => {
  const second = kid('00001200010422');
  const documents = [invoice(421, KID), invoice(422, second), invoice(423, kid('00001200010423'))];
  const owed = [invoiceLine('100.00', 421), invoiceLine('250.00', 422), invoiceLine('70.00', 423)];
  const paid = line('-350.00', { description: `${KID} ${second}` });
  expect(ids([...owed, paid], documents)).toEqual([idsOf(owed[0]!, owed[1]!, paid)]);
  const part = line('-300.00', { description: `${KID} ${second}` });
  expect(ids([...owed, part], documents)).toEqual([]);
});

it('a line is in one group at most, that of its payment reference first, over any random books', () => {
  let state = 7;
  const below = (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
  const documents = Array.from({ length: 30 }, (_, i) => invoice(i, i % 3 === 0 ? null : kid(`000012000100${i + 10}`)));
  const lines = Array.from({ length: 120 }, () => {
    const amount = formatMoney(decimal(['100.00', '-100.00', '50.00', '-50.00'][below(4)]!));
    const more = { accountId: 1500 + below(2), postingDate: `2026-03-${10 + below(20)}` };
    return below(3) === 0
      ? line(amount, { ...more, description: documents[below(30)]![1].paymentRef ?? '' })
      : invoiceLine(amount, below(30), more);
  });
  const groups = groupLines(lines, new Map(documents));
  expect(groups.length).toBeGreaterThan(3);
  const all = groups.flatMap((group) => group.lines.map(({ journalLineId }) => journalLineId));
  expect(new Set(all).size).toBe(all.length);
  for (const group of groups) {
    const left = group.lines.reduce((total, { remainingAmount }) => total.plus(decimal(remainingAmount)), decimal('0'));
    expect([left.isZero(), new Set(group.lines.map(({ accountId }) => accountId)).size]).toEqual([true, 1]);
  }
  // The same lines in any order give the same groups.
  const sorted = (from: readonly OpenLine[]) =>
    ids(from, documents)
      .map((each) => each.join(' '))
      .sort();
  expect(sorted(lines.toReversed())).toEqual(sorted(lines));
});

it('nobody is asked for the documents of a partner whose accounts have lines on one side alone', async () => {
  const asked: (readonly number[])[] = [];
  const groupsOf = async (lines: readonly OpenLine[]) => {
    const sources = {
      ledger: { ListOpenLines: async () => ({ lines: lines as never }) },
      documents: {
        GetDocuments: async ({ ids: wanted }: { readonly ids: readonly number[] }) => {
          asked.push(wanted);
          return { documents: [] };
        },
      },
    };
    return Array.fromAsync(findGroups(sources, 7));
  };
  const owed = [invoiceLine('100.00', 1), invoiceLine('200.00', 2), invoiceLine('-100.00', 3, { accountId: 2400 })];
  expect(await groupsOf(owed)).toEqual([]);
  expect(asked).toEqual([]);
  const paid = line('-100.00', { relationNumber: '10001', businessPartnerId: 13 });
  const other = { businessPartnerId: 13 };
  const groups = await groupsOf([...owed, invoiceLine('100.00', 1, other), invoiceLine('300.00', 5, other), paid]);
  expect(groups.map(({ lines }) => lines.map(({ remainingAmount }) => remainingAmount))).toEqual([
    ['-100.00', '100.00'],
  ]);
  expect(asked).toEqual([[1, 5]]);
});

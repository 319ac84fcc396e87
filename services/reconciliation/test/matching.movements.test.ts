import { isPaymentReference, modulo10 } from '@app/check-digits';
import { decimal, formatMoney, sum } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Movement, OpenDocument, Part } from '../src/matching/movements/facts.ts';
import { matchMovements } from '../src/matching/movements/match.ts';
import { numbersIn } from '../src/matching/movements/words.ts';
import { type Kind, type PaidMovement, shopYear } from './shop-year.ts';

let serial = 0;
const DIGITS = '00001200010421';
const KID = DIGITS + modulo10(DIGITS);
const movement = (amount: string, part: Partial<Omit<Part, 'amount'>>, more: Partial<Movement> = {}): Movement => ({
  ...{ id: ++serial, amount: decimal(amount), currency: 'NOK', date: '2026-03-14' },
  ...{ counterpartyName: null, counterpartyAccount: null },
  parts: [{ amount: decimal(amount), references: [], text: '', ...part }],
  ...more,
});
const invoice = (openAmount: string, more: Partial<OpenDocument> = {}): OpenDocument => ({
  ...{ id: ++serial, documentType: 'ARINV', side: 'receivable', number: '10421', paymentRef: KID, currency: 'NOK' },
  ...{ openAmount: decimal(openAmount), date: '2026-03-01', dueDate: '2026-03-15' },
  ...{ partnerId: 12, partnerName: 'Torget Kaffebar AS', partnerAccounts: ['86011117947'], ...more },
});
const proposed = (movements: readonly Movement[], documents: readonly OpenDocument[], known?: readonly Movement[]) =>
  matchMovements(movements, documents, known).map(({ movementId, basis, documents: paid, surplus }) => [
    movementId,
    basis,
    paid.map(({ documentId, amount }) => `${documentId} ${formatMoney(amount)}`).join(', '),
    formatMoney(surplus),
  ]);

describe('a payment reference', () => {
  it('with a check digit that holds is enough, whoever pays, and the note says what made the proposal', () => {
    const paid = invoice('1250.00');
    const kid = movement(
      '1250.00',
      { references: [` ${KID.slice(0, 4)} ${KID.slice(4)}`] },
      { counterpartyName: 'Ola Nordmann' },
    );
    expect(proposed([kid], [paid])).toEqual([[kid.id, 'payment_ref', `${paid.id} 1250.00`, '0.00']]);
    expect(matchMovements([kid], [paid])[0]!.documents[0]!.note).toEqual({
      nob: `KID ${KID} gjelder ARINV 10421: NOK 1250.00 bokført 2026-03-14, alt som er åpent`,
      eng: `KID ${KID} names ARINV 10421: NOK 1250.00 booked 2026-03-14, all that is open`,
    });
  });

  it('pays a part, leaves what is too much, and nothing is taken twice', () => {
    const paid = invoice('1000.00');
    const [first, second, third] = ['400.00', '700.00', '1000.00'].map((amount, index) =>
      movement(amount, { references: [KID] }, { date: `2026-03-1${index}` }),
    );
    expect(proposed([third!, second!, first!], [paid])).toEqual([
      [first!.id, 'payment_ref', `${paid.id} 400.00`, '0.00'],
      [second!.id, 'payment_ref', `${paid.id} 600.00`, '100.00'],
    ]);
  });

  it('that fails its check digit is looked at by its exact amount alone, and in a text not at all', () => {
    const broken = [...'0123456789'].map((digit) => DIGITS + digit).find((kid) => !isPaymentReference(kid))!;
    const odd = invoice('500.00', { paymentRef: broken });
    const exact = movement('500.00', { references: [broken] });
    expect(proposed([movement('400.00', { references: [broken] })], [odd])).toEqual([]);
    expect(proposed([movement('500.00', { text: `KID ${broken}` })], [odd])).toEqual([]);
    expect(proposed([exact], [odd])).toHaveLength(1);
  });

  it('of two documents is that of the payer, else that with the amount, else nobody', () => {
    const own = invoice('500.00');
    const other = invoice('700.00', { partnerId: 13, partnerName: 'Fjord Hotell AS', partnerAccounts: [] });
    const pays = (amount: string, counterpartyName: string | null) =>
      proposed([movement(amount, { references: [KID] }, { counterpartyName })], [own, other]).map((row) => row[2]);
    expect(pays('700.00', 'TORGET KAFFEBAR')).toEqual([`${own.id} 500.00`]);
    expect(pays('700.00', null)).toEqual([`${other.id} 700.00`]);
    expect(pays('650.00', null)).toEqual([]);
  });

  it('is looked for among what money in that direction and currency can pay', () => {
    const documents = [invoice('500.00', { side: 'payable' }), invoice('500.00', { currency: 'EUR' })];
    expect(proposed([movement('500.00', { references: [KID] })], documents)).toEqual([]);
    expect(proposed([movement('-500.00', { references: [KID] })], documents)).toHaveLength(1);
  });

  it('stands for each payment of a collective one by itself', () => {
    const documents = [invoice('100.00'), invoice('250.00', { paymentRef: '42424' })];
    const parts = documents.map(({ openAmount, paymentRef }) => ({
      amount: openAmount,
      references: [paymentRef!],
      text: '',
    }));
    const collective = movement('350.00', {}, { parts });
    expect(proposed([collective], documents)[0]![2]).toBe(
      documents.map(({ id, openAmount }) => `${id} ${formatMoney(openAmount)}`).join(', '),
    );
  });
});

describe('a number in the text', () => {
  it('is read where it is called an invoice, and left where it is called something else', () => {
    const read = (text: string) => numbersIn(text).map(({ number, called }) => `${number} ${called}`);
    expect(read('Betaling faktura nr. 10421, 10422 og F-88213')).toEqual([
      '10421 invoice',
      '10422 invoice',
      'F88213 invoice',
    ]);
    expect(read('ordre 10421 kundenr. 10422 tlf 99887766')).toEqual([]);
    expect(read('faktura10421 fra 15.03.2026 og 2026-03-15')).toEqual(['10421 invoice']);
    expect(read('Takk for kaffen 10421')).toEqual(['10421 unknown']);
  });

  it('needs the exact amount, and the payer to be the partner or to be unknown', () => {
    const paid = invoice('1250.00', { paymentRef: null });
    const pays = (amount: string, text: string, counterpartyName: string | null = null) =>
      proposed([movement(amount, { text }, { counterpartyName })], [paid]).length;
    expect(pays('1250.00', 'Faktura 10421')).toBe(1);
    expect(pays('1250.00', '10421', 'Torget kaffebar')).toBe(1);
    expect(pays('1250.00', '10421')).toBe(0);
    expect(pays('1250.00', 'Faktura 10421', 'Fjord Hotell')).toBe(0);
    expect(pays('1251.00', 'Faktura 10421', 'Torget kaffebar')).toBe(0);
    expect(pays('1000.00', 'Faktura 10421', 'Torget kaffebar')).toBe(1);
    expect(pays('1000.00', 'Faktura 10421')).toBe(0);
  });

  it('never comes before the reference of another payment', () => {
    const paid = invoice('1250.00');
    const early = movement('1250.00', { text: 'Faktura 10421' }, { date: '2026-03-02' });
    const kid = movement('1250.00', { references: [KID] }, { date: '2026-03-20' });
    expect(proposed([early, kid], [paid]).map(([id]) => id)).toEqual([kid.id]);
  });
});

describe('a payment that names nothing', () => {
  const payer = { counterpartyName: 'Torget Kaffebar' };
  it('is that of the one document of the payer with the amount, in its time', () => {
    const paid = invoice('1250.00');
    const silent = (date: string) => proposed([movement('1250.00', {}, { ...payer, date })], [paid]).length;
    expect([silent('2026-02-28'), silent('2026-03-14'), silent('2026-05-14'), silent('2026-05-15')]).toEqual([
      0, 1, 1, 0,
    ]);
  });

  it('is nobody’s where two fit, where two partners have the name, or where the same came in just before', () => {
    const paid = invoice('1250.00');
    const silent = movement('1250.00', {}, payer);
    expect(proposed([silent], [paid, invoice('1250.00', { number: '10422', paymentRef: null })])).toEqual([]);
    expect(proposed([silent], [paid, invoice('9.00', { partnerId: 77, partnerAccounts: [] })])).toEqual([]);
    expect(
      proposed([silent], [paid], [movement('1250.00', { references: [KID] }, { ...payer, date: '2026-03-04' })]),
    ).toEqual([]);
    expect(proposed([movement('1250.00', { text: 'faktura 9999' }, payer)], [paid])).toEqual([]);
  });
});

describe('a year of a shop', () => {
  it('10 000 payments: every KID finds its document, and no proposal is wrong', () => {
    const { documents, payments } = shopYear();
    const began = process.cpuUsage();
    const proposals = matchMovements(
      payments.map((each) => each.movement),
      documents,
    );
    const { user, system } = process.cpuUsage(began);
    const byMovement = new Map(proposals.map((proposal) => [proposal.movementId, proposal]));
    const taken = new Set<number>();
    const rows = new Map<Kind, { payments: number; payable: number; right: number; wrong: number }>();
    for (const payment of payments) {
      const row = rows.get(payment.kind) ?? { payments: 0, payable: 0, right: 0, wrong: 0 };
      rows.set(payment.kind, row);
      row.payments += 1;
      const isTaken = payment.eitherOf !== undefined && taken.has(payment.eitherOf);
      if (payment.pays.size > 0 && !isTaken) row.payable += 1;
      const proposal = byMovement.get(payment.movement.id);
      if (!proposal) continue;
      row[isRight(payment, proposal.documents) && !isTaken ? 'right' : 'wrong'] += 1;
      if (payment.eitherOf !== undefined) taken.add(payment.eitherOf);
    }
    console.table(
      Object.fromEntries(
        [...rows].map(([kind, { payable, right, wrong, ...row }]) => [
          kind,
          {
            ...row,
            ...{
              proposed: right + wrong,
              wrong,
              precision: share(right, right + wrong),
              recall: share(right, payable),
            },
          },
        ]),
      ),
    );
    console.log(
      `${payments.length} payments, ${documents.length} documents: ${Math.round((user + system) / 1_000)} ms`,
    );
    expect(payments).toHaveLength(10_000);
    expect([...rows].filter(([, { wrong }]) => wrong > 0)).toEqual([]);
    const missed = [...rows].filter(([kind, { payable, right }]) => isKid(kind) && right < payable);
    expect(missed).toEqual([]);
    // No document gets more than is open of it, over all proposals.
    const paid = Map.groupBy(
      proposals.flatMap((each) => each.documents),
      ({ documentId }) => documentId,
    );
    const over = documents.filter(({ id, openAmount }) =>
      sum((paid.get(id) ?? []).map(({ amount }) => amount)).greaterThan(openAmount),
    );
    expect(over).toEqual([]);
  });
});

const isKid = (kind: Kind): boolean => kind.startsWith('KID') && kind !== 'KID with a slip';
const share = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
const isRight = (
  { pays }: PaidMovement,
  documents: readonly { readonly documentId: number; readonly amount: { equals(other: never): boolean } }[],
) =>
  documents.length === pays.size &&
  documents.every(({ documentId, amount }) => pays.has(documentId) && amount.equals(pays.get(documentId) as never));

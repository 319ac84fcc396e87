import { expect, it } from 'vitest';
import { writeNotifications } from '../src/index.ts';
import { bytes, day, everything, read, statementsOf, xmlOf } from './files.ts';

const readOne = async (xml: string) => statementsOf(await read(bytes(xml)))[0]!;

it.each(['02', '04', '08'] as const)('reads in version %s what was written', async (version) => {
  const records = await read(bytes(xmlOf(version, everything)));
  expect(records[0]).toEqual({
    record: 'message',
    kind: 'statement',
    version: `053.001.${version}`,
    messageId: 'MSG-1',
  });
  const [statement] = statementsOf(records);
  expect(statement).toMatchObject({
    reference: 'STMT-2026-03',
    account: { iban: 'NO8230007582362', other: null, currency: 'NOK', owner: 'Eksempel Handel AS' },
    currency: 'NOK',
    period: { from: '2026-03-01', to: '2026-03-31', opening: '-50.00', closing: '1150.00' },
    booked: '1200.00',
  });
  const [incoming, batch, reversal, pending, short] = statement!.entries;
  expect(incoming).toMatchObject({
    amount: '1200.00',
    ...{ bookingDate: '2026-03-02', valueDate: '2026-03-03', reference: 'REF-1', status: 'BOOK' },
    transactionType: 'PMNT/RCDT/DMCT',
  });
  expect(incoming!.details).toEqual([
    {
      ...{ messageId: 'M-1', paymentId: 'P-1', instructionId: 'I-1', endToEndId: 'E-1' },
      ...{ reference: 'ARK-1', uuid: null, transactionType: null },
      amount: { amount: '1200.00', currency: 'NOK' },
      ...{ instructed: null, exchangeRate: null, charges: null, isCredit: version === '02' ? null : true },
      debtor: { name: 'Kunde AS & Sønn', address: 'Storgata 1, 0155 Oslo', account: '15033568042' },
      creditor: { name: 'Eksempel Handel AS', address: null, account: 'NO8230007582362' },
      text: 'Faktura 10 og 11',
      structuredReference: '053100330923271937458',
      invoiceNumber: '10',
      information: null,
    },
  ]);
  expect(batch).toMatchObject({ amount: '-300.00', information: 'To betalinger', transactionType: 'PMNT/ICDT/XBCT' });
  expect(batch!.details.map(({ amount }) => amount?.amount)).toEqual(['100.00', '200.00']);
  expect(batch!.details[1]).toMatchObject({
    instructed: { amount: '18.00', currency: 'EUR' },
    exchangeRate: '11.1111',
  });
  expect(reversal).toMatchObject({ amount: '300.00', isReversal: true, details: [] });
  expect(pending).toMatchObject({ amount: '77.00', status: 'PDNG' });
  expect(short).toMatchObject({ status: 'INFO', valueDate: null, transactionType: null, reference: null });
});

it('a notification has no period, and its credits their payments', async () => {
  const payments = ['KID-A', 'KID-B'].map((structuredReference) => ({ amount: '50.00', structuredReference }));
  const entries = [{ amount: '100.00', bookingDate: '2026-03-02', reference: 'REF-1', details: payments }];
  const house = { account: '86011117947', currency: 'NOK', reference: 'N-1' };
  const message = { messageId: 'M', createdAt: '2026-03-03T04:00:00' };
  const xml = [...writeNotifications(message, [{ ...house, entries }])].join('');
  expect(await readOne(xml)).toMatchObject({
    ...{ reference: 'N-1', period: null, currency: 'NOK', booked: '100.00' },
    account: { iban: null, other: '86011117947' },
    entries: [{ details: [{ structuredReference: 'KID-A' }, { structuredReference: 'KID-B' }] }],
  });
});

it('a statement says its days by its balances where it says them nowhere else', async () => {
  const xml = xmlOf('02', [day(1)]).replace(/<FrToDt>.*<\/FrToDt>/, '');
  expect((await readOne(xml)).period).toMatchObject({ from: '2026-03-01', to: '2026-03-01' });
  const before = xml.replace('OPBD', 'PRCD').replace('<Dt><Dt>2026-03-01', '<Dt><Dt>2026-02-28');
  expect((await readOne(before)).period).toMatchObject({ from: '2026-03-01', to: '2026-03-01', opening: '0.00' });
});

it('the day of a moment is that of Oslo where it says its zone, else the one that stands there', async () => {
  const xml = xmlOf('02', [day(1)]);
  const from = async (moment: string) =>
    (await readOne(xml.replace('2026-03-01T00:00:00', moment).replace('2026-03-01T23', '2026-03-09T23'))).period!.from;
  expect(await from('2026-02-28T23:30:00Z')).toBe('2026-03-01');
  expect(await from('2026-02-28T23:30:00')).toBe('2026-02-28');
  expect(await from('2026-03-01T00:00:00+01:00')).toBe('2026-03-01');
  expect(await from('2026-02-28T24:00:00+01:00')).toBe('2026-03-01');
});

it('balances of a page, available balances and the second of a kind are not the balances of the account', async () => {
  const xml = xmlOf('02', [day(1)]);
  const opening = /<Bal>.*?<\/Bal>/.exec(xml)![0];
  const page = opening.replace('</CdOrPrtry>', '</CdOrPrtry><SubTp><Cd>INTM</Cd></SubTp>').replace('>0.00<', '>1.00<');
  const others = page + opening.replace('OPBD', 'CLAV').replace('>0.00<', '>2.00<');
  expect((await readOne(xml.replace(opening, others + opening))).period).toMatchObject({ opening: '0.00' });
});

it('amounts that a schema allows and people do not write are read', async () => {
  const of = async (amount: string) =>
    (await readOne(xmlOf('02', [day(1)]).replace('>100.00<', `>${amount}<`))).entries[0]!.amount;
  expect([await of('100'), await of('.5'), await of('+00100.10000'), await of('7.')]).toEqual([
    ...['100.00', '0.50', '100.10', '7.00'],
  ]);
});

it('what a sender has no id for is no id', async () => {
  const xml = xmlOf('02', [day(1)]).replace('>E2E<', '>NOTPROVIDED<');
  expect((await readOne(xml)).entries[0]!.details[0]!.endToEndId).toBeNull();
});

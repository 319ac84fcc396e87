import { Partners } from '@app/rpc';
import { stub, type TestAnswer } from '@app/testing';
import { hasOfficialSchema, officialFaults } from '@app/testing/official-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLedgerService } from '../src/service.ts';
import { type Books, credit, debit, type Ledger, rent, startLedger } from './ledger.ts';
import { structureFaults } from './support/saft-structure.ts';
import { child, descendants, readXml, textOf, type XmlElement } from './support/xml.ts';

let ledger: Ledger;
/** What the owner of business partners knows of them. */
const partner = {
  clientAccountId: 0,
  sequenceNumber: 1,
  isActive: true,
  isOrganization: true,
  countryCode: 'NO',
  isCustomer: true,
  isSupplier: true,
  isEmployee: false,
  isOwner: false,
  hasNationalIdentityNumber: false,
  paymentTermsDays: 14,
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  metadata: '{}',
};
const partners = stub(Partners, {
  GetPartners: async ({ clientAccountId, ids }) => ({
    partners: ids
      .filter((id) => id < 90)
      .map((id) => ({
        ...partner,
        id,
        clientAccountId,
        name: `Partner <${id}> & sønner`,
        city: 'Bergen',
        email: `post@${id}.example`,
      })),
  }),
});

beforeAll(async () => {
  ledger = await startLedger({ organisation: [partners], service: createLedgerService({ linesPerFile: 60 }) });
});
afterAll(() => ledger?.stop());

/** Books with a bank account. */
async function open(options: Parameters<Ledger['books']>[0] = {}): Promise<Books> {
  const books = await ledger.books(options);
  ledger.own(books.clientAccountId, 'bankacc', { id: 1 });
  return books;
}

type Query = Readonly<Record<string, string>>;
const path = (books: Books, query: Query = {}) =>
  `/reports/data-export?${new URLSearchParams({ client_account_id: String(books.clientAccountId), ...query })}`;
const year = (of: number): Query => ({ date_from: `${of}-01-01`, date_to: `${of}-12-31` });
const XML = { accept: 'text/xml' };

/** The file of some books, checked as a whole: by the official schema, by our own form of it, and against the trial balance. */
async function exported(
  books: Books,
  query: Query = year(2026),
): Promise<{ root: XmlElement; xml: string; answer: TestAnswer }> {
  const answer = await books.call('GET', path(books, query), undefined, XML);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const xml = answer.bytes.toString();
  expect(structureFaults(xml)).toEqual([]);
  expect(await officialFaults(xml)).toEqual([]);
  const root = readXml(xml);
  expectConsistent(root);
  await expectLikeTrialBalance(books, query, root);
  return { root, xml, answer };
}

const hundredths = (text: string | undefined): bigint => BigInt((text ?? '0.00').replace('.', ''));
const all = (root: XmlElement, name: string): XmlElement[] => [...descendants(root, name)];
const balanceOf = (element: XmlElement, when: 'Opening' | 'Closing'): bigint =>
  hundredths(textOf(element, `${when}DebitBalance`)) - hundredths(textOf(element, `${when}CreditBalance`));
const sideOf = (line: XmlElement, side: 'Debit' | 'Credit'): bigint =>
  hundredths(textOf(child(line, `${side}Amount`) ?? line, 'Amount'));
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

/** What the schema does not say: the rules of the format about sums and references. */
function expectConsistent(root: XmlElement): void {
  const lines = all(root, 'Line');
  const entries = child(root, 'GeneralLedgerEntries')!;
  expect(Number(textOf(entries, 'NumberOfEntries'))).toBe(all(root, 'Transaction').length);
  expect(hundredths(textOf(entries, 'TotalDebit'))).toBe(sum(lines.map((line) => sideOf(line, 'Debit'))));
  expect(hundredths(textOf(entries, 'TotalCredit'))).toBe(sum(lines.map((line) => sideOf(line, 'Credit'))));
  for (const transaction of all(root, 'Transaction')) {
    const ofIt = all(transaction, 'Line');
    expect(sum(ofIt.map((line) => sideOf(line, 'Debit') - sideOf(line, 'Credit')))).toBe(0n);
  }
  const ids = all(root, 'Transaction').map((each) => textOf(each, 'TransactionID'));
  expect(new Set(ids).size).toBe(ids.length);
  const accounts = all(root, 'Account');
  expect(sum(accounts.map((each) => balanceOf(each, 'Opening')))).toBe(0n);
  expect(sum(accounts.map((each) => balanceOf(each, 'Closing')))).toBe(0n);
  const moved = Map.groupBy(lines, (line) => textOf(line, 'AccountID'));
  for (const account of accounts) {
    const movement = sum(
      (moved.get(textOf(account, 'AccountID')) ?? []).map((line) => sideOf(line, 'Debit') - sideOf(line, 'Credit')),
    );
    expect(balanceOf(account, 'Opening') + movement).toBe(balanceOf(account, 'Closing'));
  }
  const known = (name: string, id: string) => new Set(all(root, name).map((each) => textOf(each, id)));
  const missing = (id: string, among: Set<string | undefined>) =>
    lines.map((line) => textOf(line, id)).filter((each) => each !== undefined && !among.has(each));
  expect(missing('AccountID', known('Account', 'AccountID'))).toEqual([]);
  expect(missing('CustomerID', known('Customer', 'CustomerID'))).toEqual([]);
  expect(missing('SupplierID', known('Supplier', 'SupplierID'))).toEqual([]);
  const analyses = known('AnalysisTypeTableEntry', 'AnalysisID');
  expect(all(root, 'Analysis').filter((each) => !analyses.has(textOf(each, 'AnalysisID')))).toEqual([]);
  const codes = known('TaxCodeDetails', 'TaxCode');
  expect(all(root, 'TaxInformation').filter((each) => !codes.has(textOf(each, 'TaxCode')))).toEqual([]);
}

/** SAFT-R23: the same accounts with the same balances, the same totals. */
async function expectLikeTrialBalance(books: Books, query: Query, root: XmlElement): Promise<void> {
  const asked = new URLSearchParams({
    client_account_id: String(books.clientAccountId),
    include_dimensions: 'false',
    ...query,
  });
  const { body } = await books.call('GET', `/reports/trial-balance?${asked}`);
  const ore = (amount: number): bigint => BigInt(Math.round(amount * 100));
  expect(
    all(root, 'Account').map((each) => [
      textOf(each, 'AccountID'),
      balanceOf(each, 'Opening'),
      balanceOf(each, 'Closing'),
    ]),
  ).toEqual(
    body.map((row: { account_code: string; incoming_balance: number; outgoing_balance: number }) => [
      row.account_code,
      ore(row.incoming_balance),
      ore(row.outgoing_balance),
    ]),
  );
  const total = (side: 'debit' | 'credit') => sum(body.map((row: Record<typeof side, number>) => ore(row[side])));
  const entries = child(root, 'GeneralLedgerEntries')!;
  expect([hundredths(textOf(entries, 'TotalDebit')), hundredths(textOf(entries, 'TotalCredit'))]).toEqual([
    total('debit'),
    total('credit'),
  ]);
}

const dimension = (type: string, id: number) => ({ dimensions: [{ relation_type: type, relation_id: id }] });
const on = (day: string) => ({ posting_date: day });

describe('the file is valid and agrees with the trial balance for every shape of books [REP-R30] [REP-R39] [REP-R40] [SAFT-R23]', () => {
  it('books without an entry', async () => {
    const { root, answer } = await exported(await open());
    expect(all(root, 'Account')).toEqual([]);
    expect(all(root, 'Journal')).toEqual([]);
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="SAF-T Financial_810000000_\d{14}\.xml"/,
    );
  });

  it('several years, with row 2099 for what they left untransferred', async () => {
    const books = await open();
    for (const [day, amount] of [
      ['2024-05-01', '100.10'],
      ['2025-12-31', '200.20'],
      ['2026-01-01', '300.30'],
      ['2026-12-31', '400.40'],
      ['2027-01-01', '500.50'],
    ] as const)
      await books.posted({
        lines: [debit('1920', amount, { ...on(day), ...dimension('bankacc', 1) }), credit('3000', amount, on(day))],
      });
    const { root } = await exported(books);
    const left = all(root, 'Account').find((each) => textOf(each, 'AccountID') === '2099')!;
    expect([textOf(left, 'OpeningCreditBalance'), textOf(left, 'ClosingCreditBalance')]).toEqual(['300.30', '300.30']);
    expect(all(root, 'Transaction').map((each) => [textOf(each, 'Period'), textOf(each, 'PeriodYear')])).toEqual([
      ['1', '2026'],
      ['12', '2026'],
    ]);
    const whole = await exported(books, { date_from: '2024-01-01', date_to: '2027-12-31' });
    expect(all(whole.root, 'Transaction')).toHaveLength(5);
    await exported(books, { date_from: '2026-01-02', date_to: '2026-12-30' });
    await exported(books, { date_from: '2026-12-31', date_to: '2026-12-31' });
  });

  it('foreign currency: the amount of the books, the currency, its amount and the rate', async () => {
    const books = await open();
    const euros = { currency_code: 'EUR', exchange_rate: '11.5' };
    await books.posted({
      lines: [
        debit('6300', '1150.00', { ...euros, debit_fc: '100.00', credit_fc: '0' }),
        credit('1920', '1150.00', dimension('bankacc', 1)),
      ],
    });
    const { root } = await exported(books);
    const [foreign, own] = all(root, 'Line');
    expect(child(foreign!, 'DebitAmount')!.children.map(({ name, text }) => [name, text])).toEqual([
      ['Amount', '1150.00'],
      ['CurrencyCode', 'EUR'],
      ['CurrencyAmount', '100.00'],
      ['ExchangeRate', '11.500000'],
    ]);
    expect(child(own!, 'CreditAmount')!.children.map(({ name }) => name)).toEqual(['Amount']);
    expect(textOf(child(root, 'Header')!, 'DefaultCurrencyCode')).toBe('NOK');
  });

  it('books that are kept in another currency', async () => {
    const books = await open({ accountingCurrency: 'EUR' });
    await books.posted();
    const { root } = await exported(books);
    expect(textOf(child(root, 'Header')!, 'DefaultCurrencyCode')).toBe('EUR');
    expect(all(root, 'CurrencyCode')).toEqual([]);
  });

  it('accounts of the company, each with its grouping, its own or derived, and no other pair is taken [SAFT-R20] [SAFT-R21] [SAFT-R22]', async () => {
    const books = await open();
    const make = async (body: object) => {
      const { status, body: made } = await books.call('POST', '/general-ledger-accounts', {
        client_account_id: books.clientAccountId,
        ...body,
      });
      expect(status, JSON.stringify(made)).toBe(201);
      return made;
    };
    const derived = await make({ account_code: '6305', description_nob: 'Leie <lager> & kontor' });
    expect(derived).toMatchObject({ grouping_is_derived: true, grouping_category: expect.any(String) });
    const chosen = await make({
      account_code: '6306',
      description_nob: 'Leie av bod',
      grouping_category: 'annenDriftskostnad',
      grouping_code: '6995',
    });
    expect(chosen).toMatchObject({ grouping_is_derived: false });
    for (const code of ['6305', '6306'])
      await books.posted({ lines: [debit(code, '10.00'), credit('1920', '10.00', dimension('bankacc', 1))] });
    const { root } = await exported(books);
    const pairs = await ledger.db.executor.execute<{ category: string; code: string }>(
      'select category, code from grouping_codes',
    );
    const listed = new Set(pairs.map(({ category, code }) => `${category} ${code}`));
    const written = all(root, 'Account').map(
      (each) =>
        [textOf(each, 'AccountID'), `${textOf(each, 'GroupingCategory')} ${textOf(each, 'GroupingCode')}`] as const,
    );
    expect(written.filter(([, pair]) => !listed.has(pair))).toEqual([]);
    expect(new Map(written).get('6305')).toBe(`${derived.grouping_category} ${derived.grouping_code}`);
    expect(new Map(written).get('6306')).toBe('annenDriftskostnad 6995');
    const refused = await books.call('POST', '/general-ledger-accounts', {
      client_account_id: books.clientAccountId,
      account_code: '6307',
      description_nob: 'Annet',
      grouping_category: 'annenDriftskostnad',
      grouping_code: '0001',
    });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'common.validation_error']);
  });

  it('cancelled entries stay with their reversals, drafts stay out', async () => {
    const books = await open();
    ledger.setClock('2026-06-15T10:00:00Z');
    const entry = await books.posted(rent());
    await books.post({ ...rent('77.00'), is_draft: true });
    const cancelled = await books.call('PATCH', `/journal-entries/${entry.id}`, {
      cancelled: 'Y',
      cancellation_reason: 'Feil',
    });
    ledger.setClock(null);
    if (cancelled.status !== 200) throw new Error(JSON.stringify(cancelled.body));
    const { root } = await exported(books);
    expect(all(root, 'Transaction').map((each) => textOf(each, 'TransactionType'))).toEqual([undefined, 'Reversal']);
    expect(all(root, 'Amount').map(({ text }) => text)).not.toContain('77.00');
  });

  it('customers and suppliers with opening and closing balances, which add up to their ledger accounts', async () => {
    const books = await open();
    for (const id of [1, 2, 3, 95]) ledger.own(books.clientAccountId, 'businesspartner', { id });
    const of = (id: number) => dimension('businesspartner', id);
    const post = (lines: readonly object[]) => books.posted({ lines });
    const before = on('2025-11-01');
    await post([debit('1500', '500.00', { ...before, ...of(1) }), credit('3000', '500.00', before)]);
    await post([credit('2400', '80.00', { ...before, ...of(2) }), debit('6300', '80.00', before)]);
    await post([credit('1500', '200.00', of(1)), debit('1920', '200.00', dimension('bankacc', 1))]);
    await post([debit('1500', '30.00', of(95)), credit('3000', '30.00')]);
    await post([debit('2400', '80.00', of(2)), credit('1920', '80.00', dimension('bankacc', 1))]);
    await post([debit('6300', '12.00', of(3)), credit('1920', '12.00', dimension('bankacc', 1))]);
    const { root } = await exported(books);
    const parties = (name: string) =>
      all(root, name).map((each) => {
        const balance = child(each, 'BalanceAccount')!;
        return [
          textOf(each, `${name}ID`),
          textOf(each, 'Name'),
          textOf(balance, 'AccountID'),
          balanceOf(balance, 'Opening'),
          balanceOf(balance, 'Closing'),
        ];
      });
    expect(parties('Customer')).toEqual([
      ['1', 'Partner <1> & sønner', '1500', 50_000n, 30_000n],
      ['95', 'businesspartner 95', '1500', 0n, 3_000n],
    ]);
    expect(parties('Supplier')).toEqual([['2', 'Partner <2> & sønner', '2400', -8_000n, 0n]]);
    const ofAccount = (code: string) => all(root, 'Account').find((each) => textOf(each, 'AccountID') === code)!;
    expect(balanceOf(ofAccount('1500'), 'Closing')).toBe(33_000n);
    expect(all(root, 'Line').map((line) => textOf(line, 'CustomerID') ?? textOf(line, 'SupplierID'))).toEqual([
      '1',
      undefined,
      '95',
      undefined,
      '2',
      undefined,
      undefined,
      undefined,
    ]);
    expect(
      all(root, 'AnalysisTypeTableEntry').map((each) => [
        textOf(each, 'AnalysisID'),
        textOf(each, 'AnalysisIDDescription'),
      ]),
    ).toContainEqual(['PARTNER-3', 'businesspartner 3']);
  });

  it('an entry of several posting dates is a transaction on each of them, and only those of the span', async () => {
    const books = await open();
    const both = ['2026-03-01', '2026-04-01', '2027-01-01'].flatMap((day) => [
      debit('6300', '10.00', on(day)),
      credit('1920', '10.00', { ...on(day), ...dimension('bankacc', 1) }),
    ]);
    const { sequence_number } = await books.posted({ lines: both });
    await books.posted();
    const { root } = await exported(books);
    expect(all(root, 'Transaction').map((each) => textOf(each, 'TransactionID'))).toEqual([
      `${sequence_number + 1}`,
      `${sequence_number}/2026-03-01`,
      `${sequence_number}/2026-04-01`,
    ]);
    await exported(books, { date_from: '2026-04-01', date_to: '2026-04-01' });
    await exported(books, { date_from: '2026-04-02', date_to: '2026-12-31' });
  });

  it('VAT stands on the base line with the national code, and the lines of the VAT itself have none', async () => {
    const books = await open();
    await books.posted({
      lines: [
        debit('6800', '1000.00', { tax_code: '1' }),
        debit('2710', '250.00', { tax_line: true, tax_for_line: 1 }),
        credit('1920', '1250.00', dimension('bankacc', 1)),
      ],
    });
    const { root } = await exported(books);
    const [base, ...others] = all(root, 'Line');
    expect(
      child(base!, 'TaxInformation')!
        .children.slice(0, -1)
        .map(({ name, text }) => [name, text]),
    ).toEqual([
      ['TaxType', 'MVA'],
      ['TaxCode', '1'],
      ['TaxPercentage', '25'],
      ['Country', 'NO'],
      ['TaxBase', '1000.00'],
    ]);
    expect(textOf(child(child(base!, 'TaxInformation')!, 'DebitTaxAmount')!, 'Amount')).toBe('250.00');
    expect(others.map((line) => child(line, 'TaxInformation'))).toEqual([undefined, undefined]);
    const table = all(root, 'TaxCodeDetails').map((each) => [textOf(each, 'TaxCode'), textOf(each, 'StandardTaxCode')]);
    expect(table.length).toBeGreaterThan(20);
    expect(table.filter(([code, standard]) => code !== standard)).toEqual([]);
    expect(new Set(table.map(([code]) => code)).size).toBe(table.length);
    expect(textOf(child(child(child(root, 'Header')!, 'Company')!, 'TaxRegistration')!, 'TaxRegistrationNumber')).toBe(
      '810000000MVA',
    );
  });

  it('texts with markup, control characters, halves of pairs, long ones and dimensions of every kind', async () => {
    const books = await open({ displayName: 'Å & Ø <AS> ]]>' });
    for (const type of ['project', 'department', 'tag'])
      ledger.own(books.clientAccountId, type, { id: 7, name: `${type} "<&>" ${'x'.repeat(300)}` });
    const text = `<Line>&amp; ]]> "quoted" \u0001\u001f\u0085\ufffe <!-- æøå 🎉\r\n${'🎉'.repeat(300)}`;
    const dimensions = ['project', 'department', 'tag'].map((relation_type) => ({ relation_type, relation_id: 7 }));
    await books.posted({
      description: text,
      lines: [
        debit('6300', '10.00', { description: text, dimensions, quantity: '2.5' }),
        credit('1920', '10.00', dimension('bankacc', 1)),
      ],
    });
    const { root } = await exported(books);
    expect(textOf(child(child(root, 'Header')!, 'Company')!, 'Name')).toBe('Å & Ø <AS> ]]>');
    const shown = textOf(all(root, 'Transaction')[0]!, 'Description')!;
    expect(shown.startsWith('<Line>&amp; ]]> "quoted" \u0085 <!-- æøå 🎉\r\n🎉')).toBe(true);
    expect([...shown].length).toBeLessThanOrEqual(256);
    expect(
      all(root, 'Analysis')
        .map((each) => textOf(each, 'AnalysisID'))
        .sort(),
    ).toEqual(['A-7', 'BANK-1', 'P-7', 'TAG-7']);
  });
});

it('lines on receivables and payables that name no partner are a party of their own', async () => {
  const books = await open();
  ledger.own(books.clientAccountId, 'businesspartner', { id: 1 });
  await books.posted({
    lines: [debit('1500', '10.00'), debit('1500', '5.00', dimension('businesspartner', 1)), credit('2400', '15.00')],
  });
  const { root } = await exported(books);
  const ids = (name: string) => all(root, name).map((each) => [textOf(each, `${name}ID`), textOf(each, 'Name')]);
  expect([ids('Customer'), ids('Supplier')]).toEqual([
    [
      ['0', 'Uten kunde'],
      ['1', 'Partner <1> & sønner'],
    ],
    [['0', 'Uten leverandør']],
  ]);
});

it.skipIf(!hasOfficialSchema)(
  'a file that is not valid is refused by the official schema and by our own form of it',
  async () => {
    const books = await open();
    await books.posted();
    const { xml } = await exported(books);
    for (const spoilt of [
      xml.replace(/<TaxAccountingBasis>.*?<\/TaxAccountingBasis>/, ''),
      xml.replace(/<Description>Rent/, `<Description>${'x'.repeat(257)}`),
      xml.replace(/<RecordID>1</, `<RecordID>${'1'.repeat(19)}<`),
      xml.replace(/<Amount>100.00/, '<Amount>100.001'),
    ]) {
      expect(spoilt).not.toBe(xml);
      expect((await officialFaults(spoilt)).length).toBeGreaterThan(0);
      expect(structureFaults(spoilt).length).toBeGreaterThan(0);
    }
  },
);

describe('what is asked for', () => {
  it('without dates it is this year, whole', async () => {
    const books = await open();
    ledger.setClock('2026-12-31T23:30:00Z');
    const token = await ledger.world.token({
      userId: books.userId,
      now: Temporal.Instant.from('2026-12-31T23:30:00Z'),
    });
    const answer = await ledger.call('GET', `/api/v2${path(books)}`, { token });
    ledger.setClock(null);
    const criteria = child(child(readXml(answer.bytes.toString()), 'Header')!, 'SelectionCriteria')!;
    // In Oslo it is 2027 already.
    expect(criteria.children.map(({ text }) => text)).toEqual(['2027-01-01', '2027-12-31']);
    expect(answer.headers.get('content-disposition')).toContain('_20270101003000.xml');
  });

  it('years that the format does not have, an end before the beginning and dates that are none answer 400', async () => {
    const books = await open();
    const faulty: Query[] = [
      { date_from: '1969-12-31', date_to: '2026-01-01' },
      { date_from: '2026-01-01', date_to: '2101-01-01' },
      { date_from: '2026-02-01', date_to: '2026-01-31' },
      { date_from: '2026-02-30' },
      { date_to: 'soon' },
    ];
    for (const query of faulty) {
      const { status, body } = await books.call('GET', path(books, query), undefined, XML);
      expect([query, status, Object.keys(body)]).toEqual([query, 400, ['status', 'error', 'message']]);
    }
    await exported(books, { date_from: '1970-01-01', date_to: '2100-12-31' });
  });

  it('any other form answers 406, and no form at all is XML [REP-R34]', async () => {
    const books = await open();
    const formOf = async (accept: string) => (await books.call('GET', path(books), undefined, { accept })).status;
    expect([await formOf('application/json'), await formOf('application/pdf'), await formOf('*/*')]).toEqual([
      406, 406, 200,
    ]);
  });

  it('more lines than one file takes answer 413 in the report envelope', async () => {
    const books = await open();
    for (let day = 10; day < 41; day++)
      await books.posted(
        rent('1.00', on(`2026-${day < 30 ? '01' : '02'}-${String(day < 30 ? day : day - 20).padStart(2, '0')}`)),
      );
    const { status, body } = await books.call('GET', path(books, year(2026)), undefined, XML);
    expect([status, body]).toEqual([
      413,
      { status: 413, error: 'Content Too Large', message: expect.stringContaining('62 lines and one file takes 60') },
    ]);
    await exported(books, { date_from: '2026-01-01', date_to: '2026-01-31' });
  });
});

describe('who may have it', () => {
  it('an account that does not exist answers 400, one that is out of reach 403, and a missing one 403 [REP-R33] [REP-R05]', async () => {
    const [mine, others] = [await open(), await open()];
    const ask = async (query: string) => {
      const { status, body } = await mine.call('GET', `/reports/data-export${query}`, undefined, XML);
      return [status, body.status, Object.keys(body)];
    };
    const envelope = ['status', 'error', 'message'];
    expect(await ask('?client_account_id=987654')).toEqual([400, 400, envelope]);
    expect(await ask(`?client_account_id=${others.clientAccountId}`)).toEqual([403, 403, envelope]);
    expect(await ask('')).toEqual([403, 403, envelope]);
  });

  it('bookkeepers and users may, an employee may not, nor a colleague who was removed, nor nobody', async () => {
    for (const role of ['AA', 'CA', 'BK', 'US'] as const) {
      const books = await open({ role });
      expect((await books.call('GET', path(books), undefined, XML)).status, role).toBe(200);
    }
    const employee = await open({ role: 'EM' });
    expect((await employee.call('GET', path(employee), undefined, XML)).status).toBe(403);
    const removed = await open();
    ledger.world.revoke(removed.userId, removed.clientAccountId);
    expect((await removed.call('GET', path(removed), undefined, XML)).status).toBe(403);
    expect((await ledger.call('GET', `/api/v2${path(removed)}`, { headers: XML })).status).toBe(401);
  });
});

/** A SAF-T file of a small company, as text, with whatever a test wants to be different about it. */
export interface SaftOptions {
  readonly version?: '1.20' | '1.30' | (string & {});
  /** Prefix of every element; none by default. */
  readonly prefix?: string;
  readonly organizationNumber?: string;
  readonly currency?: string;
  readonly from?: string;
  readonly to?: string;
  readonly accounts?: readonly SaftAccount[];
  readonly parties?: readonly SaftParty[];
  readonly taxCodes?: readonly (readonly [code: string, standard: string])[];
  readonly entries?: readonly SaftEntry[];
  /** What the file declares, where it is not what it holds. */
  readonly declared?: { readonly entries?: string; readonly debit?: string; readonly credit?: string };
}

export interface SaftAccount {
  readonly id: string;
  readonly name?: string;
  /** Debit minus credit. */
  readonly opening?: string;
  readonly closing?: string;
  readonly standardId?: string;
  readonly grouping?: readonly [category: string, code: string];
}

export interface SaftParty {
  readonly kind: 'Customer' | 'Supplier';
  readonly id: string;
  readonly name: string;
  readonly registrationNumber?: string;
  readonly account?: string;
  readonly opening?: string;
  readonly closing?: string;
}

export interface SaftLine {
  readonly account: string;
  /** Above zero a debit, below a credit. */
  readonly amount: string;
  readonly customer?: string;
  readonly supplier?: string;
  readonly tax?: { readonly code: string; readonly base: string; readonly amount: string };
  readonly currency?: { readonly code: string; readonly amount: string; readonly rate: string };
}

export interface SaftEntry {
  readonly id: string;
  readonly date: string;
  readonly description?: string;
  readonly lines: readonly SaftLine[];
}

const el = (name: string, content: string | undefined): string =>
  content === undefined || content === '' ? '' : `<${name}>${content}</${name}>`;

const ore = (amount: string): bigint => {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.');
  const size = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
  return amount.startsWith('-') ? -size : size;
};

const text = (amount: bigint): string => {
  const size = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`;
};

const balance = (which: string, amount: string): string =>
  amount.startsWith('-') ? el(`${which}CreditBalance`, amount.slice(1)) : el(`${which}DebitBalance`, amount);

/** 10 000.00 sold and paid, rent paid: balances carried from the year before. */
export const smallEntries: readonly SaftEntry[] = [
  {
    id: '1',
    date: '2026-01-15',
    description: 'Faktura 10001',
    lines: [
      { account: '1500', amount: '12500.00', customer: 'C1' },
      { account: '3000', amount: '-10000.00', tax: { code: '3', base: '10000.00', amount: '2500.00' } },
      { account: '2700', amount: '-2500.00' },
    ],
  },
  {
    id: '2',
    date: '2026-02-02',
    description: 'Betaling fra kunde',
    lines: [
      { account: '1920', amount: '12500.00' },
      { account: '1500', amount: '-12500.00', customer: 'C1' },
    ],
  },
  {
    id: '3',
    date: '2026-02-10',
    description: 'Husleie',
    lines: [
      { account: '6300', amount: '4000.00' },
      { account: '1920', amount: '-4000.00' },
    ],
  },
];

const names: Readonly<Record<string, string>> = {
  1500: 'Kundefordringer',
  1920: 'Bankinnskudd',
  2000: 'Aksjekapital',
  2700: 'Utgående merverdiavgift',
  3000: 'Salgsinntekt',
  6300: 'Leie lokaler',
};

/** Accounts of entries with their opening balances; the closing ones follow. */
export function accountsOf(
  entries: readonly SaftEntry[],
  openings: Readonly<Record<string, string>> = { 1920: '30000.00', 2000: '-30000.00' },
): readonly SaftAccount[] {
  const moved = new Map<string, bigint>();
  for (const id of Object.keys(openings)) moved.set(id, 0n);
  for (const { lines } of entries)
    for (const { account, amount } of lines) moved.set(account, (moved.get(account) ?? 0n) + ore(amount));
  return [...moved].sort().map(([id, sum]) => ({
    id,
    opening: openings[id] ?? '0.00',
    closing: text(ore(openings[id] ?? '0.00') + sum),
  }));
}

const customer: SaftParty = {
  kind: 'Customer',
  id: 'C1',
  name: 'Kunde AS',
  registrationNumber: '381960013',
  account: '1500',
};

/** The file as text. */
export function saftFile(options: SaftOptions = {}): string {
  const { version = '1.30', prefix, entries = smallEntries } = options;
  const accounts = options.accounts ?? accountsOf(entries);
  const is120 = version === '1.20';
  const xml = [
    el(
      'Header',
      el('AuditFileVersion', version) +
        el('AuditFileCountry', 'NO') +
        el('AuditFileDateCreated', '2026-03-01') +
        el('Company', el('RegistrationNumber', options.organizationNumber ?? '310433217') + el('Name', 'Eksempel AS')) +
        el('DefaultCurrencyCode', options.currency ?? 'NOK') +
        el(
          'SelectionCriteria',
          el('SelectionStartDate', options.from ?? '2026-01-01') + el('SelectionEndDate', options.to ?? '2026-02-28'),
        ) +
        el('TaxAccountingBasis', 'A'),
    ),
    el(
      'MasterFiles',
      el('GeneralLedgerAccounts', accounts.map((account) => accountXml(account, is120)).join('')) +
        partiesXml(options.parties ?? [customer], is120) +
        el('TaxTable', el('TaxTableEntry', (options.taxCodes ?? [['3', '3']]).map(taxCodeXml).join(''))),
    ),
    entriesXml(entries, options.declared ?? {}, is120),
  ].join('');
  const whole = `<AuditFile xmlns${prefix ? `:${prefix}` : ''}="urn:StandardAuditFile-Taxation-Financial:NO">${xml}</AuditFile>`;
  const named = prefix ? whole.replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`) : whole;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${named}`;
}

function accountXml(
  { id, name, opening = '0.00', closing = '0.00', standardId, grouping }: SaftAccount,
  is120: boolean,
) {
  const mapping = is120
    ? el('StandardAccountID', standardId ?? '')
    : el('GroupingCategory', grouping?.[0] ?? 'annenDriftskostnad') + el('GroupingCode', grouping?.[1] ?? 'NA');
  return el(
    'Account',
    el('AccountID', id) +
      el('AccountDescription', name ?? names[id] ?? `Konto ${id}`) +
      mapping +
      el('AccountType', 'GL') +
      balance('Opening', opening) +
      balance('Closing', closing),
  );
}

const taxCodeXml = ([code, standard]: readonly [string, string]): string =>
  el('TaxCodeDetails', el('TaxCode', code) + el('Country', 'NO') + el('StandardTaxCode', standard));

function partiesXml(parties: readonly SaftParty[], is120: boolean): string {
  return (['Customer', 'Supplier'] as const)
    .map((kind) =>
      el(
        `${kind}s`,
        parties
          .filter((party) => party.kind === kind)
          .map(({ id, name, registrationNumber, account, opening = '0.00', closing = '0.00' }) => {
            const held = account
              ? el('AccountID', account) + balance('Opening', opening) + balance('Closing', closing)
              : '';
            return el(
              kind,
              el('RegistrationNumber', registrationNumber) +
                el('Name', name) +
                el('Address', el('City', 'Bergen') + el('PostalCode', '5003') + el('Country', 'NO')) +
                el(`${kind}ID`, id) +
                (is120 ? held : el('BalanceAccount', held)),
            );
          })
          .join(''),
      ),
    )
    .join('');
}

function entriesXml(entries: readonly SaftEntry[], declared: NonNullable<SaftOptions['declared']>, is120: boolean) {
  const lines = entries.flatMap((entry) => entry.lines).map(({ amount }) => ore(amount));
  const debit = text(lines.filter((amount) => amount > 0n).reduce((a, b) => a + b, 0n));
  const credit = text(-lines.filter((amount) => amount < 0n).reduce((a, b) => a + b, 0n));
  return el(
    'GeneralLedgerEntries',
    el('NumberOfEntries', declared.entries ?? String(entries.length)) +
      el('TotalDebit', declared.debit ?? debit) +
      el('TotalCredit', declared.credit ?? credit) +
      el('Journal', el('JournalID', 'GL') + entries.map((entry) => entryXml(entry, is120)).join('')),
  );
}

const entryXml = ({ id, date, description = 'Bilag', lines }: SaftEntry, is120: boolean): string =>
  el(
    'Transaction',
    el('TransactionID', id) +
      el('Period', String(Number(date.slice(5, 7)))) +
      el('PeriodYear', date.slice(0, 4)) +
      el('TransactionDate', date) +
      el('Description', description) +
      el('SystemEntryDate', date) +
      el('GLPostingDate', date) +
      lines.map((line, index) => lineXml(line, index + 1, description, is120)).join(''),
  );

function lineXml(line: SaftLine, record: number, description: string, is120: boolean): string {
  const isCredit = line.amount.startsWith('-');
  const size = line.amount.replace('-', '');
  const foreign = line.currency
    ? el('CurrencyCode', line.currency.code) +
      el('CurrencyAmount', line.currency.amount) +
      el('ExchangeRate', line.currency.rate)
    : '';
  const side = isCredit ? 'Credit' : 'Debit';
  const tax = line.tax
    ? el(
        'TaxInformation',
        el('TaxType', 'MVA') +
          el('TaxCode', line.tax.code) +
          el('TaxBase', line.tax.base) +
          el(is120 ? 'TaxAmount' : `${side}TaxAmount`, el('Amount', line.tax.amount)),
      )
    : '';
  return el(
    'Line',
    el('RecordID', String(record)) +
      el('AccountID', line.account) +
      el('CustomerID', line.customer) +
      el('SupplierID', line.supplier) +
      el('Description', description) +
      el(`${side}Amount`, el('Amount', size) + foreign) +
      tax,
  );
}

import { readXml, type XmlElement } from './xml.ts';

/** A child: its name, and how often it may stand there. */
type Child = readonly [name: string, least: number, most: number];
type Leaf = 'money' | 'rate' | 'quantity' | 'percent' | 'day' | 'year' | 'count' | 'country' | 'currency' | number;

const one = (name: string): Child => [name, 1, 1];
const maybe = (name: string): Child => [name, 0, 1];
const many = (name: string, least = 0): Child => [name, least, Number.POSITIVE_INFINITY];

const party = [
  maybe('RegistrationNumber'),
  one('Name'),
  many('Address'),
  many('Contact'),
  many('TaxRegistration'),
  many('BankAccount'),
];
const openingAndClosing = [
  maybe('OpeningDebitBalance'),
  maybe('OpeningCreditBalance'),
  maybe('ClosingDebitBalance'),
  maybe('ClosingCreditBalance'),
];
const amount = [one('Amount'), maybe('CurrencyCode'), maybe('CurrencyAmount'), maybe('ExchangeRate')];

/** What stands in what, in its order: as much of SAF-T Financial 1.30 as we write. */
const branches: Readonly<Record<string, readonly Child[]>> = {
  AuditFile: [one('Header'), maybe('MasterFiles'), maybe('GeneralLedgerEntries')],
  Header: [
    one('AuditFileVersion'),
    one('AuditFileCountry'),
    one('AuditFileDateCreated'),
    one('SoftwareCompanyName'),
    one('SoftwareID'),
    one('SoftwareVersion'),
    one('Company'),
    one('DefaultCurrencyCode'),
    one('SelectionCriteria'),
    maybe('HeaderComment'),
    one('TaxAccountingBasis'),
  ],
  Company: [one('RegistrationNumber'), one('Name'), many('Address'), many('Contact', 1), many('TaxRegistration')],
  Address: [maybe('StreetName'), maybe('City'), maybe('PostalCode'), maybe('Country'), maybe('AddressType')],
  Contact: [one('ContactPerson'), maybe('Telephone'), maybe('Email')],
  ContactPerson: [one('FirstName'), one('LastName')],
  TaxRegistration: [one('TaxRegistrationNumber'), maybe('TaxAuthority')],
  SelectionCriteria: [one('SelectionStartDate'), one('SelectionEndDate')],
  MasterFiles: [
    maybe('GeneralLedgerAccounts'),
    maybe('Customers'),
    maybe('Suppliers'),
    maybe('TaxTable'),
    maybe('AnalysisTypeTable'),
  ],
  GeneralLedgerAccounts: [many('Account', 1)],
  Account: [
    one('AccountID'),
    one('AccountDescription'),
    one('GroupingCategory'),
    one('GroupingCode'),
    one('AccountType'),
    maybe('AccountCreationDate'),
    ...openingAndClosing,
  ],
  Customers: [many('Customer', 1)],
  Customer: [...party, one('CustomerID'), many('BalanceAccount')],
  Suppliers: [many('Supplier', 1)],
  Supplier: [...party, one('SupplierID'), many('BalanceAccount')],
  BalanceAccount: [maybe('AccountID'), ...openingAndClosing],
  TaxTable: [many('TaxTableEntry', 1)],
  TaxTableEntry: [one('TaxType'), one('Description'), many('TaxCodeDetails', 1)],
  TaxCodeDetails: [
    one('TaxCode'),
    maybe('Description'),
    maybe('TaxPercentage'),
    one('Country'),
    one('StandardTaxCode'),
    maybe('Compensation'),
    many('BaseRate', 1),
  ],
  AnalysisTypeTable: [many('AnalysisTypeTableEntry', 1)],
  AnalysisTypeTableEntry: [
    one('AnalysisType'),
    one('AnalysisTypeDescription'),
    one('AnalysisID'),
    one('AnalysisIDDescription'),
  ],
  GeneralLedgerEntries: [one('NumberOfEntries'), one('TotalDebit'), one('TotalCredit'), many('Journal')],
  Journal: [one('JournalID'), one('Description'), one('Type'), many('Transaction')],
  Transaction: [
    one('TransactionID'),
    one('Period'),
    one('PeriodYear'),
    one('TransactionDate'),
    maybe('SourceID'),
    maybe('VoucherType'),
    maybe('TransactionType'),
    one('Description'),
    one('SystemEntryDate'),
    one('GLPostingDate'),
    maybe('SystemID'),
    many('Line', 1),
  ],
  Line: [
    one('RecordID'),
    one('AccountID'),
    many('Analysis'),
    maybe('SourceDocumentID'),
    maybe('CustomerID'),
    maybe('SupplierID'),
    one('Description'),
    maybe('DebitAmount'),
    maybe('CreditAmount'),
    many('TaxInformation'),
    maybe('Quantity'),
  ],
  Analysis: [one('AnalysisType'), one('AnalysisID')],
  DebitAmount: amount,
  CreditAmount: amount,
  DebitTaxAmount: amount,
  CreditTaxAmount: amount,
  TaxInformation: [
    maybe('TaxType'),
    maybe('TaxCode'),
    maybe('TaxPercentage'),
    maybe('Country'),
    maybe('TaxBase'),
    maybe('DebitTaxAmount'),
    maybe('CreditTaxAmount'),
  ],
};

/** Of two elements exactly one stands there. */
const either: readonly (readonly [parent: string, a: string, b: string])[] = [
  ...['Account', 'BalanceAccount'].flatMap((parent) => [
    [parent, 'OpeningDebitBalance', 'OpeningCreditBalance'] as const,
    [parent, 'ClosingDebitBalance', 'ClosingCreditBalance'] as const,
  ]),
  ['Line', 'DebitAmount', 'CreditAmount'],
  ['TaxInformation', 'DebitTaxAmount', 'CreditTaxAmount'],
];

/** What leaves hold; a number is the most characters of a text. */
const leaves: Readonly<Record<string, Leaf>> = {
  AuditFileVersion: 9,
  AuditFileDateCreated: 'day',
  SoftwareCompanyName: 70,
  SoftwareVersion: 18,
  RegistrationNumber: 35,
  DefaultCurrencyCode: 'currency',
  CurrencyCode: 'currency',
  AuditFileCountry: 'country',
  Country: 'country',
  SelectionStartDate: 'day',
  SelectionEndDate: 'day',
  TransactionDate: 'day',
  SystemEntryDate: 'day',
  GLPostingDate: 'day',
  AccountCreationDate: 'day',
  FirstName: 35,
  LastName: 70,
  Telephone: 18,
  Email: 70,
  TaxRegistrationNumber: 35,
  AccountID: 70,
  GroupingCode: 35,
  OpeningDebitBalance: 'money',
  OpeningCreditBalance: 'money',
  ClosingDebitBalance: 'money',
  ClosingCreditBalance: 'money',
  TotalDebit: 'money',
  TotalCredit: 'money',
  Amount: 'money',
  CurrencyAmount: 'money',
  TaxBase: 'money',
  ExchangeRate: 'rate',
  Quantity: 'quantity',
  TaxPercentage: 'percent',
  BaseRate: 'percent',
  NumberOfEntries: 'count',
  Period: 'count',
  PeriodYear: 'year',
  CustomerID: 35,
  SupplierID: 35,
  TaxCode: 70,
  StandardTaxCode: 2,
  AnalysisType: 9,
  AnalysisID: 35,
  TransactionID: 70,
  SourceID: 35,
  VoucherType: 70,
  TransactionType: 18,
  SystemID: 18,
  RecordID: 18,
  SourceDocumentID: 35,
  JournalID: 18,
  Type: 9,
};

const LONGEST = 256;

const patterns = {
  money: /^-?\d{1,16}\.\d{2}$/,
  rate: /^\d{1,10}(\.\d{1,8})?$/,
  quantity: /^-?\d{1,16}(\.\d{1,6})?$/,
  percent: /^\d{1,3}(\.\d{1,2})?$/,
  day: /^\d{4}-\d{2}-\d{2}$/,
  year: /^(19[7-9]\d|20\d\d|2100)$/,
  count: /^\d+$/,
  country: /^[A-Z]{2}$/,
  currency: /^[A-Z]{3}$/,
} as const;

/** What a file has that the format does not allow, one sentence each: what we know of the format by ourselves. */
export function structureFaults(xml: string): readonly string[] {
  const root = readXml(xml);
  return root.name === 'AuditFile' ? [...faultsOf(root, '')] : [`the root is ${root.name}`];
}

function* faultsOf(element: XmlElement, path: string): Generator<string> {
  const here = `${path}/${element.name}`;
  const allowed = branches[element.name];
  // What is called Description or Name is a text in one place and never an element around others.
  if (allowed === undefined || (element.children.length === 0 && element.name in leaves)) {
    yield* leafFaults(element, here);
    return;
  }
  let place = 0;
  for (const child of element.children) {
    const found = allowed.findIndex(([name], index) => index >= place && name === child.name);
    if (found === -1) yield `${here}: ${child.name} does not belong there`;
    else place = found;
  }
  for (const [name, least, most] of allowed) {
    const times = element.children.filter((child) => child.name === name).length;
    if (times < least || times > most) yield `${here}: ${name} stands there ${times} times`;
  }
  for (const [parent, a, b] of either)
    if (parent === element.name && element.children.filter(({ name }) => name === a || name === b).length !== 1)
      yield `${here}: either ${a} or ${b} stands there`;
  for (const child of element.children) yield* faultsOf(child, here);
}

function* leafFaults({ name, text, children }: XmlElement, here: string): Generator<string> {
  if (children.length > 0) yield `${here}: holds elements`;
  const kind = leaves[name] ?? LONGEST;
  const isFitting = typeof kind === 'number' ? [...text].length <= kind : patterns[kind].test(text);
  if (!isFitting) yield `${here}: "${text}" does not fit`;
}

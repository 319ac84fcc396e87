import { parseXml, type XmlTag } from '@app/xml';
import { readEntry } from './entry.ts';
import { readAccount, readHeader, readParty, readTaxCode } from './masters.ts';
import type { DeclaredTotals, FileRecord } from './records.ts';
import { type Element, type Growing, growElement } from './tree.ts';
import { unreadable } from './unreadable.ts';
import { readText } from './values.ts';

const NAMESPACE = 'urn:StandardAuditFile-Taxation-Financial:NO';

/** What is read from an element at a path; a record is handed on when its element ends. */
type Take = (element: Element, journal: string | null) => FileRecord;

const records: Readonly<Record<string, Take>> = {
  'AuditFile/Header': (element) => ({ kind: 'header', ...readHeader(element) }),
  'AuditFile/MasterFiles/GeneralLedgerAccounts/Account': (element) => ({ kind: 'account', ...readAccount(element) }),
  'AuditFile/MasterFiles/Customers/Customer': (element) => ({ kind: 'party', ...readParty(element, 'customer') }),
  'AuditFile/MasterFiles/Suppliers/Supplier': (element) => ({ kind: 'party', ...readParty(element, 'supplier') }),
  'AuditFile/MasterFiles/TaxTable/TaxTableEntry/TaxCodeDetails': (element) => ({
    kind: 'tax_code',
    ...readTaxCode(element),
  }),
  'AuditFile/GeneralLedgerEntries/Journal/Transaction': (element, journal) => ({
    kind: 'entry',
    ...readEntry(element, journal),
  }),
};

const JOURNAL = 'AuditFile/GeneralLedgerEntries/Journal/JournalID';
const totals: Readonly<Record<string, keyof DeclaredTotals>> = {
  'AuditFile/GeneralLedgerEntries/NumberOfEntries': 'entries',
  'AuditFile/GeneralLedgerEntries/TotalDebit': 'debit',
  'AuditFile/GeneralLedgerEntries/TotalCredit': 'credit',
};

/**
 * Reads a SAF-T Financial file as its bytes come, and gives its records in their order; the declared totals come last.
 * Elements that an import makes nothing of are passed over.
 * @param take gets some records at once, and is waited for before the file is read on
 * @throws UnreadableFile for what is no whole SAF-T file
 */
export async function readSaft(
  chunks: AsyncIterable<Uint8Array>,
  take: (records: readonly FileRecord[]) => Promise<void>,
): Promise<void> {
  const path: string[] = [];
  const declared: { -readonly [K in keyof DeclaredTotals]: string | null } = {
    entries: null,
    debit: null,
    credit: null,
  };
  let found: FileRecord[] = [];
  let growing: Growing | undefined;
  let journal: string | null = null;
  let at = '';
  let strays = 0;

  const isTaken = (): boolean => at in records || at in totals || at === JOURNAL;
  const ended = (element: Element): void => {
    const total = totals[at];
    if (total) declared[total] = readText(element.text, 40);
    else if (at === JOURNAL) journal = readText(element.text, 35);
    else found.push(records[at]!(element, journal));
  };

  const sink = {
    open: ({ local: name, uri }: XmlTag): void => {
      if (path.length === 0 && name !== 'AuditFile')
        throw unreadable(`The file is no SAF-T file: its root element is ${name.slice(0, 100)}, not AuditFile`);
      if (uri !== NAMESPACE) strays += 1;
      path.push(name);
      if (growing) growing.open(name);
      else {
        at = path.join('/');
        if (isTaken()) growing = growElement(name);
      }
    },
    text: (text: string): void => growing?.text(text),
    close: (): void => {
      if (growing?.close()) {
        ended(growing.root);
        growing = undefined;
      }
      path.pop();
      if (!growing) at = path.join('/');
    },
  };
  const handOn = async (): Promise<void> => {
    const some = found;
    found = [];
    if (some.length > 0) await take(some);
  };

  await parseXml(chunks, sink, { files: 'SAF-T files', unreadable, rest: handOn });
  const flaws =
    strays > 0
      ? [{ rule: 'namespace', message: `${strays} elements of the file are not in the namespace ${NAMESPACE}` }]
      : [];
  found.push({ kind: 'totals', record: declared, flaws });
  await handOn();
}

import type { Database } from '@app/db';
import { inPieces } from '@app/reports';
import { analysisEntry } from './analysis.ts';
import type { SaftBooks, SaftPart } from './books.ts';
import { header, type SaftCompany, type SaftContact } from './header.ts';
import { Journal } from './journal.ts';
import { account, party, type SaftPartner, taxTable } from './master-files.ts';
import type { PageSize } from './page-query.ts';
import { entryPages } from './pages.ts';
import type { PartyKind } from './parties.ts';
import { BYTES_PER_FILE } from './parts.ts';
import { transactionsOf } from './transactions.ts';
import { figure } from './xml.ts';

/** What a file is made of besides the lines. */
export interface SaftSources {
  readonly books: SaftBooks;
  readonly company: SaftCompany;
  readonly contact: SaftContact;
  /** The day on which it is made. */
  readonly today: string;
  readonly version: string;
}

export interface SaftDependencies {
  readonly db: Pick<Database, 'report'>;
  /** As much as is soon read when it is absent. */
  readonly pageSize?: PageSize;
  /** Business partners by id; unknown ones are left out. At most `PARTNERS_AT_ONCE`. @throws Failure 503 */
  readonly partners: (clientAccountId: number, ids: readonly number[]) => Promise<readonly SaftPartner[]>;
}

/** How many business partners their owner is asked about at once. */
const PARTNERS_AT_ONCE = 500;

/** Characters of transactions that are handed on together. */
const TOGETHER = 256 * 1024;

/** The file is not what its head says, or larger than a file may be: it must not reach anybody. */
class FileAtFault extends Error {}

/**
 * A SAF-T Financial 1.30 file of the books, piece by piece, with memory that does not grow with the number of its
 * lines. The tables of accounts, partners and codes stand in the first part alone.
 * @throws Error when what was written is not what the head says
 */
export async function* saftFile(
  deps: SaftDependencies,
  sources: SaftSources,
  part: SaftPart,
): AsyncGenerator<Buffer, void> {
  let bytes = 0;
  for await (const text of inPieces(parts(deps, sources, part))) {
    const piece = Buffer.from(text);
    bytes += piece.length;
    if (bytes > BYTES_PER_FILE) throw new FileAtFault('the file grew beyond what the authority takes');
    yield piece;
  }
}

async function* parts(deps: SaftDependencies, sources: SaftSources, part: SaftPart): AsyncGenerator<string, void> {
  const { books, company, contact, today, version } = sources;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<AuditFile xmlns="urn:StandardAuditFile-Taxation-Financial:NO">\n';
  yield `${header(company, contact, books, { today, version, part })}\n`;
  if (part.number === 1) yield* masterFiles(deps, books);
  yield* generalLedgerEntries(deps, books, part);
  yield '</AuditFile>\n';
}

async function* masterFiles(deps: SaftDependencies, books: SaftBooks): AsyncGenerator<string, void> {
  const { accounts, parties, taxCodes, analysis } = books;
  yield '<MasterFiles>\n';
  yield* around(
    'GeneralLedgerAccounts',
    accounts.map((each) => `${account(each)}\n`),
  );
  yield* around('Customers', partyElements(deps, books, 'customer', parties.customer));
  yield* around('Suppliers', partyElements(deps, books, 'supplier', parties.supplier));
  yield `${taxTable(taxCodes)}\n`;
  yield* around(
    'AnalysisTypeTable',
    analysis.map((value) => `${analysisEntry(value)}\n`),
  );
  yield '</MasterFiles>\n';
}

/** An element around others, which is left out when there are none: the schema wants at least one. */
async function* around(name: string, inside: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string, void> {
  let isOpen = false;
  for await (const each of inside) {
    if (!isOpen) yield `<${name}>\n`;
    isOpen = true;
    yield each;
  }
  if (isOpen) yield `</${name}>\n`;
}

async function* partyElements(
  { partners }: SaftDependencies,
  { clientAccountId }: SaftBooks,
  kind: PartyKind,
  balances: SaftBooks['parties'][PartyKind],
): AsyncGenerator<string, void> {
  const byPartner = [...Map.groupBy(balances, ({ partnerId }) => partnerId)].sort(([a], [b]) => a - b);
  for (let from = 0; from < byPartner.length; from += PARTNERS_AT_ONCE) {
    const some = byPartner.slice(from, from + PARTNERS_AT_ONCE);
    const known = new Map(
      (
        await partners(
          clientAccountId,
          some.map(([id]) => id).filter((id) => id > 0),
        )
      ).map((partner) => [partner.id, partner]),
    );
    for (const [id, ofPartner] of some) yield party(kind, known.get(id), ofPartner);
  }
}

async function* generalLedgerEntries(
  { db, pageSize }: SaftDependencies,
  books: SaftBooks,
  part: SaftPart,
): AsyncGenerator<string, void> {
  yield `<GeneralLedgerEntries>${figure('NumberOfEntries', part.transactions)}${figure('TotalDebit', part.debit)}${figure('TotalCredit', part.credit)}\n`;
  if (part.transactions > 0) {
    yield '<Journal><JournalID>GL</JournalID><Description>Hovedbok</Description><Type>GL</Type>\n';
    const journal = new Journal(books);
    for await (const page of entryPages(db, books, part, pageSize)) {
      let written = '';
      for (const transaction of transactionsOf(page)) {
        written += journal.written(transaction, page);
        if (written.length < TOGETHER) continue;
        yield written;
        written = '';
      }
      yield written;
    }
    const { transactions, debit, credit } = journal;
    assertWhole(part, { transactions, debit: `${debit}`, credit: `${credit}` });
    yield '</Journal>\n';
  }
  yield '</GeneralLedgerEntries>\n';
}

/** The head was written before the lines were read; a file that does not keep its word must not be taken for one. */
function assertWhole(said: SaftPart, written: Pick<SaftPart, 'transactions' | 'debit' | 'credit'>): void {
  const { transactions, debit, credit } = said;
  if (transactions === written.transactions && debit === written.debit && credit === written.credit) return;
  throw new FileAtFault(
    `the head says ${transactions} transactions, debit ${debit}, credit ${credit}; ` +
      `written were ${written.transactions}, debit ${written.debit}, credit ${written.credit}`,
  );
}

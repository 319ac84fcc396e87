import { parseXml, shortened, type XmlTag } from '@app/xml';
import { unreadable } from '../failure.ts';
import type { CamtDetail, CamtEntry, CamtRecord } from '../records.ts';
import { type Check, createCheck } from '../structure/check.ts';
import { type CamtVersion, versionOf } from '../structure/versions.ts';
import { readDetail } from './detail.ts';
import { readEntry } from './entry.ts';
import { type StatementParts, statementParts } from './statement.ts';
import { type Growing, growElement, textAt } from './tree.ts';
import { hundredthsOf, moneyOf } from './values.ts';

export interface CamtOptions {
  /** Whether a code of three letters is a currency. */
  readonly isCurrency: (code: string) => boolean;
}

/** Payments of one entry: as many as it takes to hold them all. */
const MAX_DETAILS = 50_000;
/** Document, message, statement: what stands in these is grown and read, one after the other. */
const STATEMENT_DEPTH = 3;

/**
 * Reads a CAMT.053 or CAMT.054 file (001.02 to 001.08) as its bytes come, and gives its records in their order. No more
 * is held of it than one entry with its payments. Every element is held against the structure of the file's version.
 * @param take gets some records at once, and is waited for before the file is read on
 * @throws CamtFailure for what is no whole CAMT file
 */
export async function readCamt(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { isCurrency }: CamtOptions,
  take: (records: readonly CamtRecord[]) => Promise<void>,
): Promise<void> {
  const reader = createReader(isCurrency);
  const handOn = async (): Promise<void> => {
    const some = reader.taken();
    if (some.length > 0) await take(some);
  };
  await parseXml(chunks, reader, { files: 'CAMT files', unreadable, rest: handOn });
  await handOn();
}

function createReader(isCurrency: CamtOptions['isCurrency']) {
  let found: CamtRecord[] = [];
  let version: CamtVersion | undefined;
  let namespace = '';
  let check!: Check;
  let depth = 0;
  /** The depth of an element in which anything may stand; none while it is 0. */
  let skipped = 0;
  let growing: Growing | undefined;
  let details: CamtDetail[] = [];
  let statement: StatementParts | undefined;
  let booked = 0n;

  const begin = ({ local, uri }: XmlTag): void => {
    version = versionOf(uri);
    if (local !== 'Document' || !version)
      throw unreadable(
        `The file is no CAMT.053 or CAMT.054 of the versions 001.02 to 001.08: its root element is ${shortened(local)} in the namespace "${shortened(uri)}"`,
      );
    namespace = uri;
    check = createCheck(version.document);
  };

  const headOf = (): void => {
    if (!statement) return;
    found.push({ record: 'statement', ...statement.finish(version!.kind) });
    statement = undefined;
  };

  const grown = ({ root }: Growing): void => {
    if (depth === STATEMENT_DEPTH) {
      if (root.name !== 'GrpHdr') return;
      const { kind, name } = version!;
      found.push({ record: 'message', kind, version: name, messageId: textAt(root, 'MsgId') ?? '' });
      return;
    }
    if (root.name !== 'Ntry') {
      statement?.take(root);
      return;
    }
    headOf();
    const entry = readEntry(root, details);
    details = [];
    requireEntry(entry, isCurrency);
    if (entry.status === 'BOOK') booked += signedHundredths(entry.amount);
    found.push({ record: 'entry', ...entry });
  };

  const open = (tag: XmlTag): void => {
    depth += 1;
    if (depth === 1) begin(tag);
    if (skipped > 0) return;
    if (tag.uri !== namespace)
      throw unreadable(`The file has ${shortened(tag.local)} of another namespace than ${namespace}`);
    if (check.open(tag)) {
      skipped = depth;
      return;
    }
    const { local } = tag;
    const isStatement = depth === STATEMENT_DEPTH && (local === 'Stmt' || local === 'Ntfctn');
    if (isStatement) {
      statement = statementParts();
      booked = 0n;
    } else if (growing) growing.open(local, tag.attributes.Ccy?.value);
    else if (depth >= STATEMENT_DEPTH) growing = growElement(local);
  };

  const close = (): void => {
    if (skipped === depth) {
      check.close();
      skipped = 0;
    } else if (skipped === 0) {
      const text = check.close();
      if (growing) closeGrown(growing, text);
      else if (depth === STATEMENT_DEPTH) {
        headOf();
        found.push({ record: 'end', booked: moneyOf(booked) });
      }
    }
    depth -= 1;
  };

  const closeGrown = (record: Growing, text: string | undefined): void => {
    const element = record.close(text);
    if (record.depth === 0) {
      growing = undefined;
      grown(record);
    } else if (element.name === 'TxDtls' && record.root.name === 'Ntry') {
      details.push(readDetail(element));
      if (details.length > MAX_DETAILS)
        throw unreadable(`The file has an entry of more than ${MAX_DETAILS} payments (TxDtls)`);
      record.prune(element);
    }
  };

  return {
    open,
    text: (text: string): void => {
      if (skipped === 0) check.text(text);
    },
    close,
    taken: (): readonly CamtRecord[] => {
      const some = found;
      found = [];
      return some;
    },
  };
}

const signedHundredths = (amount: string): bigint =>
  amount.startsWith('-') ? -hundredthsOf(amount.slice(1)) : hundredthsOf(amount);

/** @throws CamtFailure for an amount in no currency */
function requireEntry(entry: CamtEntry, isCurrency: (code: string) => boolean): void {
  requireCurrencies([entry.currency, entry.instructed?.currency, entry.charges?.currency], isCurrency);
  for (const { amount, instructed, charges } of entry.details)
    requireCurrencies([amount?.currency, instructed?.currency, charges?.currency], isCurrency);
}

function requireCurrencies(codes: readonly (string | undefined)[], isCurrency: (code: string) => boolean): void {
  for (const code of codes)
    if (code !== undefined && !isCurrency(code))
      throw unreadable(`The file has an amount in ${code}, which is no currency`);
}

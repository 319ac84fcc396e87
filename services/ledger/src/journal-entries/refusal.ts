import { conflict, type Failure, type FieldFault, invalid } from '@app/contract/failure';
import type { Fault, FaultField, FaultRule, Refusal } from './fault.ts';
import type { EntryHeader, NewLine } from './journal-entry.ts';

/** An entry as it was asked for. */
export interface RefusedEntry {
  readonly header: Pick<EntryHeader, 'voucherId' | 'externalId'>;
  readonly lines: readonly NewLine[];
}

type FaultText = (line: NewLine, index: number) => string;

const accountInactive: FaultText = (line) => `is ${accountOf(line)}, which is inactive and takes no new lines`;
const accountClosed: FaultText = () => 'names account 2099, which is computed and takes no postings';

const lineRules: Readonly<Partial<Record<`${FaultField}:${FaultRule}`, FaultText>>> = {
  'account_code:unknown': (line) => `is "${line.accountCode}", which does not exist in the chart of accounts`,
  'account_id:unknown': (line) => `is ${line.accountId}, which is no general ledger account of this client account`,
  'account_id:mismatch': (line) =>
    `is ${line.accountId}, which is another account than account_code "${line.accountCode}"`,
  'account_code:inactive': accountInactive,
  'account_id:inactive': accountInactive,
  'account_code:closed': accountClosed,
  'account_id:closed': accountClosed,
  'posting_date:locked': (line) => `is ${line.postingDate}, which is locked`,
  'tax_code:unknown': (line) => `is "${line.taxCode}", which is no tax code`,
  'tax_code:not_in_force': (line) =>
    `is "${line.taxCode}", which is not in force on the posting date ${line.postingDate}`,
  'tax_code:not_liable': (line) =>
    `is "${line.taxCode}", but the client account is not liable for VAT on ${line.postingDate}; leave the tax code out`,
  'tax_code:not_on_account': (line) =>
    `is "${line.taxCode}", which is not among the tax codes that ${accountOf(line)} takes; choose one of them or leave it out`,
  'tax_amount:off': (line) =>
    `is ${line.taxAmount}, which is not what tax_code "${line.taxCode}" gives on the base: it may differ by 1.00, or 1 % where that is more; leave it out to have it computed`,
  'dimensions:unknown': (line, index) => `is ${dimensionOf(line, index)}, which does not exist on this client account`,
  'dimensions:inactive': (line, index) => `is ${dimensionOf(line, index)}, which is inactive and takes no new lines`,
};

const accountOf = (line: NewLine): string =>
  line.accountCode === null ? `account ${line.accountId}` : `account "${line.accountCode}"`;

function dimensionOf(line: NewLine, index: number): string {
  const dimension = line.dimensions[index];
  return `${dimension?.relationType} ${dimension?.relationId}`;
}

/**
 * What the caller sees of a refusal: 400 with every fault of a field; without any, 409 for a locked period, then for a
 * voucher that is booked (order of checks: fields before state).
 * @param others faults found outside the books, named together with these
 */
export function explainRefusal(
  refusal: Refusal,
  entries: readonly RefusedEntry[],
  others: readonly FieldFault[] = [],
): Failure {
  const isBatch = entries.length > 1;
  const described = refusal.faults.map((fault) => ({
    ...describeFault(fault, entries[fault.entry]!, isBatch),
    rule: ruleOf(fault),
  }));
  const mistakes = [
    ...others,
    ...described.filter(({ rule }) => !stateRules.has(rule)).map(({ field, message }) => ({ field, message })),
  ];
  if (mistakes.length > 0) return explainFaults(mistakes);
  if (described.some(({ rule }) => rule === 'client_account_id:inactive'))
    return conflict('The client account is inactive and read-only', 'client_account.inactive');
  const locked = described.filter(({ rule }) => rule === 'posting_date:locked');
  if (locked.length > 0)
    return conflict(
      `Posting dates up to ${refusal.lockedUntil} are locked; choose a later date or move the period lock`,
      'accounting.period_locked',
      {
        locked_until_date: refusal.lockedUntil,
        fields: locked.map(({ field, message }) => ({ field, message })),
      },
    );
  const taken = described[0];
  return conflict(
    taken ? `${taken.field} ${taken.message}` : 'The books changed at the same moment; try again',
    undefined,
    {
      ...idOfExisting(refusal),
      fields: described.map(({ field, message }) => ({ field, message })),
    },
  );
}

const ruleOf = ({ field, rule }: Fault): `${FaultField}:${FaultRule}` => `${field}:${rule}`;

/** The entry that has the external_id: whoever sends a request again finds what it came to. */
function idOfExisting({ faults }: Refusal): { readonly id?: number } {
  const taken = faults.find(({ existing }) => existing !== undefined);
  return taken ? { id: taken.existing! } : {};
}

const stateRules: ReadonlySet<string> = new Set([
  'posting_date:locked',
  'voucher_id:taken',
  'external_id:taken',
  'client_account_id:inactive',
]);

/** 400 for faults of fields; the sentence is the first of them. */
export function explainFaults(faults: readonly FieldFault[]): Failure {
  const [first] = faults;
  const rest = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return invalid(`${first?.field} ${first?.message}${rest}`, faults);
}

function describeFault(fault: Fault, entry: RefusedEntry, isBatch: boolean): FieldFault {
  const prefix = isBatch ? `entries.${fault.entry}.` : '';
  if (fault.line === null) return { field: `${prefix}${fault.field}`, message: describeHeaderFault(fault, entry) };
  const line = entry.lines.find((candidate) => candidate.position === fault.line);
  const text = lineRules[ruleOf(fault)];
  if (!line || !text) throw new Error(`A line breaks a rule that has no sentence: ${ruleOf(fault)}`);
  const index = fault.index === undefined ? '' : `.${fault.index}`;
  return { field: `${prefix}lines.${fault.line}.${fault.field}${index}`, message: text(line, fault.index ?? 0) };
}

function describeHeaderFault(fault: Fault, { header }: RefusedEntry): string {
  switch (ruleOf(fault)) {
    case 'voucher_id:unknown':
      return `is ${header.voucherId}, which is no voucher of this client account`;
    case 'voucher_id:inactive':
      return `is ${header.voucherId}, a voucher that is not active`;
    case 'voucher_id:taken':
      return `is ${header.voucherId}, which has a journal entry already; cancel that one first`;
    case 'external_id:taken':
      return `is "${header.externalId}", which journal entry ${fault.existing} has`;
    default:
      return 'cannot be posted to at this moment';
  }
}

import {
  accountByCode,
  accountById,
  type Ground,
  type GroundAccount,
  type GroundTaxCode,
  isVatLiable,
  taxCodeOn,
} from '../ground/ground.ts';
import type { Fault, FaultField, FaultRule } from './fault.ts';
import type { FoundLine, NewEntry, NewLine } from './journal-entry.ts';
import { isTaxOff, taxOf } from './tax.ts';

/** What the ground adds to the lines of an entry, and every rule of the ground that they break. */
export type Judged = Pick<NewEntry, 'found' | 'faults'>;

/** Computed at the end of a year, never posted to. */
const COMPUTED_ACCOUNT = '2099';

/**
 * Judges the lines of an entry by everything that the ground holds: accounts, tax codes and their periods, the VAT
 * liability of the company, the period lock (docs/contract/journal-entries.md). Records of other services and what
 * other entries have is asked of the database as it is written.
 */
export function judge(lines: readonly NewLine[], isDraft: boolean, ground: Ground): Judged {
  const faults: Fault[] = [];
  const late: Fault[] = [];
  const found = lines.map((line): FoundLine => {
    const add = (field: FaultField, rule: FaultRule) => faults.push({ entry: 0, line: line.position, field, rule });
    const account = findAccount(line, ground, add);
    const code = findTaxCode(line, account, ground, add);
    if (isTaxOff(line, code)) add('tax_amount', 'off');
    if (!isDraft && ground.lockedUntil !== null && line.postingDate <= ground.lockedUntil)
      late.push({ entry: 0, line: line.position, field: 'posting_date', rule: 'locked' });
    return {
      accountId: account?.id ?? 0,
      accountCode: account?.code ?? '',
      taxCodeId: code?.id ?? null,
      ...taxOf(line, code),
    };
  });
  return { found, faults: [...faults, ...late] };
}

type Add = (field: FaultField, rule: FaultRule) => void;

function findAccount(line: NewLine, ground: Ground, add: Add): GroundAccount | undefined {
  const byCode = line.accountCode === null ? undefined : accountByCode(ground, line.accountCode);
  const byId = line.accountId === null ? undefined : accountById(ground, line.accountId);
  if (line.accountCode !== null && !byCode) add('account_code', 'unknown');
  if (line.accountId !== null && !byId) add('account_id', 'unknown');
  if (byCode && byId && byCode.id !== byId.id) add('account_id', 'mismatch');
  const account = byCode ?? byId;
  const named = line.accountCode === null ? 'account_id' : 'account_code';
  if (account && !account.isActive) add(named, 'inactive');
  if (account?.code === COMPUTED_ACCOUNT) add(named, 'closed');
  return account;
}

function findTaxCode(
  line: NewLine,
  account: GroundAccount | undefined,
  ground: Ground,
  add: Add,
): GroundTaxCode | undefined {
  const { taxCode } = line;
  if (taxCode === null) return undefined;
  const code = taxCodeOn(ground, taxCode, line.postingDate);
  if (!code) add('tax_code', ground.common.taxCodes.has(taxCode) ? 'not_in_force' : 'unknown');
  if (!isVatLiable(ground, line.postingDate)) add('tax_code', 'not_liable');
  if (code && account && account.taxCodes.length > 0 && !account.taxCodes.includes(taxCode))
    add('tax_code', 'not_on_account');
  return code;
}

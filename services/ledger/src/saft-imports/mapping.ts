import type { FileAccount } from './file/records.ts';
import type { MappedBy } from './saft-import.ts';

/** What is known of the accounts of a company. */
export interface Chart {
  /** Whether an account may take entries, by its code; undefined for one that is not there. */
  isActive(code: string): boolean | undefined;
  /** Codes of the system chart with a pair of the business specification, lowest first. */
  withGrouping(category: string, code: string): readonly string[];
}

export interface Mapped {
  readonly code: string | null;
  readonly by: MappedBy | null;
}

/** The code of an account that a company may have. */
const CODE = /^[1-8]\d{3,5}$/;
/** Computed, never posted to: its opening balance is what earlier years left (docs/contract/reports.md). */
export const UNDISTRIBUTED = '2099';

/**
 * Which account of the company an account of the file becomes. Norwegian charts share their numbers, so its own number
 * comes first, and an account that is missing is made under it. A number that no account here can have goes by the
 * standard account that the file names, then by its grouping, where that leaves one account.
 */
export function mapAccount(account: FileAccount, chart: Chart): Mapped {
  if (account.id === UNDISTRIBUTED) return { code: UNDISTRIBUTED, by: 'undistributed_result' };
  if (CODE.test(account.id))
    return { code: account.id, by: chart.isActive(account.id) === undefined ? 'new_account' : 'own_number' };
  const { standardId, groupingCategory, groupingCode } = account;
  if (standardId !== null && CODE.test(standardId) && chart.isActive(standardId) !== undefined)
    return { code: standardId, by: 'standard_account' };
  if (groupingCategory !== null && groupingCode !== null && groupingCode !== 'NA') {
    const codes = chart.withGrouping(groupingCategory, groupingCode);
    const [code] = codes.includes(groupingCode) ? [groupingCode] : codes;
    if (code !== undefined) return { code, by: 'grouping' };
  }
  return { code: null, by: null };
}

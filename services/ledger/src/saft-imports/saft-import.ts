import type { saftImportStates } from '@app/api/ledger/index';

export type SaftImportState = (typeof saftImportStates)[number];

/** What a file breaks, or what becomes otherwise than it says. */
export interface Problem {
  readonly rule: string;
  readonly message: string;
  readonly entry: string | null;
  readonly account: string | null;
}

/** Why an account of the file becomes one of the company. */
export type MappedBy = 'own_number' | 'new_account' | 'standard_account' | 'grouping' | 'undistributed_result';

/** An account of the file, what it becomes, and its sums; amounts are debit minus credit, with two decimals. */
export interface ReportedAccount {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly mappedBy: MappedBy | null;
  readonly opening: string;
  readonly debit: string;
  readonly credit: string;
  readonly closing: string;
  readonly difference: string;
}

export interface Total {
  readonly declared: string | null;
  readonly counted: string;
}

/** What was found in a file. */
export interface Report {
  readonly version: string | null;
  readonly companyName: string | null;
  readonly organizationNumber: string | null;
  readonly isOtherOrganization: boolean;
  readonly currency: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly accounts: readonly ReportedAccount[];
  readonly partners: number;
  readonly partnersWithOrganization: number;
  readonly taxCodes: number;
  readonly entries: Total;
  readonly debit: Total;
  readonly credit: Total;
  readonly lines: number;
  readonly opening: string;
  readonly closing: string;
  readonly problemCount: number;
  readonly problems: readonly Problem[];
  readonly notices: readonly Problem[];
  /** The versions of the ground that the entries were judged by; absent in reports of earlier releases. */
  readonly judgedBy?: { readonly own: number; readonly common: number };
}

/** Account codes by AccountID, where a commit wants others than the report says. */
export type Wishes = Readonly<Record<string, string>>;

/** An import as it is kept. Timestamps are UTC. */
export interface SaftImport {
  readonly id: number;
  readonly clientAccountId: number;
  readonly state: SaftImportState;
  readonly mediaType: string;
  readonly createdAt: string;
  readonly createdById: number;
  readonly updatedAt: string;
  readonly committedAt: string | null;
  readonly committedById: number | null;
  /** When its totals were proven. */
  readonly finishedAt: string | null;
  readonly report: Report | null;
  readonly wishes: Wishes | null;
  /** Up to which record of the kind `entry` it is done; 0: the opening balance is, -1: nothing. */
  readonly lastPosted: number;
  readonly entriesPosted: number;
  readonly attempts: number;
  /** Why its commit waits or failed, or what differs. */
  readonly faults: readonly Problem[] | null;
}

/** The accounts as a commit wants them. */
export const withWishes = (accounts: readonly ReportedAccount[], wishes: Wishes | null): readonly ReportedAccount[] =>
  accounts.map((account) => {
    const code = wishes !== null && Object.hasOwn(wishes, account.id) ? wishes[account.id]! : undefined;
    return code === undefined ? account : { ...account, code, mappedBy: null };
  });

/** Whether an account of the file has a balance or lines: then it must become an account of the company. */
export const isInUse = ({ opening, debit, credit }: ReportedAccount): boolean => /[1-9]/.test(opening + debit + credit);

/** Problems are named up to so many; more are counted. */
const NAMED = 200;

/** Collects problems: the first ones whole, the others by their number. */
export interface Problems {
  add(rule: string, message: string, about?: { readonly entry?: string; readonly account?: string }): void;
  readonly count: number;
  readonly named: readonly Problem[];
}

export function createProblems(): Problems {
  const named: Problem[] = [];
  let count = 0;
  return {
    add: (rule, message, about = {}) => {
      count += 1;
      if (named.length < NAMED)
        named.push({ rule, message, entry: about.entry ?? null, account: about.account ?? null });
    },
    get count() {
      return count;
    },
    named,
  };
}

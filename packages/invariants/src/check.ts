import type { Invariant, Verification } from './invariant.ts';

/** Runs a statement on the schema of the service; a statement sees one moment, so what it compares belongs together. */
export type Query = (text: string, parameters: readonly string[]) => Promise<readonly Record<string, unknown>[]>;

/** What became of one invariant, over all client accounts. */
export interface Finding {
  readonly invariant: Invariant;
  /** How many things were looked at. */
  readonly checked: number;
  readonly broken: number;
  /** The first broken ones. */
  readonly offenders: readonly Offender[];
}

export interface Offender {
  readonly clientAccountId: number | null;
  /** Names the thing: an entry, an account and month. */
  readonly subject: string;
}

/** How many broken things are named. */
export const OFFENDERS = 20;

/**
 * Checks every invariant, account by account, so that no statement reads more than the books of one.
 * @param only one client account; every account when it is absent
 */
export async function checkInvariants(
  query: Query,
  verification: Verification,
  only?: number,
): Promise<readonly Finding[]> {
  const accounts = await accountsOf(query, verification, only);
  const findings: Finding[] = [];
  for (const invariant of verification.invariants) findings.push(await checkInvariant(query, invariant, accounts));
  return findings;
}

/** Checks one invariant of each account, or of the service as a whole. */
export async function checkInvariant(
  query: Query,
  invariant: Invariant,
  accounts: readonly number[],
): Promise<Finding> {
  let [checked, broken] = [0, 0];
  const offenders: Offender[] = [];
  const text = `
    select count(*)::float8 as checked, count(*) filter (where holds is not true)::float8 as broken,
      to_json((array_agg(${invariant.subject}) filter (where holds is not true))[1:${OFFENDERS}]) as offenders
    from (${invariant.rows}) checked`;
  for (const account of invariant.per === 'account' ? accounts : [null]) {
    const [row] = await query(text, account === null ? [] : [String(account)]);
    checked += row!.checked as number;
    broken += row!.broken as number;
    for (const subject of (row!.offenders ?? []) as readonly string[])
      if (offenders.length < OFFENDERS) offenders.push({ clientAccountId: account, subject });
  }
  return { invariant, checked, broken, offenders };
}

async function accountsOf(
  query: Query,
  { accounts }: Verification,
  only: number | undefined,
): Promise<readonly number[]> {
  if (only !== undefined) return [only];
  if (accounts === undefined) return [];
  const rows = await query(`select client_account_id from (${accounts}) kept order by client_account_id`, []);
  return rows.map((row) => Number(row.client_account_id));
}

import type { Database, Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { proposeDraft, withdrawDraft } from '../../internal/proposals.ts';
import { type AccountSource, findActiveAccount, languageOf } from '../../outside/companies.ts';
import type { LineGroup, OpenLine } from '../lines/facts.ts';
import { findGroups, type GroupSources } from './find-groups.ts';
import {
  fingerprintOf,
  forgetProposals,
  type KnownProposal,
  knownProposals,
  rememberProposal,
} from './proposals-store.ts';
import { endTurn, forgetBooks, type Turn } from './turns-store.ts';

export interface MatchingDependencies extends GroupSources {
  readonly organisation: AccountSource;
  readonly db: Database;
  readonly clock: Clock;
}

/** Drafts that one turn makes; the rest follows in the next. */
const MOST_NEW = 500;

/**
 * Looks through the open lines of a company and brings its drafts up to date: proposes what matches, withdraws what no
 * longer does, and leaves alone what a person has refused. All of it is one transaction, after everything is asked.
 * Of books that nobody works in, or that are gone, nothing is kept here: those that are worked in again are found.
 * @returns how many drafts were made or withdrawn
 * @throws Overtaken, Failure 503
 */
export async function matchBooks(deps: MatchingDependencies, turn: Turn): Promise<number> {
  const { clientAccountId } = turn;
  const began = performance.now();
  const account = await findActiveAccount(deps.organisation, clientAccountId);
  if (!account) return forgetBooks(deps.db, turn);
  const language = languageOf(account.accountingLanguage);
  const wanted = new Map<string, LineGroup>();
  for await (const group of findGroups(deps, clientAccountId)) wanted.set(fingerprintOf(group), group);
  return deps.db.write(async (tx) => {
    const known = await knownProposals(tx, clientAccountId);
    const outdated = known.filter(({ fingerprint, state }) => !wanted.has(fingerprint) || state === 'approved');
    // Approved and open: undone since, or approved after the lines were read. The next turn knows which.
    const isCertain = !outdated.some(({ fingerprint }) => wanted.has(fingerprint));
    const withdrawn = await withdraw(tx, clientAccountId, outdated);
    for (const { fingerprint } of known) wanted.delete(fingerprint);
    const fresh = [...wanted].slice(0, MOST_NEW);
    for (const [fingerprint, { note, ...group }] of fresh)
      await propose(tx, deps, clientAccountId, fingerprint, { ...group, note: note[language] });
    await endTurn(tx, turn, performance.now() - began, isCertain && fresh.length === wanted.size);
    return withdrawn + fresh.length;
  });
}

/**
 * Withdraws the drafts of proposals that no longer hold, and forgets the proposals; one that somebody approves at this
 * moment stays remembered until that has ended.
 * @returns how many drafts are gone
 */
async function withdraw(tx: Tx, clientAccountId: number, outdated: readonly KnownProposal[]): Promise<number> {
  let count = 0;
  const ended: string[] = [];
  for (const { fingerprint, reconciliationId: id, state } of outdated) {
    const isGone = state !== 'draft' || (await withdrawDraft(tx, { clientAccountId, id }));
    if (isGone) ended.push(fingerprint);
    if (isGone && state === 'draft') count += 1;
  }
  await forgetProposals(tx, clientAccountId, ended);
  return count;
}

async function propose(
  tx: Tx,
  { clock }: Pick<MatchingDependencies, 'clock'>,
  clientAccountId: number,
  fingerprint: string,
  { lines, date, note }: Pick<LineGroup, 'lines' | 'date'> & { readonly note: string },
): Promise<void> {
  const reconciliationId = await proposeDraft(tx, {
    ...{ clientAccountId, reconciliationDate: date, note },
    createdAt: new Date(clock.millis()),
    taken: lines.map(takenOf),
  });
  await rememberProposal(tx, { clientAccountId, fingerprint, reconciliationId });
}

/** All that is open on a line. */
const takenOf = (line: OpenLine) => ({
  ...{ journalEntryId: line.journalEntryId, journalEntryLineId: line.journalLineId, exchangeRate: line.exchangeRate },
  ...sides('debit', 'credit', line.remainingAmount),
  ...sides('debitFc', 'creditFc', line.remainingAmountFc),
});

/** An amount signed like debit minus credit, on its side. */
const sides = <D extends string, C extends string>(debit: D, credit: C, amount: string) => {
  const isCredit = amount.startsWith('-');
  return { [debit]: isCredit ? '0.00' : amount, [credit]: isCredit ? amount.slice(1) : '0.00' } as Readonly<
    Record<D | C, string>
  >;
};

import type { Database, Tx } from '@app/db';
import { type Stamp, takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import { type EngineRecord, recordByEngine, retireByEngine } from '../external/by-engine.ts';
import { askBooks, askOpenItems, type BookSources, foreignBalances, type PartnerPart, partnerKey } from './books.ts';
import type { PeriodCompany } from './company.ts';
import { type Decision, decide, isSettled } from './decide.ts';
import type { BookPart, PeriodBooks } from './engine/books.ts';
import type { ReconcilingItem } from './engine/judge.ts';
import type { LedgerBalance, Scope } from './engine/scope.ts';
import { scopesOf } from './engine/scopes-of.ts';
import { type Gathered, groundOf, monthEndsUntil } from './ground.ts';
import { bankMonths, type House, houseAccounts } from './house-accounts.ts';
import { SYSTEM_USER } from './layout.ts';
import { balanceName, type LiveRecord } from './records.ts';
import { liveRecords, previousBalances } from './records-store.ts';
import { lastReconciler, replaceScopes } from './scopes-store.ts';
import { followRule } from './standing.ts';
import { lockPeriod, notePrepared, type Period } from './store.ts';

export interface PreparingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sources: BookSources;
}

/** A period, and what the ledger says of it. */
export interface KnownPeriod {
  /** As it was before the ledger was asked. */
  readonly period: Period;
  readonly fixed: Fixed;
}

/** Asks the ledger about the books of a period. @throws Failure 503 */
export async function askAboutPeriod(
  { db, clock, sources }: PreparingDeps,
  company: PeriodCompany,
  period: Period,
): Promise<KnownPeriod> {
  const { clientAccountId } = company;
  const span = { start: period.periodStart, end: period.periodEnd };
  const today = clock.today();
  const houses = await houseAccounts(db.executor, clientAccountId);
  const books = await askBooks(sources, clientAccountId, span, codesOf(houses));
  const foreign = await askForeign(sources, clientAccountId, { books, houses, days: monthEndsUntil(span, today) });
  return { period, fixed: { span, today, company, books, houses, foreign } };
}

/**
 * Brings one period up to date: decides about every scope and writes what is missing in one transaction, in the turn of
 * the account.
 * @returns how many records, and statuses, changed
 * @throws Failure 503
 */
export async function preparePeriod(deps: PreparingDeps, { period, fixed }: KnownPeriod): Promise<number> {
  const { db, clock } = deps;
  const { today, books } = fixed;
  const { clientAccountId } = period;
  const openItems = await askAboutPartners(deps, fixed, period);
  return db.write(async (tx) => {
    const stamp = await takeStamp(tx, clock, clientAccountId, SYSTEM_USER);
    const locked = await lockPeriod(tx, clientAccountId, period.id);
    if (!locked || isOutrun(books, period, locked)) return 0;
    const decisions = await decideAll(tx, fixed, openItems);
    const changed = await carryOut(tx, locked, decisions, stamp);
    await notePrepared(tx, locked, books.revision, stamp.moment);
    const reconciledById =
      changed > 0 ? SYSTEM_USER : ((await lastReconciler(tx, clientAccountId, locked.id)) ?? SYSTEM_USER);
    const follows = await followRule(tx, locked, { stamp, today, hasChanged: changed > 0, reconciledById });
    return changed + (follows ? 1 : 0);
  });
}

/**
 * Are these books older than those of a preparation that ended meanwhile? Older than those of one that had ended before
 * they were asked for, they are those of a ledger that was restored, and count.
 */
const isOutrun = ({ revision }: PeriodBooks, before: Period, { booksRevision }: Period): boolean =>
  revision < booksRevision && booksRevision !== before.booksRevision;

const codesOf = (houses: readonly House[]): string[] => [...new Set(houses.map(({ accountCode }) => accountCode))];

/** What stands on accounts in a foreign currency, in that currency, at the end of each month. */
async function askForeign(
  sources: BookSources,
  clientAccountId: number,
  known: { readonly books: PeriodBooks; readonly houses: readonly House[]; readonly days: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const byCode = new Map(known.books.accounts.map((account) => [account.code, account.id]));
  const questions = known.houses.flatMap(({ id, accountCode, currencyCode }) => {
    const accountId = byCode.get(accountCode);
    if (currencyCode === null || currencyCode === known.books.currencyCode || accountId === undefined) return [];
    return known.days.map((asOfDate) => ({ accountId, bankAccountId: id, asOfDate, currencyCode }));
  });
  return foreignBalances(sources, clientAccountId, questions);
}

type Fixed = Omit<Gathered, 'months'>;
type OpenItems = ReadonlyMap<string, readonly ReconcilingItem[]>;
const NO_ITEMS: OpenItems = new Map();

/** Decides about every scope by what is stored at this moment. */
async function decideAll(ex: Database['executor'], fixed: Fixed, openItems: OpenItems): Promise<readonly Decision[]> {
  const { company, span, today } = fixed;
  const { clientAccountId, language } = company;
  const general = { today, language };
  const months = await bankMonths(ex, clientAccountId, monthEndsUntil(span, today));
  const scopes = scopesOf(groundOf({ ...fixed, months }));
  const records = await liveRecords(ex, clientAccountId, [...new Set(scopes.map(({ asOfDate }) => asOfDate))]);
  const byKey = new Map(records.flatMap((record) => (record.scopeKey === null ? [] : [[record.scopeKey, record]])));
  const own = (scope: Scope): LiveRecord | null => byKey.get(scope.key) ?? null;
  const unsettled = scopes.filter((scope) => scope.reconciler === 'BALANCE' && !isSettled(scope, own(scope)));
  const previous = await previousBalances(ex, clientAccountId, span.end, unsettled.map(balanceOf));
  const documented = documentedBalances(records);
  return scopes.map((scope) => {
    if (scope.reconciler !== 'BALANCE')
      return decide(scope, { own: own(scope), documented: null }, { ...general, previous: null, openItems: null });
    const name = balanceName(balanceOf(scope));
    const partner = partnerOf(scope);
    return decide(
      scope,
      { own: own(scope), documented: documented.get(`${scope.asOfDate}:${name}`) ?? null },
      {
        ...general,
        previous: previous.get(name) ?? null,
        openItems: (partner && openItems.get(partnerKey(partner))) ?? null,
      },
    );
  });
}

/** The one balance that a scope of the balance sheet is about. */
const balanceOf = ({ ledger }: Pick<Scope, 'ledger'>): LedgerBalance => ledger[0]!;

/** Reconciled lines of documents by the day and the name of each balance that they are about. */
function documentedBalances(records: readonly LiveRecord[]): ReadonlyMap<string, LiveRecord> {
  const found = new Map<string, LiveRecord>();
  for (const record of records)
    if (record.scopeKey === null)
      for (const name of record.balances.keys()) found.set(`${record.asOfDate}:${name}`, record);
  return found;
}

/** The partner that a scope is about. */
function partnerOf({ ledger }: Scope): PartnerPart | null {
  const [balance] = ledger;
  if (balance?.relationType !== 'businesspartner' || balance.relationId === null) return null;
  return { accountId: balance.accountId, businessPartnerId: balance.relationId };
}

const isOfPartner = ({ accounts }: PeriodBooks) => {
  const ofPartners = new Set(
    accounts.flatMap(({ id, relationType }) => (relationType === 'businesspartner' ? [id] : [])),
  );
  return ({ accountId, relationId }: BookPart): boolean => relationId !== null && ofPartners.has(accountId);
};

/** Asks what was open of those partners alone whose balance nothing else explains. */
async function askAboutPartners(
  { db, sources }: PreparingDeps,
  fixed: Fixed,
  { periodEnd }: Period,
): Promise<OpenItems> {
  if (periodEnd >= fixed.today || !fixed.books.parts.some(isOfPartner(fixed.books))) return NO_ITEMS;
  const decisions = await decideAll(db.executor, fixed, NO_ITEMS);
  const asked = decisions.flatMap(({ scope, kept, written }) => {
    const isOpen = (written?.isDraft ?? false) || kept?.preparedMethod === 'OPEN_ITEMS';
    const isPlainDraft = kept?.isDraft === true && kept.items.length === 0;
    return scope.reconciler === 'BALANCE' && (isOpen || isPlainDraft) ? (partnerOf(scope) ?? []) : [];
  });
  return askOpenItems(sources, fixed.company.clientAccountId, periodEnd, asked);
}

/** Retires and writes what was decided, and stores the scopes. @returns how many records changed */
async function carryOut(tx: Tx, period: Period, decisions: readonly Decision[], stamp: Stamp): Promise<number> {
  const { clientAccountId } = period;
  const gone = decisions.flatMap(({ retired }) => (retired === null ? [] : { clientAccountId, id: retired.id }));
  const retired = new Set((await retireByEngine(tx, stamp, gone)).map(({ id }) => id));
  // A draft that somebody reconciles at this moment stays; its end is followed by the next preparation.
  const isHeld = ({ retired: own }: Decision): boolean => own !== null && !retired.has(own.id);
  const records = decisions.flatMap((decision) => (isHeld(decision) ? [] : (engineRecord(period, decision) ?? [])));
  const written = await recordByEngine(tx, stamp, records);
  const idOf = new Map(written.map(({ scopeKey, id }) => [scopeKey, id]));
  const recordOf = (decision: Decision): number | null =>
    (isHeld(decision) ? decision.retired?.id : (decision.kept?.id ?? idOf.get(decision.scope.key))) ?? null;
  await replaceScopes(
    tx,
    period,
    decisions.map((decision) => storedScope(decision.scope, decision.obstacle, recordOf(decision))),
  );
  return retired.size + written.length;
}

function engineRecord({ clientAccountId, id }: Period, { scope, written }: Decision): EngineRecord | null {
  if (written === null) return null;
  const { key, asOfDate, currencyCode, exchangeRate, ledger } = scope;
  const statement = scope.reconciler === 'BANK' ? scope.bank.statement : null;
  return {
    ...{ clientAccountId, scopeKey: key, currencyCode, exchangeRate, isDraft: written.isDraft, note: written.note },
    subjectType: statement === null ? 'RECONCILIATION_PERIOD' : 'BANK_BALANCE',
    subjectId: statement?.id ?? id,
    expectedAmount: written.expected,
    balances: ledger.map(({ balance, ...name }) => ({ ...name, asOfDate, amount: balance })),
    items: written.items,
    // A draft without a rule is what a person explains.
    method: written.method ?? 'EXPLAINED',
  };
}

const storedScope = (scope: Scope, obstacle: Decision['obstacle'], externalReconciliationId: number | null) => ({
  ...{ key: scope.key, reconciler: scope.reconciler, asOfDate: scope.asOfDate, deadline: scope.deadline },
  ...{ labelNob: scope.label.nob, labelEng: scope.label.eng, groupKey: scope.groupKey },
  ...{ groupLabelNob: scope.groupLabel.nob, groupLabelEng: scope.groupLabel.eng },
  relationType: scope.dimension?.relationType ?? null,
  relationId: scope.dimension?.relationId ?? null,
  relationName: scope.dimension?.name ?? null,
  ...{ obstacle, externalReconciliationId },
});

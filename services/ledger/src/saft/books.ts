import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Executor } from '@app/db';
import { decimal, formatMoney, sum } from '@app/money';
import { askTrialBalance, type TrialBalanceRequest } from '../reports/trial-balance/query.ts';
import type { TrialBalanceRow } from '../reports/trial-balance/trial-balance.ts';
import { type PartyKind, partyKindOf } from './parties.ts';
import { type Part, partsOf, type Span } from './parts.ts';
import {
  type AccountFacts,
  type AnalysisValue,
  accountFacts,
  analysisValues,
  companyFacts,
  countTransactions,
  lastSequenceNumber,
  linesPerDay,
  type SaftTaxCode,
  taxCodesAt,
} from './store.ts';

/** An account of the file, with its balances in the span: debit minus credit. */
export interface SaftAccount extends AccountFacts {
  readonly incoming: string;
  readonly outgoing: string;
}

/**
 * What stands on a receivable or payable account for one customer or supplier, or for nobody: postings that name no
 * partner are a party of their own, so that parties add up to the account.
 */
export interface PartyBalance {
  /** 0 for nobody. */
  readonly partnerId: number;
  readonly name: string | null;
  readonly accountCode: string;
  readonly incoming: string;
  readonly outgoing: string;
}

/** A part of the file: its days, and what the transactions in it come to. */
export interface SaftPart extends Part {
  readonly transactions: number;
  readonly debit: string;
  readonly credit: string;
}

/**
 * The books of a span as they stood at one moment, but for their lines: those are read afterwards, up to the number
 * that was the last one then. What is posted is never changed, so the lines are those of that moment too.
 */
export interface SaftBooks extends Span {
  readonly clientAccountId: number;
  /** The accounting currency. */
  readonly currency: string;
  /** Liable for VAT on the last day. */
  readonly isVatLiable: boolean;
  readonly lastSequenceNumber: number;
  readonly lines: number;
  readonly accounts: readonly SaftAccount[];
  readonly parties: Readonly<Record<PartyKind, readonly PartyBalance[]>>;
  readonly analysis: readonly AnalysisValue[];
  readonly taxCodes: readonly SaftTaxCode[];
  readonly parts: readonly SaftPart[];
}

export interface BooksWanted extends Span {
  readonly clientAccountId: number;
  /** As many as one file takes. */
  readonly linesPerFile: number;
}

/**
 * Reads them, from a transaction that sees one state of the database.
 */
export async function readBooks(
  tx: Executor,
  { clientAccountId, linesPerFile, ...span }: BooksWanted,
): Promise<SaftBooks> {
  const last = await lastSequenceNumber(tx, clientAccountId);
  const rows = await askTrialBalance(tx, wholeOf(clientAccountId, span));
  const facts = await accountFacts(
    tx,
    clientAccountId,
    rows.map(({ account }) => account.id),
  );
  const accounts = rows.map((row) => ({ ...facts.get(row.account.id)!, ...balancesOf(row) }));
  const days = await linesPerDay(tx, clientAccountId, span);
  const parts: SaftPart[] = [];
  for (const part of partsOf(span, days, linesPerFile))
    parts.push({ ...part, ...(await totalsOf(tx, clientAccountId, part, part.of === 1 ? rows : undefined)) });
  const partners = [...facts.values()].filter(({ code }) => partyKindOf(code) !== undefined);
  return {
    ...span,
    clientAccountId,
    ...(await companyFacts(tx, clientAccountId, span.to)),
    lastSequenceNumber: last,
    lines: days.reduce((lines, day) => lines + day.lines, 0),
    accounts,
    parties: await partyBalances(tx, clientAccountId, span, partners),
    analysis: await analysisValues(
      tx,
      clientAccountId,
      span,
      partners.map(({ id }) => id),
    ),
    taxCodes: await taxCodesAt(tx, span.to),
    parts,
  };
}

const balancesOf = ({ incoming, outgoing }: TrialBalanceRow) => ({ incoming, outgoing });

/** Every posted line of a span, cancelled entries and their reversals among them. */
const wholeOf = (clientAccountId: number, { from, to }: Span): TrialBalanceRequest => ({
  clientAccountId,
  from,
  to,
  dimensions: new Map(),
  words: [],
  includeDrafts: false,
  includeCancelled: true,
  includeDimensions: false,
  includeZeroMovement: true,
});

async function totalsOf(
  tx: Executor,
  clientAccountId: number,
  span: Span,
  known: readonly TrialBalanceRow[] | undefined,
): Promise<Pick<SaftPart, 'transactions' | 'debit' | 'credit'>> {
  const rows = known ?? (await askTrialBalance(tx, wholeOf(clientAccountId, span)));
  const totalOf = (side: 'debit' | 'credit') => formatMoney(sum(rows.map((row) => decimal(row[side]))));
  return {
    transactions: await countTransactions(tx, clientAccountId, span),
    debit: totalOf('debit'),
    credit: totalOf('credit'),
  };
}

async function partyBalances(
  tx: Executor,
  clientAccountId: number,
  span: Span,
  accounts: readonly AccountFacts[],
): Promise<SaftBooks['parties']> {
  const parties: Record<PartyKind, PartyBalance[]> = { customer: [], supplier: [] };
  if (accounts.length === 0) return parties;
  const groupBy: DimensionType = 'businesspartner';
  const codes = accounts.map(({ code }) => code);
  const rows = await askTrialBalance(tx, { ...wholeOf(clientAccountId, span), codes, groupBy });
  for (const { account, relation, incoming, debit, credit, outgoing } of rows) {
    if (relation === null && [incoming, debit, credit].every((amount) => decimal(amount).isZero())) continue;
    const { id: partnerId, name } = relation ?? { id: 0, name: null };
    parties[partyKindOf(account.code)!].push({ partnerId, name, accountCode: account.code, incoming, outgoing });
  }
  return parties;
}

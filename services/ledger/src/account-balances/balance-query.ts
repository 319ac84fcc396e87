import type { DimensionType } from '@app/api/ledger/dimensions';
import { invalid } from '@app/contract/failure';
import type { Handlers, Ledger } from '@app/rpc';
import { requireDate, requireType } from '../document-postings/grpc.ts';

// Questions about balances as protos/ledger/v1/ledger.proto says them.

type Definition = NonNullable<(typeof Ledger)['definition']>;
type SentQuery = Parameters<Handlers<Definition>['DescribeBalances']>[0]['queries'][number];

/** What stands on an account at the end of a day. */
export interface BalanceQuery {
  readonly accountId: number;
  readonly asOf: string;
  /** Undefined: every line, whatever its dimensions. */
  readonly relationType: DimensionType | undefined;
  /** With a type and no id: lines without any value of the type. */
  readonly relationId: number | undefined;
  /** Undefined: the accounting currency. */
  readonly currencyCode: string | undefined;
}

/** @throws Failure 400 */
export function readBalanceQuery({
  accountId,
  asOfDate,
  relationType,
  relationId,
  currencyCode,
}: SentQuery): BalanceQuery {
  if (relationType === undefined && relationId !== undefined) throw invalid('A dimension value has a kind');
  if (currencyCode !== undefined && !/^[A-Z]{3}$/.test(currencyCode))
    throw invalid(`"${currencyCode}" is no currency code such as NOK`);
  return {
    accountId,
    asOf: requireDate(asOfDate),
    relationType: relationType === undefined ? undefined : requireType(relationType),
    relationId,
    currencyCode,
  };
}

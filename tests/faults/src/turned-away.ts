import type { ServiceName } from '@app/registry';

/** A call of a client, and how it was answered. */
export interface Answered {
  readonly path: string;
  readonly clientAccountId: number;
  readonly isWrite: boolean;
  readonly status: number;
  readonly retryAfter: string | null;
  /** Milliseconds of one clock. */
  readonly began: number;
  readonly ended: number;
}

/** How long calls and writers wait for their turn at most: who is turned away has hardly ever waited for less. */
const PATIENCE_MILLIS = 5_000;

/** Whose the calls of a crowd are; all others are the ledger's. */
const owners: readonly (readonly [RegExp, ServiceName])[] = [
  [/^\/api\/v2\/(projects|business-partners|client-accounts)\b/, 'organisation'],
  [/^\/api\/v2\/documents\b/, 'documents'],
  [/^\/api\/v2\/(external-)?reconciliations\b/, 'reconciliation'],
  [/^\/api\/v2\/users\b/, 'auth'],
];

export const ownerOf = (path: string): ServiceName => owners.find(([pattern]) => pattern.test(path))?.[1] ?? 'ledger';

/**
 * What is wrong with calls that were turned away. On a machine that others want a crowd may be too many, and who has
 * waited for long is told to come again. That is being busy as long as others are served meanwhile: when nobody of the
 * same service was, or none of the writers of the same company, then something stands still.
 * @param crowd when it came and when it was over: whoever was turned away soon after it came, or when most had gone, has
 * not seen enough
 */
export function wrongsOfTurnedAway(
  answers: readonly Answered[],
  crowd: { readonly since: number; readonly until: number },
): string[] {
  const away = answers.filter(({ status }) => status >= 500);
  const served = answers.filter(({ status }) => status >= 200 && status < 300);
  const unlike = away.filter(({ status, retryAfter }) => status !== 503 || !/^\d+$/.test(retryAfter ?? ''));
  const still = new Map<string, number>();
  const blame = (what: string): void => void still.set(what, (still.get(what) ?? 0) + 1);
  for (const { path, clientAccountId, isWrite, began, ended } of away) {
    const from = Math.min(began, ended - PATIENCE_MILLIS);
    if (from < crowd.since || ended > crowd.until) continue;
    const meanwhile = served.filter((other) => other.ended >= from && other.ended <= ended);
    const owner = ownerOf(path);
    if (!meanwhile.some((other) => ownerOf(other.path) === owner)) blame(`nobody was served by ${owner}`);
    if (isWrite && !meanwhile.some((other) => other.isWrite && other.clientAccountId === clientAccountId))
      blame(`no writer of client account ${clientAccountId} was served`);
  }
  return [
    ...(unlike.length > 0
      ? [
          `${unlike.length} calls failed and were not told when to come again, first ${unlike[0]!.path} with ${unlike[0]!.status}`,
        ]
      : []),
    ...[...still].map(([what, times]) => `${what} while ${times} calls waited that were turned away`),
  ];
}

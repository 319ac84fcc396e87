import { Failure } from '@app/contract';
import type { Database, Executor, Tx } from '@app/db';
import { timestamp } from '@app/runtime';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { clientAccounts } from '../../schema/client-accounts.ts';
import { findAccount, lockAccounts } from '../../tenancy/account-store.ts';
import { accountNotFound } from '../../tenancy/client-account.ts';
import { carryOutRemoval, type RemovalDependencies, requireRemovable } from './removal.ts';

/**
 * Companies of the test hooks are thrown away after a day of real time (JOB-R10). The test clock moves none of it: whoever
 * closes a year by it keeps the books that are closed.
 */
const HOURS = 24;
/** Removed in one run, which other jobs wait for; the next run goes on. */
const AT_ONCE = 20;
const PAGE = 100;
const SYSTEM_USER = 2;

/** Lets an account be erased a day from now; a repeat moves nothing. Gives when. @throws Failure 404 */
export async function makeDisposable(db: Database, id: number): Promise<string> {
  const [marked] = await db.executor
    .update(clientAccounts)
    .set({
      disposableUntil: sql`coalesce(${clientAccounts.disposableUntil}, clock_timestamp() + make_interval(hours => ${HOURS}))`,
    })
    .where(and(eq(clientAccounts.id, id), isNull(clientAccounts.erasing)))
    .returning({ until: clientAccounts.disposableUntil });
  if (!marked?.until) throw accountNotFound(id);
  return timestamp(Temporal.Instant.fromEpochMilliseconds(marked.until.getTime()));
}

const isOver = sql`${clientAccounts.disposableUntil} < clock_timestamp()`;

/**
 * The job `disposable-removal`: removes the companies of test hooks whose day is over, as their owners would. One that works
 * for others as a firm waits until that ends. Gives how many went. Safe to run twice.
 * @throws Failure 503 when a service is away: what was begun goes on by itself
 */
export async function eraseDisposable(deps: RemovalDependencies): Promise<number> {
  let erased = 0;
  let afterId = 0;
  while (erased < AT_ONCE) {
    const ids = await dueAfter(deps.db.executor, afterId);
    for (const id of ids) {
      if (erased < AT_ONCE && (await eraseOne(deps, id))) erased++;
    }
    if (ids.length < PAGE) break;
    afterId = ids.at(-1)!;
  }
  return erased;
}

async function dueAfter(ex: Executor, afterId: number): Promise<readonly number[]> {
  const due = await ex
    .select({ id: clientAccounts.id })
    .from(clientAccounts)
    .where(and(isOver, isNull(clientAccounts.erasing), gt(clientAccounts.id, afterId)))
    .orderBy(asc(clientAccounts.id))
    .limit(PAGE);
  return due.map(({ id }) => id);
}

/** Whether it went; false when it is not there any more, or may not go now. */
async function eraseOne(deps: RemovalDependencies, clientAccountId: number): Promise<boolean> {
  const removal = { clientAccountId, actorId: SYSTEM_USER, commandKey: `disposable:${clientAccountId}` };
  try {
    await carryOutRemoval(deps, removal, (tx) => requireOver(deps, tx, clientAccountId));
    return true;
  } catch (error) {
    if (error instanceof Failure && (error.status === 404 || error.status === 409)) return false;
    throw error;
  }
}

/** Under its lock it is still due. @throws Failure 404, 409 */
async function requireOver(deps: RemovalDependencies, tx: Tx, id: number): Promise<void> {
  await lockAccounts(tx, [id]);
  const [due] = await tx
    .select({ id: clientAccounts.id })
    .from(clientAccounts)
    .where(and(eq(clientAccounts.id, id), isOver));
  const account = due && (await findAccount(tx, id, deps.clock.today()));
  if (!account) throw accountNotFound(id);
  await requireRemovable(deps, tx, account);
}

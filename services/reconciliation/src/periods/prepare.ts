import { whileHeld } from '@app/db';
import type { ClientOf, Organisation } from '@app/rpc';
import type { Logger } from '@app/runtime';
import { runInContext } from '@app/runtime';
import { firstPosting } from './books.ts';
import { companyOf, findPreparedCompany, type PeriodCompany } from './company.ts';
import { layOutPeriods } from './layout.ts';
import { askAboutPeriod, type PreparingDeps, preparePeriod } from './prepare-period.ts';
import { extendLease, follow, giveBack, type TakenAccount, takeNow, unfollow } from './queue-store.ts';
import { allPeriods } from './store.ts';

export interface PreparationDeps extends PreparingDeps {
  readonly logger: Logger;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetAccount' | 'ListAccounts'>;
}

/**
 * Makes the periods of a company that are missing and brings those up to date that end on a day or later. Done twice,
 * or by many at once, it comes to the same records; killed in the middle it is done again from the beginning. It posts
 * nothing (RPD-R26).
 * @param from null: every period
 * @returns how many periods and records changed
 * @throws Failure 503
 */
async function preparePeriods(deps: PreparingDeps, company: PeriodCompany, from: string | null): Promise<number> {
  const { clientAccountId } = company;
  const first = await firstPosting(deps.sources, clientAccountId);
  if (first === null) return 0;
  let changed = await layOutPeriods(deps, company, first);
  const periods = (await allPeriods(deps.db.executor, clientAccountId)).filter(
    (period) => from === null || period.periodEnd >= from || period.preparedAt === null,
  );
  for await (const known of askedAhead(periods, (period) => askAboutPeriod(deps, company, period)))
    changed += await preparePeriod(deps, known);
  return changed;
}

/**
 * Answers one after the other, the next one asked for while somebody works with the one before it.
 * @throws what an answer throws, in its turn
 */
async function* askedAhead<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): AsyncGenerator<Answer> {
  const begin = (index: number): Promise<Answer> | undefined => {
    const item = items[index];
    if (item === undefined) return undefined;
    const answer = ask(item);
    answer.catch(() => undefined); // whoever waits for it hears of that
    return answer;
  };
  let next = begin(0);
  for (let index = 1; next !== undefined; index++) {
    const answer = await next;
    next = begin(index);
    yield answer;
  }
}

/**
 * Prepares every period of a company for somebody who asks for it. While that lasts the company is this process's, so
 * that what waited to be prepared is not done a second time beside it; where another process has it, both prepare.
 * @throws Failure 503
 */
export async function prepareNow(deps: PreparingDeps, company: PeriodCompany): Promise<void> {
  const { executor } = deps.db;
  const { clientAccountId } = company;
  await follow(executor, clientAccountId, null);
  const taken = await takeNow(executor, clientAccountId);
  if (!taken) return void (await preparePeriods(deps, company, null));
  const began = performance.now();
  let isDone = false;
  try {
    await whileHeld(
      () => extendLease(executor, taken),
      () => preparePeriods(deps, company, null),
    );
    isDone = true;
  } finally {
    await giveBack(executor, taken, { isDone, restMillis: isDone ? restSince(began) : RETRY_MILLIS });
  }
}

/** Accounts of one question to organisation. */
const PAGE = 1_000;

/** Every night: the periods of every company with early access (RPD-R30). One that fails waits for the next night. */
export async function prepareEverybody(deps: PreparationDeps): Promise<number> {
  const { clock, organisation, logger } = deps;
  let changed = 0;
  for (let afterId = 0; ; ) {
    const { accounts } = await organisation.ListAccounts({ afterId, limit: PAGE });
    for (const account of accounts) {
      if (!account.isActive || !companyOf(account, clock.today()).hasEarlyAccess) continue;
      changed += await prepareOne(deps, account.id).catch((error: unknown) => {
        logger.warn({ err: error, client_account_id: account.id }, 'the periods of a company were not prepared');
        return 0;
      });
    }
    if (accounts.length < PAGE) return changed;
    afterId = accounts.at(-1)!.id;
  }
}

/** Of a page that was read a while ago: the company may have gone since, and then nothing is written about it. */
async function prepareOne(deps: PreparationDeps, clientAccountId: number): Promise<number> {
  const { db, clock, organisation } = deps;
  const company = await findPreparedCompany(organisation, clientAccountId, clock.today());
  if (!company) return 0;
  await follow(db.executor, clientAccountId, null);
  return preparePeriods(deps, company, null);
}

/** A company rests so many times as long as its preparation took, and at most so long. */
const REST = 4;
const LONGEST_REST_MILLIS = 300_000;
/** The shortest pause after a preparation that failed. */
const RETRY_MILLIS = 5_000;
const restSince = (began: number): number => Math.min(LONGEST_REST_MILLIS, REST * (performance.now() - began));

/** Soon after something happened: the periods of one company that it touches. */
export async function prepareTaken(deps: PreparationDeps, taken: TakenAccount): Promise<void> {
  const { db, clock, organisation, logger } = deps;
  const { clientAccountId } = taken;
  const began = performance.now();
  try {
    const company = await findPreparedCompany(organisation, clientAccountId, clock.today());
    if (!company) return await db.write((tx) => unfollow(tx, clientAccountId));
    await runInContext({ requestId: `periods-${taken.leaseKey}`, clientAccountId }, () =>
      preparePeriods(deps, company, taken.from),
    );
    await giveBack(db.executor, taken, { isDone: true, restMillis: restSince(began) });
  } catch (error) {
    logger.warn({ err: error, client_account_id: clientAccountId }, 'periods were not prepared; they are tried again');
    await giveBack(db.executor, taken, { isDone: false, restMillis: Math.max(RETRY_MILLIS, restSince(began)) });
  }
}

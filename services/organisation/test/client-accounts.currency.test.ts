import { unavailable } from '@app/contract';
import { sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { type CurrencyOrderAsked, useOrganisation } from './start.ts';

// Two services change: the ledger's books first, then the account. Whatever dies in between, both end with one
// currency.

const world = useOrganisation();
const { as, user, account, played } = world;
const PATH = '/api/v2/client-accounts';

afterEach(() => {
  played.onCurrency = undefined;
});

const change = (owner: ReturnType<typeof user>, id: number, accounting_currency: string, more: object = {}) =>
  as(owner, 'PATCH', `${PATH}/${id}`, { accounting_currency, ...more });
const currencyOf = async (owner: ReturnType<typeof user>, id: number): Promise<string> =>
  (await as(owner, 'GET', `${PATH}/${id}`)).body.accounting_currency;
const published = async (id: number): Promise<readonly unknown[]> =>
  (await world.service.events('organisation.client_account.changed'))
    .filter(({ payload }) => payload.client_account_id === id)
    .map(({ payload }) => payload.accounting_currency);
const orders = async (id: number): Promise<number> =>
  (
    await world.service.db.executor.execute(
      sql`select 1 from use_cases where name = 'change_currency' and state = 'open' and client_account_id = ${id}`,
    )
  ).length;
/** As if the request that placed them had died a minute ago. */
const abandon = (id: number) =>
  world.service.db.executor.execute(
    sql`update use_cases set lease_until = lease_until - interval '1 minute' where client_account_id = ${id} and state = 'open'`,
  );
const recover = () => world.service.runJob('use-case-recovery');

/** Lets the played ledger note what it is asked, and do something about it. */
function watch(answer: (order: CurrencyOrderAsked) => boolean | Promise<boolean> = () => true): CurrencyOrderAsked[] {
  const asked: CurrencyOrderAsked[] = [];
  played.onCurrency = async (order) => {
    asked.push(order);
    return answer(order);
  };
  return asked;
}

it('the ledger changes first, then the account says so and reports it, with everything else that was sent [JEX-R44]', async () => {
  const owner = user();
  const { id } = await account(owner);
  const seen: string[] = [];
  const asked = watch(async () => {
    seen.push(await currencyOf(owner, id));
    return true;
  });
  const { status, body } = await change(owner, id, 'EUR', { display_name: 'Euro AS' });
  expect([status, body.accounting_currency, body.display_name]).toEqual([200, 'EUR', 'Euro AS']);
  expect(asked).toEqual([
    { clientAccountId: id, currencyCode: 'EUR', commandKey: expect.stringMatching(/.+/), accountVersion: 1 },
  ]);
  expect([seen, await published(id), await orders(id)]).toEqual([['NOK'], ['NOK', 'EUR'], 0]);
});

it('a first posting that came before it refuses the change, and nothing of the request is done [JEX-R44]', async () => {
  const owner = user();
  const before = await account(owner);
  watch(() => false);
  const { status, body } = await change(owner, before.id, 'EUR', { display_name: 'Not either' });
  expect([status, body.error.code]).toEqual([409, 'client_account.has_postings']);
  expect((await as(owner, 'GET', `${PATH}/${before.id}`)).body).toEqual(before);
  expect(await orders(before.id)).toBe(0);
});

it('a ledger that has changed and whose answer is lost, or an organisation that dies before it does: the order is asked about again under its key [JEX-R44]', async () => {
  const owner = user();
  const { id } = await account(owner);
  const lost = watch(() => {
    throw unavailable('lost on the way');
  });
  expect((await change(owner, id, 'EUR')).status).toBe(503);
  expect([await currencyOf(owner, id), await orders(id)]).toEqual(['NOK', 1]);
  const asked = watch();
  expect(await recover()).toBe(0);
  await abandon(id);
  expect(await recover()).toBe(1);
  expect(asked).toEqual(lost.slice(0, 1));
  expect([await currencyOf(owner, id), await published(id), await orders(id)]).toEqual(['EUR', ['NOK', 'EUR'], 0]);
  expect(await recover()).toBe(0);
});

it('an order that is refused when it is asked about again is forgotten', async () => {
  const owner = user();
  const { id } = await account(owner);
  watch(() => {
    throw unavailable('lost on the way');
  });
  await change(owner, id, 'EUR');
  watch(() => false);
  await abandon(id);
  expect(await recover()).toBe(1);
  expect([await currencyOf(owner, id), await published(id), await orders(id)]).toEqual(['NOK', ['NOK'], 0]);
});

it('the next change settles first what an earlier one left', async () => {
  const owner = user();
  const { id } = await account(owner);
  watch(() => {
    throw unavailable('lost on the way');
  });
  await change(owner, id, 'EUR');
  const asked = watch();
  const { status, body } = await change(owner, id, 'SEK');
  expect([status, body.accounting_currency]).toEqual([200, 'SEK']);
  expect(asked.map(({ currencyCode, accountVersion }) => [currencyCode, accountVersion])).toEqual([
    ['EUR', 1],
    ['SEK', 2],
  ]);
  expect(await published(id)).toEqual(['NOK', 'EUR', 'SEK']);
});

it('of changes side by side the last that the ledger took is the one the account has', async () => {
  const owner = user();
  const { id } = await account(owner);
  const taken: string[] = [];
  const done = new Set<string>();
  const asked = watch(({ commandKey, currencyCode }) => {
    if (!done.has(commandKey)) taken.push(currencyCode);
    done.add(commandKey);
    return true;
  });
  const currencies = ['EUR', 'SEK', 'USD', 'DKK', 'GBP', 'CHF'];
  const answers = await Promise.all(currencies.map((currency) => change(owner, id, currency)));
  for (const { status, body } of answers)
    expect([status, status === 200 ? 'done' : body.error.code]).toEqual(
      status === 200 ? [200, 'done'] : [409, 'common.conflict'],
    );
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(asked.length).toBeGreaterThanOrEqual(1);
  expect(await published(id)).toEqual(['NOK', ...taken]);
  expect([await currencyOf(owner, id), await orders(id)]).toEqual([taken.at(-1), 0]);
});

it('a dry run asks the ledger whether it may, and orders nothing', async () => {
  const owner = user();
  const { id } = await account(owner);
  const asked = watch();
  const { status, body } = await as(owner, 'PATCH', `${PATH}/${id}`, { accounting_currency: 'EUR' }, { dryRun: true });
  expect([status, body.accounting_currency]).toEqual([200, 'EUR']);
  expect([asked, await currencyOf(owner, id), await orders(id)]).toEqual([[], 'NOK', 0]);
  played.withPostings.add(id);
  expect((await as(owner, 'PATCH', `${PATH}/${id}`, { accounting_currency: 'EUR' }, { dryRun: true })).status).toBe(
    409,
  );
});

it('who may not change the account changes no books: a stranger, an employee, nobody', async () => {
  const owner = user();
  const { id } = await account(owner);
  const asked = watch();
  const employee = user();
  await world.link(id, employee, 'EM');
  expect((await change(user(), id, 'EUR')).status).toBe(403);
  expect((await change(employee, id, 'EUR')).status).toBe(403);
  expect((await as(null, 'PATCH', `${PATH}/${id}`, { accounting_currency: 'EUR' })).status).toBe(401);
  expect([asked, await orders(id)]).toEqual([[], 0]);
});

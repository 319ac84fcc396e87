import { Organisation } from '@app/rpc';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { playInvitedUsers } from './invited-users.ts';
import { useOrganisation } from './start.ts';

// The release before runs on the same schema during a rolling upgrade, with statements and tables of its own. What it
// leaves half done comes to its end here, and nothing is done twice.

const invited = playInvitedUsers((changes) => world.user(changes));
const world = useOrganisation({ others: { auth: [invited.stub] } });
const { as, user, account, company, played } = world;
const PASSWORD = 'Fjord-og-fjell-7';

afterEach(() => {
  invited.away = 'no';
  played.onCurrency = undefined;
});

const rows = async (statement: ReturnType<typeof sql>) => [...(await world.service.db.executor.execute(statement))];
const recover = () => world.service.runJob('use-case-recovery');
let keys = 0;
const newKey = () => `earlier-${++keys}`;

describe('a command', () => {
  const client = () => world.service.connect(Organisation, 'auth');
  const organization = async () => {
    const organizationNumber = await company();
    return (await client().StoreOrganizations({ organizations: [{ organizationNumber, name: 'Før AS' }] }))
      .organizations[0]!;
  };
  /** The statements of the release before. */
  const reserve = (key: string, operation: string) =>
    rows(sql`insert into commands (command_key, operation, result, created_at) values (${key}, ${operation}, '{}', now())
      on conflict (command_key) do nothing returning command_key`);
  const finish = (key: string, result: object) =>
    rows(
      sql`update commands set result = ${JSON.stringify(result)}::jsonb where command_key = ${key} returning command_key`,
    );
  const resultOf = (key: string, operation: string) =>
    rows(sql`select result from commands where command_key = ${key} and operation = ${operation}`);

  it('that the release before carried out gives what it gave, and is not done again', async () => {
    const [key, { id }] = [newKey(), await organization()];
    expect(await reserve(key, 'register_from_signup')).toHaveLength(1);
    expect(await finish(key, { client_account_id: 4711 })).toHaveLength(1);
    expect(await client().RegisterFromSignup({ commandKey: key, userId: user().id, organizationId: id })).toEqual({
      clientAccountId: 4711,
    });
    expect(await rows(sql`select 1 from client_accounts where organization_id = ${id}`)).toHaveLength(0);
  });

  it('that was carried out here is known to the release before', async () => {
    const [key, { id }] = [newKey(), await organization()];
    const { clientAccountId } = await client().RegisterFromSignup({
      commandKey: key,
      userId: user().id,
      organizationId: id,
    });
    expect(await reserve(key, 'register_from_signup')).toHaveLength(0);
    expect(await resultOf(key, 'register_from_signup')).toEqual([{ result: { client_account_id: clientAccountId } }]);
  });
});

describe('an acceptance', () => {
  /** An acceptance whose answer from auth was lost, as the release before keeps it. */
  async function leftBehind(times: { readonly stored: string; readonly refused?: boolean }) {
    const owner = user();
    const { id } = await account(owner);
    const email = `earlier-${newKey()}@books.test`;
    const { body } = await as(owner, 'POST', '/api/v2/invitations', { client_account_id: id, email, role_id: 5 });
    await expect.poll(() => world.mailTo(email)).toHaveLength(1);
    const token = /\/invitations\/([\w-]{43})/.exec((await world.mailTo(email))[0]!.text)![1]!;
    const headers = { 'idempotency-key': `accept ${email}` };
    const accept = () =>
      world.service.call('POST', `/public/v2/invitations/${token}/accept`, {
        body: { first_name: 'Ny', last_name: 'Person', email, password: PASSWORD },
        headers,
      });
    invited.away = 'after';
    expect((await accept()).status).toBe(503);
    invited.away = 'no';
    await rows(sql`
      with ours as (delete from use_cases where (intent ->> 'invitationId')::bigint = ${body.id} returning command_key)
      insert into invitation_acceptances (command_key, invitation_id, started_at, stored_at, refused_at)
      select command_key, ${body.id}, now(), clock_timestamp() - ${times.stored}::interval, ${times.refused ? sql`now()` : null} from ours`);
    const status = async () => (await as(owner, 'GET', `/api/v2/invitations/${body.id}`)).body.status;
    return { accept, status, email };
  }
  const retired = () => rows(sql`select 1 from invitation_acceptances`);

  it('that was left alone is carried to its end', async () => {
    const { status } = await leftBehind({ stored: '2 minutes' });
    expect(await recover()).toBe(1);
    expect([await status(), await retired()]).toEqual(['ACCEPTED', []]);
  });

  it('that may be at work is left alone, and so is one while the other recovery runs', async () => {
    const { status } = await leftBehind({ stored: '5 seconds' });
    expect([await recover(), await status()]).toEqual([0, 'PENDING']);
    await rows(sql`update invitation_acceptances set stored_at = stored_at - interval '2 minutes'`);
    const connection = await world.service.db.raw.reserve();
    await connection`select pg_advisory_lock(hashtextextended('job:organisation:invitation-recovery', 0))`;
    expect([await recover(), await status()]).toEqual([0, 'PENDING']);
    await connection`select pg_advisory_unlock(hashtextextended('job:organisation:invitation-recovery', 0))`;
    connection.release();
    expect([await recover(), await status()]).toEqual([1, 'ACCEPTED']);
  });

  it('whose request comes again with its key is continued, with one user', async () => {
    const made = invited.made.length;
    const { accept, status, email } = await leftBehind({ stored: '5 seconds' });
    expect((await accept()).status).toBe(200);
    expect([await status(), await retired()]).toEqual(['ACCEPTED', []]);
    expect(invited.made.slice(made).map((one) => one.email)).toEqual([email]);
  });

  it('that was refused is undone', async () => {
    const { status, email } = await leftBehind({ stored: '2 minutes', refused: true });
    expect(await recover()).toBe(1);
    expect([await status(), invited.made.some((one) => one.email === email)]).toEqual(['PENDING', false]);
  });

  it('that is under way here is not begun by the release before', async () => {
    const { status } = await leftBehind({ stored: '2 minutes' });
    await recover();
    const [known] =
      await rows(sql`select command_key, (select id from invitations order by id desc limit 1) as id from use_cases
      where name = 'accept_invitation' order by created_at desc limit 1`);
    await expect(
      rows(
        sql`insert into invitation_acceptances (command_key, invitation_id, started_at) values (${known!.command_key}, ${known!.id}, now())`,
      ),
    ).rejects.toThrow();
    expect(await status()).toBe('ACCEPTED');
  });
});

describe('a change of currency', () => {
  const currencyOf = async (owner: ReturnType<typeof user>, id: number) =>
    (await as(owner, 'GET', `/api/v2/client-accounts/${id}`)).body.accounting_currency;
  const order = (id: number, actorId: number, stored = '1 minute') =>
    rows(sql`insert into currency_orders (client_account_id, command_key, currency, actor_id, account_version, stored_at)
      values (${id}, ${newKey()}, 'EUR', ${actorId}, 1, clock_timestamp() - ${stored}::interval)
      on conflict (client_account_id) do nothing returning command_key`);

  it('that was left alone is carried to its end under its own key', async () => {
    const owner = user();
    const { id } = await account(owner);
    const [placed] = await order(id, owner.id);
    const asked: string[] = [];
    played.onCurrency = async ({ commandKey }) => asked.push(commandKey) > 0;
    expect(await recover()).toBe(1);
    expect([await currencyOf(owner, id), asked]).toEqual(['EUR', [placed!.command_key]]);
  });

  it('is settled before the next one of the account, whenever it was stored', async () => {
    const owner = user();
    const { id } = await account(owner);
    await as(owner, 'PATCH', `/api/v2/client-accounts/${id}`, { accounting_currency: 'SEK' });
    await order(id, owner.id, '1 second');
    const asked: string[] = [];
    played.onCurrency = async ({ currencyCode }) => asked.push(currencyCode) > 0;
    expect((await as(owner, 'PATCH', `/api/v2/client-accounts/${id}`, { accounting_currency: 'USD' })).status).toBe(
      200,
    );
    expect([asked, await currencyOf(owner, id)]).toEqual([['EUR', 'USD'], 'USD']);
  });

  it('is not stored by the release before while one is under way here', async () => {
    const owner = user();
    const { id } = await account(owner);
    let stored: readonly unknown[] | undefined;
    played.onCurrency = async () => {
      stored = await order(id, owner.id);
      return true;
    };
    await as(owner, 'PATCH', `/api/v2/client-accounts/${id}`, { accounting_currency: 'USD' });
    expect([stored, await currencyOf(owner, id)]).toEqual([[], 'USD']);
  });
});

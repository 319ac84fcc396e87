import { unavailable } from '@app/contract/failure';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, newNumber, PASSWORD, type SignupService, startSignup } from './signup-harness.ts';

// The release before keeps completions of signups in a table of its own and runs on this schema during a rolling
// upgrade.

let service: SignupService;
beforeAll(async () => {
  service = await startSignup();
});
afterEach(() => {
  service.organisation.before = undefined;
});
afterAll(() => service.stop());

const login = (email: string) => service.call('POST', '/v2/oauth/login', { body: { email, password: PASSWORD } });
const recover = () => service.runJob('use-case-recovery');

/** A completion whose call was not answered, as the release before keeps it: driven by it for a while, in seconds. */
async function leftBehind(drivenFor: number, headers: Readonly<Record<string, string>> = {}) {
  const number = newNumber();
  const { signup_token, organizations } = await service.enter(await service.person([number]));
  const body = { signup_token, organization_id: organizations[0]!.id, email: newEmail(), password: PASSWORD };
  service.organisation.before = async () => {
    throw unavailable('away');
  };
  expect((await service.complete(body, { headers })).status).toBe(503);
  service.organisation.before = undefined;
  const [moved] = await service.db.raw`
    with ours as (delete from use_cases where intent ->> 'organizationId' = ${String(body.organization_id)} returning *)
    insert into signup_registrations (command_key, token_digest, user_id, organization_id, is_new_user, has_new_link, touches, status, created_at, driven_until)
    select command_key::uuid, decode(subject, 'hex'), (intent ->> 'userId')::bigint, ${body.organization_id}, true, true, '[]', 'pending', created_at,
      now() + make_interval(secs => ${drivenFor}) from ours returning command_key`;
  const asked = () =>
    service.organisation.asked.filter(({ organizationId }) => organizationId === body.organization_id);
  return { body, number, commandKey: String(moved!.command_key), asked };
}

const retired = () => service.db.raw`select status from signup_registrations`;

describe('a completion of the release before', () => {
  it('that nobody drives any more is finished under its own key', async () => {
    const { body, commandKey, asked } = await leftBehind(-1);
    expect(await recover()).toBe(1);
    expect((await login(body.email)).status).toBe(200);
    expect([new Set(asked().map((one) => one.commandKey)), [...(await retired())]]).toEqual([
      new Set([commandKey]),
      [],
    ]);
  });

  it('that is driven there is left alone, and nobody else completes the session meanwhile', async () => {
    const { body } = await leftBehind(600);
    expect(await recover()).toBe(0);
    expect((await service.complete(body)).status).toBe(400);
    expect([...(await retired())]).toMatchObject([{ status: 'pending' }]);
    await service.db.raw`update signup_registrations set driven_until = now() - interval '1 second'`;
    expect(await recover()).toBe(1);
    expect((await login(body.email)).status).toBe(200);
  });

  it('that is refused by now leaves no user and no link', async () => {
    const { body, number } = await leftBehind(-1);
    service.organisation.accounts.set(number, { id: 12, ownerId: 999_999, name: 'Raskere AS' });
    expect(await recover()).toBe(1);
    expect(await service.db.raw`select 1 from users where email = ${body.email}`).toHaveLength(0);
  });

  it('is continued by whoever sends the same form again, or the same key', async () => {
    const byForm = await leftBehind(-1);
    expect((await service.complete(byForm.body)).status).toBe(201);
    const headers = { 'idempotency-key': 'across releases' };
    const byKey = await leftBehind(-1, headers);
    expect((await service.complete(byKey.body, { headers })).status).toBe(201);
    expect(new Set(byKey.asked().map((one) => one.commandKey))).toEqual(new Set([byKey.commandKey]));
  });

  it('that is done answers the key it was done for', async () => {
    const headers = { 'idempotency-key': 'done by the release before' };
    const { body, asked } = await leftBehind(-1, headers);
    await service.db
      .raw`update signup_registrations set status = 'done', client_account_id = 77 where organization_id = ${body.organization_id}`;
    await service.db.raw`update users set is_active = true where email = ${body.email}`;
    const before = asked().length;
    expect((await service.complete(body, { headers })).status).toBe(201);
    expect(asked()).toHaveLength(before);
  });

  it('is not begun for a session that has one here', async () => {
    const { body } = await leftBehind(-1);
    const [row] = await service.db.raw`select * from signup_registrations`;
    await recover();
    await expect(
      service.db.raw`insert into signup_registrations ${service.db.raw({ ...row, command_key: crypto.randomUUID() })}`,
    ).rejects.toThrow('newer release');
    expect((await login(body.email)).status).toBe(200);
  });
});

import { randomUUID } from 'node:crypto';
import { Auth } from '@app/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthService, claimsOf, cookieValue, PASSWORD, startAuth } from './harness.ts';

let service: AuthService;
let rpc: ReturnType<typeof connect>;
const connect = () => service.connect(Auth, 'organisation');
beforeAll(async () => {
  service = await startAuth();
  rpc = connect();
});
afterAll(() => service.stop());

it('states the standing of users, clients and sessions; unknown ones have none [PPL-R07]', async () => {
  const person = await service.person();
  const { client_id: clientId } = await service.client(person);
  expect(await rpc.CheckStanding({ userId: person.id })).toMatchObject({
    userActive: true,
    clientActive: true,
    isAdmin: false,
  });
  expect(await rpc.CheckStanding({ userId: person.id, clientId })).toMatchObject({
    userActive: true,
    clientActive: true,
  });
  expect(await rpc.CheckStanding({ userId: person.id, clientId: 'app_x' })).toMatchObject({
    userActive: true,
    clientActive: false,
  });
  expect(await rpc.CheckStanding({ userId: 987_654 })).toMatchObject({ userActive: false, isAdmin: false });
  await service.call('DELETE', `/v2/oauth/clients/${clientId}`, { token: person.token });
  const sessionId = String(claimsOf(person.token).sid);
  expect(await rpc.CheckStanding({ userId: person.id })).toMatchObject({ sessionEnded: false });
  expect(await rpc.CheckStanding({ userId: person.id, sessionId })).toMatchObject({
    userActive: true,
    sessionEnded: false,
  });
  for (const question of [
    { userId: person.id, sessionId: randomUUID() },
    { userId: person.id, sessionId: 'nonsense' },
    { userId: 1_000_000, sessionId },
  ])
    expect(await rpc.CheckStanding(question)).toMatchObject({ sessionEnded: true });
  await service.call('POST', '/v2/oauth/logout', { token: person.token });
  expect(await rpc.CheckStanding({ userId: person.id, sessionId })).toMatchObject({
    userActive: true,
    sessionEnded: true,
  });
  expect(await rpc.CheckStanding({ userId: person.id, clientId })).toMatchObject({ clientActive: false });
});

it('gives users by id, the reserved ones too, and the public keys', async () => {
  const person = await service.person({ firstName: 'Ola', lastName: 'Berg' });
  const { users } = await rpc.GetUsers({ ids: [person.id, 2, 3, 987_654, person.id] });
  expect(users.map(({ id, fullName, email }) => [id, fullName, email])).toEqual([
    [2, 'System', ''],
    [3, 'Assistant', ''],
    [person.id, 'Ola Berg', person.email],
  ]);
  expect((await rpc.GetUsers({ ids: [] })).users).toEqual([]);
  const { jwks } = await rpc.GetKeys({});
  expect(JSON.parse(jwks)).toEqual((await service.call('GET', '/.well-known/jwks.json')).body);
});

describe('registering an invited user', () => {
  const invite = (changes: Record<string, string> = {}) =>
    rpc.RegisterInvitedUser({
      commandKey: randomUUID(),
      email: `ny-${randomUUID()}@books.test`,
      password: PASSWORD,
      firstName: 'Ny',
      lastName: 'Person',
      language: 'eng',
      clientAddress: '203.0.113.7',
      ...changes,
    });

  it('makes a verified user with a session: token and cookie work', async () => {
    const answer = await invite();
    expect(answer).toMatchObject({ created: true, emailVerified: true, language: 'eng', isAdmin: false });
    expect((await service.call('GET', '/api/v2/users/me', { token: answer.sessionToken })).body.id).toBe(
      answer.user?.id,
    );
    const cookie = `refresh_token=${cookieValue(answer.refreshCookie, 'refresh_token')}`;
    expect((await service.call('POST', '/v2/oauth/session/refresh', { headers: { cookie } })).status).toBe(200);
  });

  it('once per command key, also when it is sent many times at once', async () => {
    const command = { commandKey: randomUUID(), email: `en-${randomUUID()}@books.test` };
    const first = await invite(command);
    const again = await invite(command);
    expect([again.user?.id, again.created]).toEqual([first.user?.id, true]);
    const raced = { commandKey: randomUUID(), email: `flere-${randomUUID()}@books.test` };
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => invite(raced)));
    const ids = new Set(answers.map((answer) => answer.status === 'fulfilled' && answer.value.user?.id));
    expect(ids.size).toBe(1);
    expect(ids.has(false)).toBe(false);
  });

  it('says what a command led to, and nothing of one that was refused or never came', async () => {
    const [done, refused] = [randomUUID(), randomUUID()];
    const { user } = await invite({ commandKey: done });
    await invite({ commandKey: refused, password: 'passord1' }).catch(() => undefined);
    expect((await rpc.FindInvitedUser({ commandKey: done })).userId).toBe(user!.id);
    for (const commandKey of [refused, randomUUID()])
      expect((await rpc.FindInvitedUser({ commandKey })).userId).toBeUndefined();
  });

  describe('and taking it back, since the acceptance was refused [CTL-R23]', () => {
    const login = (email: string) => service.call('POST', '/v2/oauth/login', { body: { email, password: PASSWORD } });
    const known = async (id: number) => (await rpc.GetUsers({ ids: [id] })).users.length === 1;

    it('leaves no user, no session and no command, and says so; a repeat changes nothing', async () => {
      const command = { commandKey: randomUUID(), email: `angret-${randomUUID()}@books.test` };
      const { user, sessionToken, refreshCookie } = await invite(command);
      expect((await service.call('GET', '/api/v2/users/me', { token: sessionToken })).status).toBe(200);
      expect(await rpc.ForgetInvitedUser(command)).toEqual({ forgotten: true });
      expect(await rpc.ForgetInvitedUser(command)).toEqual({ forgotten: false });
      expect([await known(user!.id), (await rpc.FindInvitedUser(command)).userId]).toEqual([false, undefined]);
      expect((await login(command.email)).status).toBe(401);
      const cookie = `refresh_token=${cookieValue(refreshCookie, 'refresh_token')}`;
      expect((await service.call('POST', '/v2/oauth/session/refresh', { headers: { cookie } })).status).toBe(401);
      await expect
        .poll(async () => (await service.call('GET', '/api/v2/users/me', { token: sessionToken })).status)
        .toBe(401);
      expect(await service.events('auth.user.changed')).toContainEqual(
        expect.objectContaining({ payload: { user_id: user!.id, is_active: false } }),
      );
      // The address is free again.
      expect((await invite({ email: command.email })).created).toBe(true);
    });

    it('keeps a user that was there before, that has logged in, or whom another acceptance has found', async () => {
      const person = await service.person();
      const proven = { commandKey: randomUUID(), email: person.email };
      await invite(proven);
      const [seen, shared] = [1, 2].map((n) => ({
        commandKey: randomUUID(),
        email: `brukt-${n}-${randomUUID()}@books.test`,
      }));
      const users = [person.id, (await invite(seen)).user!.id, (await invite(shared)).user!.id];
      expect((await login(seen!.email)).status).toBe(200);
      await invite({ email: shared!.email });
      for (const command of [proven, seen!, shared!, { commandKey: randomUUID() }])
        expect(await rpc.ForgetInvitedUser({ commandKey: command.commandKey })).toEqual({ forgotten: false });
      for (const id of users) expect(await known(id)).toBe(true);
    });

    it('at the same moment as another acceptance or a login breaks neither', async () => {
      for (let round = 0; round < 5; round++) {
        const command = { commandKey: randomUUID(), email: `samtidig-${randomUUID()}@books.test` };
        const { user } = await invite(command);
        const other = invite({ email: command.email });
        const [forgotten, found, loggedIn] = await Promise.all([
          rpc.ForgetInvitedUser(command),
          other,
          login(command.email),
        ]);
        expect([200, 401]).toContain(loggedIn.status);
        expect(await known(found.user!.id)).toBe(true);
        expect(await known(user!.id)).toBe(!forgotten.forgotten);
      }
    });
  });

  it('proves an existing user by its password and changes nothing of it', async () => {
    const person = await service.person({ firstName: 'Gammel' });
    await expect(invite({ email: person.email, password: 'Feil-passord-1' })).rejects.toMatchObject({
      code: 'user.invalid_password',
      status: 400,
    });
    const answer = await invite({ email: person.email.toUpperCase() });
    expect([answer.user?.id, answer.user?.firstName, answer.created]).toEqual([person.id, 'Gammel', false]);
  });

  it('refuses a weak password for a new user', async () => {
    await expect(invite({ password: 'passord1' })).rejects.toMatchObject({ code: 'user.weak_password', status: 400 });
  });

  it('shares the count of failures with login', async () => {
    const person = await service.person();
    for (let n = 0; n < 10; n++) await invite({ email: person.email, password: 'Feil-passord-1' }).catch(() => {});
    await expect(invite({ email: person.email })).rejects.toMatchObject({ code: 'user.invalid_password' });
    const login = await service.call('POST', '/v2/oauth/login', { body: { email: person.email, password: PASSWORD } });
    expect(login.status).toBe(401);
  });
});

import { type RunningService, startService } from '@app/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authService } from '../src/service.ts';
import {
  codeOf,
  newEmail,
  newNumber,
  PASSWORD,
  type SignupService,
  type SignupSteps,
  startSignup,
  stepsAt,
} from './signup-harness.ts';

// While the key of identities is replaced, processes of both keys answer, and each knows the other's.

const [FORMER, NEXT] = ['the key of identities until today: 32', 'the key of identities from today on: 32'];

let former: SignupService;
let replica: RunningService;
let next: SignupSteps;
beforeAll(async () => {
  former = await startSignup({ env: { IDENTITY_HMAC_KEY: FORMER, IDENTITY_HMAC_KEYS_PREVIOUS: NEXT } });
  const keys = { IDENTITY_HMAC_KEY: NEXT, IDENTITY_HMAC_KEYS_PREVIOUS: FORMER, IDENTITY_HMAC_KEY_VERSION: '2' };
  replica = await startService(authService, { env: { ...former.env, ...keys }, natsPrefix: former.natsPrefix });
  await replica.opened;
  next = stepsAt(replica.httpPort);
});
afterAll(async () => {
  await replica.stop();
  await former.stop();
});

it('who proves an identity at both at the same moment is recognised by either code', async () => {
  const { pid } = await former.signUp();
  for (const [one, other] of [
    [former, next],
    [next, former],
  ] as const) {
    const codes = [await one.arrive(pid), await other.arrive(pid)] as const;
    expect((await one.exchange(codes[0])).body).toMatchObject({ is_existing_user: true });
    expect((await other.exchange(codes[1])).body).toMatchObject({ is_existing_user: true });
  }
  for (let round = 0; round < 10; round++) {
    const entries = await Promise.all([former.enter(pid), next.enter(pid), former.enter(pid), next.enter(pid)]);
    expect(entries.map(({ is_existing_user }) => is_existing_user)).toEqual([true, true, true, true]);
  }
});

it('who is a stranger at both gets one user, whichever signup is completed first', async () => {
  const numbers = [newNumber(), newNumber()];
  const pid = await former.person(numbers);
  const entries = [await former.enter(pid), await next.enter(pid)] as const;
  expect(entries.map(({ is_existing_user }) => is_existing_user)).toEqual([false, false]);
  const bodies = entries.map(({ signup_token, organizations }, index) => ({
    ...{ signup_token, organization_id: organizations[index]!.id },
    ...{ email: newEmail(), password: PASSWORD },
  }));
  expect((await former.complete(bodies[0])).status).toBeLessThan(300);
  expect(codeOf(await next.complete(bodies[1]))).toBe('400 signup.identity_already_registered');
  expect((await next.enter(pid)).is_existing_user).toBe(true);
});

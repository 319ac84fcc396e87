import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mailbox, mailsOf, tokenIn } from './mailbox.ts';
import {
  newEmail,
  newNumber,
  PASSWORD,
  type SignupService,
  startSandboxOfTests,
  startSignup,
} from './signup-harness.ts';

let service: SignupService;
let mailbox: Omit<Mailbox, 'stop'>;
let stopMail: () => Promise<void>;
beforeAll(async () => {
  const sandbox = await startSandboxOfTests();
  stopMail = () => sandbox.stop();
  mailbox = mailsOf(sandbox);
  service = await startSignup({ env: mailbox.env });
});
afterAll(async () => {
  await service.stop();
  await stopMail();
});

const signUp = async (email: string, password = PASSWORD, options = {}) => {
  const number = newNumber();
  const { signup_token, organizations } = await service.enter(await service.person([number]));
  return service.complete({ signup_token, organization_id: organizations[0]?.id, email, password }, options);
};
const verify = (token: string) => service.call('POST', `/public/v2/email-verifications/${token}`);
const me = async (token: string) => (await service.call('GET', '/api/v2/users/me', { token })).body;

it('an address from signup is unverified until the link that was mailed to it is opened [PPL-R01]', async () => {
  const email = newEmail();
  const { status, body } = await signUp(email, PASSWORD, { headers: { 'accept-language': 'en' } });
  expect([status, body.user.email, body.user.email_verified, body.user.pending_email]).toEqual([
    201,
    email,
    false,
    null,
  ]);
  const mails = await mailbox.wait(email);
  expect([mails.length, mails[0]!.subject]).toEqual([1, 'Confirm your e-mail address']);
  expect((await verify(tokenIn(mails[0]!))).body).toEqual({ email, email_verified: true });
  expect(await me(body.token)).toMatchObject({ email, email_verified: true });
});

it('an address that somebody only named does not keep its owner from signing up and proving it [PPL-R02]', async () => {
  const email = newEmail();
  const stranger = (await signUp(email, 'Fremmed-passord-5')).body;
  const first = await mailbox.token(email);
  const owner = await signUp(email.toUpperCase());
  expect([owner.status, owner.body.user.id === stranger.user.id]).toEqual([201, false]);
  const second = await mailbox.token(email, 2);
  expect(second).not.toBe(first);
  expect((await verify(second)).status).toBe(200);
  expect(await me(owner.body.token)).toMatchObject({ email: email.toUpperCase(), email_verified: true });
  expect(await me(stranger.token)).toMatchObject({ id: stranger.user.id, email: null, email_verified: false });
  expect((await verify(first)).status).toBe(404);
  const refused = await signUp(email);
  expect([refused.status, refused.body.error.code]).toEqual([400, 'signup.email_linked_to_other_identity']);
});

it('whoever lost an address goes on signing in by identity [PPL-R02]', async () => {
  const email = newEmail();
  const [number, another] = [newNumber(), newNumber()];
  const pid = await service.person([number, another]);
  const entry = await service.enter(pid);
  const { body } = await service.complete({
    signup_token: entry.signup_token,
    organization_id: entry.organizations[0]?.id,
    email,
    password: PASSWORD,
  });
  const owner = await signUp(email);
  const tokens = (await mailbox.wait(email, 2)).map(tokenIn);
  const settled = [];
  for (const token of tokens.toReversed()) settled.push((await verify(token)).status);
  expect(settled.sort()).toEqual([200, 404]);
  expect(owner.status).toBe(201);
  const again = await service.enter(pid);
  expect(again.is_existing_user).toBe(true);
  const organization = again.organizations.find(({ already_registered }) => !already_registered);
  const answer = await service.complete({ signup_token: again.signup_token, organization_id: organization?.id });
  expect([answer.status, answer.body.user.id]).toEqual([201, body.user.id]);
});

import { unavailable } from '@app/contract/failure';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, newNumber, PASSWORD, type SignupService, startSignup } from './signup-harness.ts';

let service: SignupService;
beforeAll(async () => {
  service = await startSignup();
});
afterAll(() => service.stop());

const ts = Date.now() - 60_000;
const touch = (params: unknown, changes: object = {}) => ({
  params,
  ts,
  landing_path: '/priser',
  referrer_domain: 'avis.test',
  ...changes,
});

/** Signs up with this consent and attribution. */
async function signUp(
  consent: unknown,
  attribution: unknown,
): Promise<{ readonly status: number; readonly userId: number; readonly pid: string }> {
  const pid = await service.person();
  const { signup_token, organizations } = await service.enter(pid);
  const body = {
    signup_token,
    organization_id: organizations[0]!.id,
    email: newEmail(),
    password: PASSWORD,
    consent,
    attribution,
  };
  const { status, body: done } = await service.complete(body);
  return { status, userId: done.user?.id, pid };
}

const stored = (userId: number) =>
  service.db
    .raw`select touch_type, click_id_type, click_id, utm_source, landing_path, referrer_domain from marketing_touches where user_id = ${userId} order by id`;

describe('attribution', () => {
  const attribution = {
    first: touch({ utm_source: 'avis' }),
    last: touch({ utm_source: 'avis', gclid: 'g' }),
    clicks: { gclid: touch({ gclid: 'g' }), fbclid: touch({ gclid: 'g', fbclid: 'f' }) },
  };

  it('stores the touches that the rules let through', async () => {
    const { userId } = await signUp({ ads: true }, attribution);
    const common = { landing_path: '/priser', referrer_domain: 'avis.test' };
    expect(await stored(userId)).toEqual([
      { touch_type: 'first', click_id_type: null, click_id: null, utm_source: 'avis', ...common },
      { touch_type: 'last', click_id_type: 'gclid', click_id: 'g', utm_source: 'avis', ...common },
      { touch_type: 'click', click_id_type: 'gclid', click_id: 'g', utm_source: null, ...common },
    ]);
  });

  it.each([undefined, { ads: false }, { ads: 'true' }])(
    'stores nothing with consent %j, not even on the way [ATT-R01]',
    async (consent) => {
      const { status, userId } = await signUp(consent, attribution);
      expect(status).toBe(201);
      expect(await stored(userId)).toEqual([]);
      expect(
        await service.db
          .raw`select 1 from use_cases where coalesce(intent, result) ->> 'userId' = ${String(userId)} and intent -> 'touches' <> '[]'`,
      ).toHaveLength(0);
    },
  );

  it('stores an identical touch once, also when it comes with a later signup [ATT-R08] [ATT-R09]', async () => {
    const { userId, pid } = await signUp({ ads: true }, { first: touch({ utm_source: 'avis' }) });
    const added = newNumber();
    await service.control(`/organizations/${added}`, { name: 'Ny AS' });
    await service.control(`/persons/${pid}`, { given_name: 'Åse', family_name: 'Bjørnstad', organizations: [added] });
    const entry = await service.enter(pid);
    const again = {
      first: touch({ utm_source: 'avis', utm_term: 'annet' }, { landing_path: '/' }),
      last: touch({ utm_source: 'avis' }),
    };
    const body = {
      signup_token: entry.signup_token,
      organization_id: entry.organizations[0]!.id,
      consent: { ads: true },
      attribution: again,
    };
    expect((await service.complete(body)).status).toBe(201);
    expect((await stored(userId)).map((row) => row.touch_type)).toEqual(['first', 'last']);
  });

  it.each([
    'x',
    7,
    [],
    { first: 'x', last: 5, clicks: [] },
    { first: { params: { utm_source: 'a\0b' }, ts } },
    { first: { params: { utm_source: 's' }, ts: 8.64e15 } },
    { last: { params: { utm_source: 's' }, ts: -8.64e15 } },
    { first: touch({ utm_source: 'half \ud800' }), '\udc00': 1, clicks: { gclid: touch({ gclid: '\udfff' }) } },
    JSON.parse(`{"first":${'['.repeat(500)}${']'.repeat(500)}}`),
  ])('what is odd about it never fails the signup: %j [ATT-R10]', async (odd) => {
    expect((await signUp({ ads: true }, odd)).status).toBe(201);
  });

  it('half of a character takes its touch with it and no other, and is refused elsewhere [ATT-R10] [ATT-R11]', async () => {
    const { userId } = await signUp(
      { ads: true },
      { first: touch({ utm_source: 'half \ud800' }), last: touch({ utm_source: 'avis' }) },
    );
    expect((await stored(userId)).map((row) => row.touch_type)).toEqual(['last']);
    expect((await signUp({ ads: true, '\ud800': 1 }, {})).status).toBe(400);
  });

  it('values as long as they may be are stored, whatever they are made of [ATT-R10]', async () => {
    const long = '𝄞'.repeat(500);
    const params = {
      gclid: long,
      utm_source: long,
      utm_medium: long,
      utm_campaign: long,
      utm_term: long,
      utm_content: long,
    };
    const { status, userId } = await signUp({ ads: true }, { last: touch(params) });
    expect(status).toBe(201);
    expect(await stored(userId)).toHaveLength(1);
  });

  it('touches that the database refuses do not hold a signup up [ATT-R10]', async () => {
    const pid = await service.person();
    const { signup_token, organizations } = await service.enter(pid);
    const email = newEmail();
    const attribution = { last: touch({ utm_source: 'avis' }) };
    service.organisation.before = async () => {
      throw unavailable('organisation is away');
    };
    const body = {
      signup_token,
      organization_id: organizations[0]!.id,
      email,
      password: PASSWORD,
      consent: { ads: true },
      attribution,
    };
    expect((await service.complete(body)).status).toBeGreaterThanOrEqual(500);
    await service.db
      .raw`update use_cases set intent = jsonb_set(intent, '{touches,0,type}', '"unknown"') where state = 'open'`;
    service.organisation.before = undefined;
    await service.runJob('use-case-recovery');
    const users = await service.db.raw<{ id: string }[]>`select id from users where email = ${email} and is_active`;
    expect(users).toHaveLength(1);
    expect(await stored(Number(users[0]!.id))).toEqual([]);
  });
});

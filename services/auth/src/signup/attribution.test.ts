import { describe, expect, it } from 'vitest';
import { keptTouches, samenessOf } from './attribution.ts';

const now = Date.UTC(2026, 2, 15, 10);
const minute = 60_000;
const day = 24 * 60 * minute;
const touch = (changes: Record<string, unknown> = {}, params: unknown = { utm_source: 'nyhetsbrev' }) => ({
  params,
  ts: now - day,
  ...changes,
});
const kept = (attribution: unknown) => keptTouches({ ads: true }, attribution, now);

describe('consent', () => {
  it('keeps what was consented to', () => {
    expect(kept({ first: touch(), last: touch() }).map(({ type }) => type)).toEqual(['first', 'last']);
  });

  it.each([undefined, null, {}, { ads: false }, { ads: 'true' }, { ads: 1 }, true, 'ads', [true], { ADS: true }])(
    'keeps nothing unless ads is true: %j [ATT-R01]',
    (consent) => {
      expect(keptTouches(consent, { first: touch() }, now)).toEqual([]);
    },
  );
});

describe('what is not well formed', () => {
  it.each([
    undefined,
    null,
    'x',
    5,
    [],
    [touch()],
    { first: 'x' },
    { first: null },
    { first: [] },
    { first: { ts: now } },
    { clicks: [] },
    { clicks: 'x' },
  ])('is dropped without a fault: %j [ATT-R10]', (attribution) => {
    expect(kept(attribution)).toEqual([]);
  });

  it('does not take its neighbours with it', () => {
    expect(kept({ first: { ts: 'x' }, last: touch(), clicks: { gclid: 7 } }).map(({ type }) => type)).toEqual(['last']);
  });
});

describe('time', () => {
  it.each([undefined, null, 'x', String(now), 1.5, Number.NaN, Number.POSITIVE_INFINITY, -1, {}, 2 ** 60])(
    'a ts that is unusable drops the touch: %j [ATT-R02]',
    (ts) => {
      expect(kept({ first: touch({ ts }) })).toEqual([]);
    },
  );

  it.each([
    ['10 minutes ahead', now + 10 * minute, 1],
    ['a millisecond more', now + 10 * minute + 1, 0],
  ])('%s [ATT-R03]', (_, ts, count) => {
    expect(kept({ last: touch({ ts }) })).toHaveLength(count);
  });

  it.each([
    ['366 days old', now - 366 * day, 1],
    ['a millisecond more', now - 366 * day - 1, 0],
  ])('%s [ATT-R04]', (_, ts, count) => {
    expect(kept({ last: touch({ ts }) })).toHaveLength(count);
  });
});

describe('values', () => {
  it.each([{}, { dclid: 'x' }, { gclid: '' }, { utm_source: '' }, { utm_source: null }, { gclid: null, utm_id: 'x' }])(
    'a touch without an allowed click id and without UTM value is dropped: %j [ATT-R05]',
    (params) => {
      expect(kept({ first: touch({}, params) })).toEqual([]);
    },
  );

  it.each(['gclid', 'gbraid', 'wbraid', 'li_fat_id', 'twclid', 'fbclid', 'msclkid'])('%s alone is enough', (key) => {
    expect(kept({ first: touch({}, { [key]: 'abc' }) })).toMatchObject([{ clickIdType: key, clickId: 'abc' }]);
  });

  it.each(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'])('%s alone is enough', (key) => {
    expect(kept({ first: touch({}, { [key]: 'abc' }) })).toMatchObject([
      { clickIdType: null, clickId: null, utm: { [key]: 'abc' } },
    ]);
  });

  it('keeps the listed parameters and nothing else [ATT-R06]', () => {
    const params = { gclid: 'g', utm_source: 's', utm_campaign: 'c', utm_id: 'i', email: 'kari@books.test' };
    expect(
      kept({
        first: { ...touch({}, params), landing_path: '/priser', referrer_domain: 'books.test', user_agent: 'x' },
      }),
    ).toEqual([
      {
        type: 'first',
        clickIdType: 'gclid',
        clickId: 'g',
        ts: now - day,
        utm: { utm_source: 's', utm_medium: null, utm_campaign: 'c', utm_term: null, utm_content: null },
        landingPath: '/priser',
        referrerDomain: 'books.test',
      },
    ]);
  });

  it.each(['x'.repeat(1001), 'a\0b', '\ud800', 5, {}, ['x'], true])(
    'a campaign value that cannot be stored drops the touch: %j [ATT-R11]',
    (value) => {
      expect(kept({ first: touch({}, { utm_source: 's', utm_campaign: value }) })).toEqual([]);
    },
  );

  it('a path or domain that cannot be stored is left out, and the touch stays', () => {
    expect(kept({ first: touch({ landing_path: `/${'x'.repeat(1000)}`, referrer_domain: 7 }) })).toMatchObject([
      { landingPath: null, referrerDomain: null },
    ]);
  });
});

describe('clicks', () => {
  it('a touch is kept under the first click id of its parameters, in the fixed order [ATT-R07]', () => {
    const params = { msclkid: 'm', twclid: 't', wbraid: 'w' };
    expect(kept({ clicks: { wbraid: touch({}, params) } })).toMatchObject([
      { type: 'click', clickIdType: 'wbraid', clickId: 'w' },
    ]);
    for (const key of ['msclkid', 'twclid', 'gclid', 'utm_source', 'constructor'])
      expect(kept({ clicks: { [key]: touch({}, params) } })).toEqual([]);
  });

  it('all seven can be kept, whatever else is filed beside them', () => {
    const keys = ['gclid', 'gbraid', 'wbraid', 'li_fat_id', 'twclid', 'fbclid', 'msclkid'];
    const junk = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`x${i}`, touch({}, { gclid: 'g' })]));
    const clicks = { ...junk, ...Object.fromEntries(keys.map((key) => [key, touch({}, { [key]: key })])) };
    expect(kept({ clicks }).map(({ clickId }) => clickId)).toEqual(keys);
  });
});

describe('sameness', () => {
  const [base] = kept({
    first: touch(
      { landing_path: '/a' },
      { gclid: 'g', utm_source: 's', utm_medium: 'm', utm_campaign: 'c', utm_term: 't' },
    ),
  });

  it('compares type, click id and its type, time, source, medium and campaign [ATT-R09]', () => {
    const others = [
      { ...base!, type: 'last' as const },
      { ...base!, clickIdType: 'gbraid' },
      { ...base!, clickId: 'h' },
      { ...base!, ts: base!.ts + 1 },
      ...(['utm_source', 'utm_medium', 'utm_campaign'] as const).map((key) => ({
        ...base!,
        utm: { ...base!.utm, [key]: null },
      })),
    ];
    for (const other of others) expect(samenessOf(other)).not.toEqual(samenessOf(base!));
    const alike = {
      ...base!,
      landingPath: '/b',
      referrerDomain: 'x',
      utm: { ...base!.utm, utm_term: 'other', utm_content: 'other' },
    };
    expect(samenessOf(alike)).toEqual(samenessOf(base!));
  });
});

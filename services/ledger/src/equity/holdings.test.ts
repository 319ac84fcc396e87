import { formatRate, round } from '@app/money';
import { describe, expect, it } from 'vitest';
import {
  availableOf,
  averagePrice,
  follow,
  type Holder,
  type Holding,
  type Movement,
  NONE,
  POOL,
  ratioOf,
  type Shares,
  shares,
} from './holdings.ts';

const [ANNA, BENT, COMPANY] = [1, 2, 9];
const move = (
  type: Movement['type'],
  giver: Holder,
  receiver: Holder,
  quantity: string,
  price: string | null = null,
  date = '2026-01-01',
): Movement => ({
  type,
  date,
  giver,
  receiver,
  quantity: shares(quantity),
  price: price === null ? null : shares(price),
});
const issue = (receiver: Holder, quantity: string, price: string | null = null, date?: string) =>
  move('ISSUANCE', POOL, receiver, quantity, price, date);

/** What a holder has at last: quantity, cost, average. */
function after(movements: readonly Movement[], holder: Holder): readonly string[] {
  const last = follow(new Map(), movements).findLast((closing) => closing.holder === holder)!;
  return [formatRate(last.quantity), formatRate(last.cost), formatRate(averagePrice(last))];
}

describe('cost', () => {
  it('of what is bought adds up, and what is sold takes the weighted average along [EQT-R20]', () => {
    const bought = [issue(ANNA, '100', '10'), issue(ANNA, '50', '16')];
    expect(after(bought, ANNA)).toEqual(['150.000000', '1800.000000', '12.000000']);
    const sold = [...bought, move('TRANSFER', ANNA, BENT, '30', '20')];
    expect(after(sold, ANNA)).toEqual(['120.000000', '1440.000000', '12.000000']);
    expect(after(sold, BENT)).toEqual(['30.000000', '600.000000', '20.000000']);
  });

  it('goes along with a transfer that names no price, and is nothing where the price is nothing', () => {
    const bought = [issue(ANNA, '3', '10')];
    expect(after([...bought, move('TRANSFER', ANNA, BENT, '1')], BENT)).toEqual(['1.000000', '10.000000', '10.000000']);
    expect(after([...bought, move('TRANSFER', ANNA, BENT, '1', '0')], BENT)).toEqual([
      '1.000000',
      '0.000000',
      '0.000000',
    ]);
  });

  it('is rounded once, half away from zero, and whoever gives all keeps none of it', () => {
    // 1 over 3 shares: the first gives 0.333333, the next half of 0.666667, which is 0.3333335.
    const bought = [issue(ANNA, '1', '0.5'), issue(ANNA, '2', '0.25')];
    const one = move('TRANSFER', ANNA, BENT, '1');
    expect(after([...bought, one], ANNA)[1]).toBe('0.666667');
    expect(after([...bought, one, one], ANNA)[1]).toBe('0.333333');
    expect(after([...bought, one, one], BENT)[1]).toBe('0.666667');
    expect(after([...bought, one, one, one], ANNA)).toEqual(['0.000000', '0.000000', '0.000000']);
    expect(after([...bought, one, one, one], BENT)[1]).toBe('1.000000');
  });

  it('of shares bought back is the price, or nothing without one; retired shares take theirs to the pool', () => {
    const bought = [issue(ANNA, '10', '10')];
    expect(after([...bought, move('BUYBACK', ANNA, COMPANY, '4', '12')], COMPANY)).toEqual([
      '4.000000',
      '48.000000',
      '12.000000',
    ]);
    const free = [...bought, move('BUYBACK', ANNA, COMPANY, '4')];
    expect(after(free, COMPANY)[1]).toBe('0.000000');
    expect(after(free, ANNA)[1]).toBe('60.000000');
    const retired = [...bought, move('BUYBACK', ANNA, COMPANY, '4', '12'), move('RETIREMENT', COMPANY, POOL, '1')];
    expect(after(retired, COMPANY)[1]).toBe('36.000000');
    expect(after(retired, POOL)).toEqual(['-9.000000', '-88.000000', '9.777778']);
  });

  it('stays as it is in a split and in a reverse split, to the last decimal', () => {
    const bought = [issue(ANNA, '3', '33.333333')];
    expect(after([...bought, move('SPLIT', POOL, ANNA, '4')], ANNA)).toEqual(['7.000000', '99.999999', '14.285714']);
    expect(after([...bought, move('SPLIT', ANNA, POOL, '2')], ANNA)).toEqual(['1.000000', '99.999999', '99.999999']);
  });

  it('of the largest quantities at the largest prices is exact', () => {
    const most = '9999999999999.999999';
    expect(after([issue(ANNA, most, most)], ANNA)[1]).toBe('99999999999999999980000000.000000');
    expect(after([issue(ANNA, most, most), move('TRANSFER', ANNA, BENT, '0.000001')], ANNA)[1]).toBe(
      '99999999999999999970000000.000000',
    );
  });
});

describe('the fewest shares that a holder has from a moment on', () => {
  const later = [
    move('TRANSFER', ANNA, BENT, '30', null, '2026-02-01'),
    issue(ANNA, '50', null, '2026-02-01'),
    move('TRANSFER', ANNA, BENT, '40', null, '2026-03-01'),
  ];
  it('are found between movements of one day, too', () => {
    expect(availableOf(ANNA, shares('100'), later)).toEqual({ quantity: shares('70'), date: '2026-02-01' });
    expect(availableOf(ANNA, shares('100'), later.slice(1))).toEqual({ quantity: shares('100'), date: undefined });
    expect(availableOf(BENT, NONE, later)).toEqual({ quantity: NONE, date: undefined });
  });
});

it.each([
  ['200', '100', 2n, 1n],
  ['100', '300', 1n, 3n],
  ['1.5', '1', 3n, 2n],
  ['0.000001', '9999999999999.999999', 1n, 9999999999999999999n],
])('%s for %s is %s to %s', (newQuantity, oldQuantity, numerator, denominator) => {
  expect(ratioOf(shares(newQuantity), shares(oldQuantity))).toEqual({ numerator, denominator });
});

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('random movements of seed %i', (seed) => {
  const movements = randomMovements(seed);

  it('conserve shares: what all have, the pool included, is nothing at every moment [EQT-R16]', () => {
    expect(movements.length).toBe(200);
    for (const length of [1, 50, 120, 200]) {
      const holdings = lastOf(follow(new Map(), movements.slice(0, length)));
      expect(totalOf(holdings, 'quantity').toFixed()).toBe('0');
    }
  });

  it('leave nobody with fewer than no shares, a cost below zero, or a cost without shares', () => {
    for (const { holder, quantity, cost } of follow(new Map(), movements)) {
      if (holder === POOL) continue;
      expect([quantity.isNegative() && !quantity.isZero(), cost.isNegative() && !cost.isZero()]).toEqual([
        false,
        false,
      ]);
      if (quantity.isZero()) expect(cost.isZero()).toBe(true);
    }
  });

  it('conserve cost: it grows by what is paid above, and falls by what is paid below, the average given', () => {
    let holdings: ReadonlyMap<Holder, Holding> = new Map();
    for (const movement of movements) {
      const next = new Map([...holdings, ...lastOf(follow(holdings, [movement]))]);
      const moved = ({ cost }: Holding, { cost: before }: Holding): Shares => cost.minus(before);
      const nothing = { quantity: NONE, cost: NONE };
      const given = moved(next.get(movement.giver)!, holdings.get(movement.giver) ?? nothing).negated();
      const received = moved(next.get(movement.receiver)!, holdings.get(movement.receiver) ?? nothing);
      const held = holdings.get(movement.giver) ?? nothing;
      const { type, giver, quantity, price } = movement;
      if (type === 'SPLIT') expect([given.toFixed(), received.toFixed()]).toEqual(['0', '0']);
      else {
        const paid = price ? round(price.times(quantity), 6) : NONE;
        const average = quantity.equals(held.quantity) ? held.cost : held.cost.times(quantity).div(held.quantity);
        // The average given, to the last of six decimals; the pool gives for what is paid.
        const off = given.minus(giver === POOL ? paid : average).abs();
        expect(off.lessThanOrEqualTo('0.0000005'), `${type} ${off.toFixed()}`).toBe(true);
        const goesAlong = giver === POOL || type === 'RETIREMENT' || (type === 'TRANSFER' && price === null);
        expect(received.toFixed()).toBe((goesAlong ? given : paid).toFixed());
      }
      holdings = next;
    }
  });

  it('come to the same whether they are followed at once or piece by piece', () => {
    const whole = lastOf(follow(new Map(), movements));
    const half = lastOf(follow(new Map(), movements.slice(0, 77)));
    const pieces = new Map([...half, ...lastOf(follow(half, movements.slice(77)))]);
    for (const [holder, { quantity, cost }] of whole)
      expect([pieces.get(holder)!.quantity.toFixed(), pieces.get(holder)!.cost.toFixed()]).toEqual([
        quantity.toFixed(),
        cost.toFixed(),
      ]);
  });
});

const lastOf = (closings: ReturnType<typeof follow>): ReadonlyMap<Holder, Holding> =>
  new Map(closings.map(({ holder, quantity, cost }) => [holder, { quantity, cost }]));

const totalOf = (holdings: ReadonlyMap<Holder, Holding>, figure: keyof Holding): Shares =>
  [...holdings.values()].reduce((total, holding) => total.plus(holding[figure]), NONE);

/** Two hundred movements that nobody lacks the shares for, the same again from their seed. */
function randomMovements(seed: number): readonly Movement[] {
  let state = (seed * 0x9e37_79b9) >>> 0;
  const below = (n: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * n);
  };
  const figure = (whole: number): string =>
    `${below(whole)}.${String(1 + below(999_999)).padStart(6, '0')}`.replace(/(\.\d\d)\d+$/, below(2) ? '$1' : '$&');
  const held = new Map<Holder, Shares>();
  const movements: Movement[] = [];
  while (movements.length < 200) {
    const date = `2026-01-${String(1 + Math.floor(movements.length / 10)).padStart(2, '0')}`;
    const holder = 1 + below(4);
    const has = held.get(holder) ?? NONE;
    const part = below(5) === 0 ? has : round(has.times(1 + below(99)).div(100), 6);
    const price = below(3) === 0 ? null : figure(1_000);
    const given = part.isZero() ? undefined : formatRate(part);
    const candidates: readonly (Movement | undefined)[] = [
      issue(holder, figure(10_000), price, date),
      given === undefined ? undefined : move('TRANSFER', holder, 1 + (holder % 4), given, price, date),
      given === undefined ? undefined : move('BUYBACK', holder, COMPANY, given, price, date),
      held.get(COMPANY)?.greaterThan('1') ? move('RETIREMENT', COMPANY, POOL, '1', null, date) : undefined,
      given === undefined ? undefined : move('SPLIT', POOL, holder, given, null, date),
      given === undefined || part.equals(has) ? undefined : move('SPLIT', holder, POOL, given, null, date),
    ];
    const chosen = candidates[below(candidates.length)];
    if (!chosen) continue;
    movements.push(chosen);
    held.set(chosen.giver, (held.get(chosen.giver) ?? NONE).minus(chosen.quantity));
    held.set(chosen.receiver, (held.get(chosen.receiver) ?? NONE).plus(chosen.quantity));
  }
  return movements;
}

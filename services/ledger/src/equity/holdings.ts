import { Decimal as Base, decimal, RATE_SCALE, round } from '@app/money';

// How shares and their cost move, without a database (docs/contract/equity.md).
//
// The cost of a holder's shares of one class is one sum. What is received adds what was paid for it; what is given takes
// along its part of the sum, by the weighted average: cost × given / held. That is rounded once, to six decimals, halves
// away from zero; who gives all gives the whole sum, so nothing remains at no shares. The average itself is never stored
// and never multiplied with: what it was rounded by would add up.

/** Wide enough that the product of any cost and any quantity is exact before it is divided. */
const Exact = Base.clone({ precision: 80 });
export type Shares = InstanceType<typeof Exact>;

/** @param text of a decimal with up to six decimals */
export const shares = (text: string): Shares => new Exact(decimal(text));

export const NONE: Shares = new Exact(0);

/** A business partner by its id, or the pool that shares are issued from and retired to. */
export type Holder = number;
export const POOL: Holder = 0;

/** What a holder has of one class: the number of shares, and what they cost in all. */
export interface Holding {
  readonly quantity: Shares;
  readonly cost: Shares;
}

const NOTHING: Holding = { quantity: NONE, cost: NONE };

/** Shares of one class that go from one holder to another. */
export interface Movement {
  readonly type: 'ISSUANCE' | 'TRANSFER' | 'BUYBACK' | 'RETIREMENT' | 'SPLIT' | 'CONVERSION';
  /** Movements of one day follow each other as they were recorded. */
  readonly date: string;
  readonly giver: Holder;
  readonly receiver: Holder;
  /** Above zero. */
  readonly quantity: Shares;
  /** Null: none was named. */
  readonly price: Shares | null;
}

/** What a holder has at the end of a day on which that changed. */
export interface Closing extends Holding {
  readonly holder: Holder;
  readonly date: string;
}

/** The fewest shares that a holder has from a moment on, and the first day on which it has so few. */
export interface Available {
  readonly quantity: Shares;
  /** Undefined: from the beginning. */
  readonly date: string | undefined;
}

type Holdings = ReadonlyMap<Holder, Holding>;

const has = (holdings: Holdings, holder: Holder): Holding => holdings.get(holder) ?? NOTHING;

/** What the quantity costs at the price; nothing where none was named. */
const paid = ({ quantity, price }: Movement): Shares =>
  price === null ? NONE : round(quantity.times(price), RATE_SCALE);

/** What the giver's shares take along of their cost. */
function costGiven(movement: Movement, { quantity: held, cost }: Holding): Shares {
  // A split changes how many shares there are, not what they cost.
  if (movement.type === 'SPLIT') return NONE;
  // The pool has no shares of its own that had cost anything: it gives for what is paid.
  if (movement.giver === POOL) return paid(movement);
  if (movement.quantity.equals(held)) return cost;
  return round(cost.times(movement.quantity).div(held), RATE_SCALE);
}

/** What the shares cost who receives them. */
function costReceived(movement: Movement, given: Shares): Shares {
  if (movement.type === 'SPLIT' || movement.giver === POOL || movement.type === 'RETIREMENT') return given;
  // Shares bought back without a price cost the company nothing; of a transfer without one the cost goes along.
  if (movement.price === null && movement.type !== 'BUYBACK') return given;
  return paid(movement);
}

/**
 * Lets movements happen, in their order.
 * @param before what every holder that occurs in them has before the first one; who is absent has nothing
 * @returns what holders have at the end of each day on which that changed, in the order of the days
 */
export function follow(before: Holdings, movements: readonly Movement[]): readonly Closing[] {
  const holdings = new Map(before);
  const closings = new Map<string, Closing>();
  const change = (holder: Holder, date: string, quantity: Shares, cost: Shares): void => {
    const known = has(holdings, holder);
    const holding = { quantity: known.quantity.plus(quantity), cost: known.cost.plus(cost) };
    holdings.set(holder, holding);
    closings.set(`${date} ${holder}`, { holder, date, ...holding });
  };
  for (const movement of movements) {
    const { giver, receiver, date, quantity } = movement;
    const given = costGiven(movement, has(holdings, giver));
    change(giver, date, quantity.negated(), given.negated());
    change(receiver, date, quantity, costReceived(movement, given));
  }
  return [...closings.values()];
}

/**
 * How many shares a holder can give without ever having fewer than none, whatever it gave later.
 * @param held what it has when it would give
 * @param later the movements behind that moment, in their order
 */
export function availableOf(holder: Holder, held: Shares, later: readonly Movement[]): Available {
  let quantity = held;
  let fewest: Available = { quantity, date: undefined };
  for (const { giver, receiver, date, quantity: moved } of later) {
    if (giver === holder) quantity = quantity.minus(moved);
    if (receiver === holder) quantity = quantity.plus(moved);
    if (quantity.lessThan(fewest.quantity)) fewest = { quantity, date };
  }
  return fewest;
}

/** Cost per share, to six decimals; of no shares nothing. */
export const averagePrice = ({ quantity, cost }: Holding): Shares =>
  quantity.isZero() ? NONE : round(cost.div(quantity), RATE_SCALE);

export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** New shares over old ones in lowest terms. */
export function ratioOf(newQuantity: Shares, oldQuantity: Shares): Ratio {
  const whole = (quantity: Shares): bigint => BigInt(quantity.times(10 ** RATE_SCALE).toFixed(0));
  const [numerator, denominator] = [whole(newQuantity), whole(oldQuantity)];
  let [a, b] = [numerator, denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  return { numerator: numerator / a, denominator: denominator / a };
}

import { type ShareClass, shareClasses } from '@app/api/ledger/index';
import { allocate, RATE_SCALE, sum } from '@app/money';
import { type Holder, type Holding, NONE, type Shares, shares } from './holdings.ts';

/** What a holder has of a class. */
export interface Position extends Holding {
  readonly holder: Holder;
  readonly shareClass: ShareClass;
}

export interface Shareholder extends Holding {
  readonly holder: Holder;
  readonly percentageOfClass: Shares;
  readonly percentageOfTotal: Shares;
}

export interface ClassOfShares {
  readonly shareClass: ShareClass;
  /** Those that exist, the company's own included. */
  readonly total: Shares;
  readonly treasury: Shares;
  readonly percentageOfTotal: Shares;
  /** Who has most comes first. */
  readonly shareholders: readonly Shareholder[];
}

export interface CapTable {
  readonly classes: readonly ClassOfShares[];
  readonly outstanding: Shares;
  readonly treasury: Shares;
}

const HUNDRED = shares('100');

/** Parts of a hundred that add up to it; none of nothing. */
const percentages = (weights: readonly Shares[]): readonly Shares[] =>
  weights.length === 0 ? [] : allocate(HUNDRED, weights, RATE_SCALE);

/**
 * Who owns a company. Percentages are of the shares outstanding, which the company's own are not, to six decimals: each
 * is the difference of two rounded running totals, so that those of a class add up to 100, those of all shareholders
 * too, and a class has what its shareholders have together.
 * @param positions of holders alone, each with shares
 * @param company whose shares are its own
 */
export function capTableOf(positions: readonly Position[], company: Holder): CapTable {
  const byClass = shareClasses.flatMap((shareClass) => {
    const ofClass = positions.filter((position) => position.shareClass === shareClass);
    if (ofClass.length === 0) return [];
    const held = ofClass.filter(({ holder }) => holder !== company).sort(byShares);
    const treasury = ofClass.find(({ holder }) => holder === company)?.quantity ?? NONE;
    return [{ shareClass, treasury, held, outstanding: sum(held.map(({ quantity }) => quantity)) }];
  });
  const ofTotal = percentages(byClass.flatMap(({ held }) => held.map(({ quantity }) => quantity)));
  let place = 0;
  const classes = byClass.map(({ shareClass, treasury, held, outstanding }): ClassOfShares => {
    const own = ofTotal.slice(place, place + held.length);
    place += held.length;
    const ofClass = percentages(held.map(({ quantity }) => quantity));
    return {
      shareClass,
      treasury,
      total: outstanding.plus(treasury),
      percentageOfTotal: sum(own),
      shareholders: held.map(({ holder, quantity, cost }, index) => ({
        ...{ holder, quantity, cost },
        percentageOfClass: ofClass[index]!,
        percentageOfTotal: own[index]!,
      })),
    };
  });
  return {
    classes,
    outstanding: sum(byClass.map(({ outstanding }) => outstanding)),
    treasury: sum(byClass.map(({ treasury }) => treasury)),
  };
}

const byShares = (a: Position, b: Position): number => b.quantity.comparedTo(a.quantity) || a.holder - b.holder;

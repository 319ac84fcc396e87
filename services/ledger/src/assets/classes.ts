import type { AssetClassOut, DepreciationMethod, SaldoGroup } from '@app/api/ledger/asset-classes';
import type { Language } from '@app/runtime';
import type { z } from 'zod';
import listed from './asset-classes.json' with { type: 'json' };

/** A class of assets: what it is called, how it is written down, and where it is booked. */
export interface AssetClass {
  readonly code: string;
  readonly names: Readonly<Record<Language, string>>;
  readonly descriptions: Readonly<Record<Language, string>>;
  readonly method: DepreciationMethod;
  readonly standard: 'IAS 16' | 'IAS 38' | 'IAS 40';
  readonly group: SaldoGroup | null;
  readonly assetAccount: string;
  /** Ships and aircraft are written down on the asset account itself. */
  readonly accumulatedAccount: string | null;
  readonly expenseAccount: string | null;
  /** Of the straight line; null for what is not written down. */
  readonly lifeMonths: number | null;
}

/** A group of the tax balance (national tax act, section 14-43). */
export interface TaxGroup {
  /** Percent of the balance per year. */
  readonly rate: string;
  /** Each object has a balance of its own, which a disposal takes off as a whole: the rest is gain or loss. */
  readonly isPerObject: boolean;
}

const pool = (rate: string): TaxGroup => ({ rate, isPerObject: false });
const perObject = (rate: string): TaxGroup => ({ rate, isPerObject: true });

/** Rates since the income year 2017 and later. Their source: the national tax act; raised initial rates are not kept. */
export const TAX_GROUPS: Readonly<Record<SaldoGroup, TaxGroup>> = {
  a: pool('30.00'),
  b: pool('20.00'),
  c: pool('24.00'),
  d: pool('20.00'),
  e: perObject('14.00'),
  f: perObject('12.00'),
  g: perObject('5.00'),
  h: perObject('4.00'),
  i: perObject('2.00'),
  j: pool('10.00'),
};

type Listed = Omit<AssetClass, 'method'>;

/** The classes, in the order in which they are shown (docs/contract/assets.md). */
export const assetClasses: readonly AssetClass[] = (listed as readonly Listed[]).map((one) => ({
  ...one,
  method: one.lifeMonths === null ? 'NONE' : 'STRAIGHT_LINE',
}));

const byCode: ReadonlyMap<string, AssetClass> = new Map(assetClasses.map((one) => [one.code, one]));

export const findClass = (code: string | null): AssetClass | undefined =>
  code === null ? undefined : byCode.get(code);

/** The class as callers see it. */
export const presentClass = (one: AssetClass, language: Language): z.input<typeof AssetClassOut> => ({
  code: one.code,
  name: one.names[language],
  description: one.descriptions[language],
  depreciation_method: one.method,
  ifrs_standard: one.standard,
  no: {
    saldogruppe: one.group,
    depreciation_rate: one.group === null ? null : TAX_GROUPS[one.group].rate,
    default_asset_account: one.assetAccount,
    default_accumulated_account: one.accumulatedAccount,
    default_expense_account: one.expenseAccount,
  },
});

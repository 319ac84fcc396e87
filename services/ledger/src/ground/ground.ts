import type { Decimal } from '@app/money';

/** A general ledger account, as far as an entry is judged by it. */
export interface GroundAccount {
  readonly id: number;
  readonly code: string;
  readonly isActive: boolean;
  /** The tax codes that it takes; none: it takes every one. */
  readonly taxCodes: readonly string[];
}

/** A tax code in one of its periods; the dates are inclusive, null: open. */
export interface GroundTaxCode {
  readonly id: number;
  readonly code: string;
  /** Percent of the base; 0 for a code that moves no tax. */
  readonly rate: Decimal;
  readonly activeFrom: string | null;
  readonly activeTo: string | null;
}

/** Days from `from` on and before `before`; null: open. */
export interface Period {
  readonly from: string | null;
  readonly before: string | null;
}

/** What all companies share: the system chart and the tax codes, under one version. */
export interface CommonGround {
  readonly version: number;
  readonly accountsByCode: ReadonlyMap<string, GroundAccount>;
  readonly accountsById: ReadonlyMap<number, GroundAccount>;
  readonly taxCodes: ReadonlyMap<string, readonly GroundTaxCode[]>;
}

/** What an entry of a company is judged by, under the version that every change of any of it raises. */
export interface Ground {
  readonly clientAccountId: number;
  readonly version: number;
  readonly currency: string;
  readonly isActive: boolean;
  /** Posting dates up to this day are locked. */
  readonly lockedUntil: string | null;
  /** When the company is liable for VAT. */
  readonly vatLiable: readonly Period[];
  /** The company's own accounts. */
  readonly accountsByCode: ReadonlyMap<string, GroundAccount>;
  readonly accountsById: ReadonlyMap<number, GroundAccount>;
  readonly common: CommonGround;
}

export const accountByCode = ({ accountsByCode, common }: Ground, code: string): GroundAccount | undefined =>
  accountsByCode.get(code) ?? common.accountsByCode.get(code);

export const accountById = ({ accountsById, common }: Ground, id: number): GroundAccount | undefined =>
  accountsById.get(id) ?? common.accountsById.get(id);

export const isVatLiable = ({ vatLiable }: Ground, day: string): boolean =>
  vatLiable.some(({ from, before }) => (from === null || from <= day) && (before === null || day < before));

/** The code as it is in force on a day. */
export const taxCodeOn = ({ common }: Ground, code: string, day: string): GroundTaxCode | undefined =>
  common.taxCodes
    .get(code)
    ?.find(
      ({ activeFrom, activeTo }) =>
        (activeFrom === null || activeFrom <= day) && (activeTo === null || day <= activeTo),
    );

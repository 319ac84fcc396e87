import { timestamp } from '@app/runtime';

/** A moment as it leaves the house: `2024-03-15T10:00:00Z`. */
export const instantOut = (moment: Date): string => timestamp(moment.toTemporalInstant());

export const instantOrNull = (moment: Date | null): string | null => (moment === null ? null : instantOut(moment));

type Present<T> = { readonly [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as null extends T[K] ? K : never]?: Exclude<T[K], null>;
};

/** Without the fields that are null: an `optional` field of a proto is absent, never null. */
export const presentFields = <T extends object>(fields: T): Present<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Present<T>;

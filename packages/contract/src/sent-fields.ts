/** The fields of `T` that may hold undefined, as fields that may be absent and never do. */
export type SentFields<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * The fields of a change that were sent: those with a value or null. What is undefined was left out by the caller and
 * stays as it is.
 */
export const sentFields = <T extends object>(fields: T): SentFields<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as SentFields<T>;

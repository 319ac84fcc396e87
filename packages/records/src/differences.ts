/** The fields of a change that were sent and are not so already. */
export const differences = <T extends object>(record: object, change: Partial<T>): Partial<T> => {
  const present = record as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(change).filter(
      ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(present[field]),
    ),
  ) as Partial<T>;
};

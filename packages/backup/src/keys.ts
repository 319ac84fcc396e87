import { createHmac } from 'node:crypto';

/**
 * A value by which a key is recognised and that says nothing about it: the keys are 32 random bytes.
 * @param key as the setting has it
 */
export const checkValueOf = (key: string): string =>
  createHmac('sha256', key).update('check value of a backup').digest('hex').slice(0, 32);

/** Keys by the name of their setting, the present one first. */
export type Keys = Readonly<Record<string, readonly string[]>>;

/** The check values of some keys. */
export const checkValuesOf = (keys: Keys): Record<string, string[]> =>
  Object.fromEntries(Object.entries(keys).map(([name, values]) => [name, values.map(checkValueOf)]));

/**
 * The settings of which a key is missing that a backup needs.
 * @param needed check values by setting, as a manifest has them
 */
export function missingKeys(needed: Readonly<Record<string, readonly string[]>>, keys: Keys): readonly string[] {
  const there = checkValuesOf(keys);
  return Object.entries(needed)
    .filter(([name, values]) => values.some((value) => !there[name]?.includes(value)))
    .map(([name]) => name);
}

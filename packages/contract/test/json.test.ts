import { describe, expect, it } from 'vitest';
import { parseExact, UnparsedNumber } from '../src/json.ts';

/** Numbers whose text a double does not print back, and such whose text it does. */
const kept = [
  '1.0',
  '10.00',
  '0.10',
  '-0.0',
  '-0',
  '-1.50',
  '1e2',
  '1E+2',
  '-1.5e-3',
  '12345678901234567',
  '0.12345678901234567',
  '1.10e1',
];
const plain = ['0', '1', '-1', '1.5', '100', '-20', '0.01', '1234.56', '123456789012345'];

/** The text of every number in a value, in order; undefined where the number is a plain one. */
function textsIn(value: unknown): (string | undefined)[] {
  if (value instanceof UnparsedNumber) return [value.text];
  if (typeof value === 'number') return [undefined];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const places = [
  (n: string) => n,
  (n: string) => ` ${n} `,
  (n: string) => `[${n}]`,
  (n: string) => `[1,${n},2]`,
  (n: string) => `[1,\n\t${n}]`,
  (n: string) => `{"a":${n}}`,
  (n: string) => `{"a" :\r\n ${n} ,"b":"x"}`,
  (n: string) => `{"a":{"b":["10.00",${n}]}}`,
];

describe('a number in JSON', () => {
  it.each(kept)('%s keeps its text, wherever it stands', (number) => {
    for (const place of places) expect(textsIn(parseExact(place(number))), place(number)).toContain(number);
  });

  it.each(plain)('%s is a number, wherever it stands', (number) => {
    for (const place of places) {
      const texts = textsIn(parseExact(place(number)));
      expect(texts, place(number)).not.toHaveLength(0);
      expect(new Set(texts), place(number)).toEqual(new Set([undefined]));
    }
  });

  it('keeps its text in any company', () => {
    const strings = ['"10.00"', '"kr 1.50, -0"', '":1.0"', '"1e5"', '"\\"2.0"'];
    const all = [...kept, ...plain, ...strings];
    let seed = 1;
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 2_000; round++) {
      const members = Array.from({ length: 1 + next(4) }, () => all[next(all.length)]!);
      const text = `[${members.join(next(2) ? ',' : ' ,\n')}]`;
      const expected = members
        .filter((each) => !each.startsWith('"'))
        .map((each) => (kept.includes(each) ? each : undefined));
      expect(textsIn(parseExact(text)), text).toEqual(expected);
    }
  });
});

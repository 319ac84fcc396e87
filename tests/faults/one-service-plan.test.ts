import { createDice } from '@app/demo';
import { serviceNames } from '@app/registry';
import { expect, it } from 'vitest';
import type { Fault } from './src/fault.ts';
import { makeOneServicePlan, requireService } from './src/one-service-plan.ts';
import { makeLongPlan, makeShortPlan } from './src/plan.ts';

const planOf = (name: string) => makeOneServicePlan(name, { dice: createDice(1) });

/** However long it lasts: the long form goes on for longer. */
const kindsOf = (plan: readonly Fault[]): string[] => plan.map(({ kind }) => kind.replace(/\d+ s$/, 'some seconds'));

it.each(serviceNames)('%s is killed, and meets each fault once, of those that the other forms inject', (name) => {
  const kinds = kindsOf(planOf(name));
  const dice = createDice(1);
  const others = ([1, 2] as const).flatMap((replicas) => makeLongPlan({ dice, replicas, hasDisks: false }));
  expect(kinds.length).toBeGreaterThan(1);
  expect(kinds).toContainEqual(expect.stringMatching(new RegExp(`^SIGKILL of ${name}( while |$)`)));
  expect(kinds).toHaveLength(new Set(kinds).size);
  expect(kindsOf([...makeShortPlan({ dice }), ...others])).toEqual(expect.arrayContaining(kinds));
});

it('the same seed gives the same order, another one another', () => {
  const kindsBy = (seed: number) => kindsOf(makeOneServicePlan('ledger', { dice: createDice(seed) }));
  expect(kindsBy(2)).toEqual(kindsBy(2));
  expect(kindsBy(2)).not.toEqual(kindsBy(3));
  expect(kindsBy(2).sort()).toEqual(kindsBy(3).sort());
});

it.each(['', 'lodger', 'sandbox', 'toString', 'ledger documents'])('there is no plan for "%s"', (name) => {
  const sentence = `ONE_SERVICE is "${name}": it must be one of gateway, auth, organisation, ledger`;
  expect(() => planOf(name)).toThrow(sentence);
  expect(() => requireService(name)).toThrow(sentence);
});

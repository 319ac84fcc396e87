import { expect, it } from 'vitest';
import { conflict, invalid, invalidField, isAboutField, notFound } from '../src/failure.ts';

it('a refusal is about the fields that it names, and no other one is', () => {
  const refusals = [
    invalidField('cancelled', 'the entry was cancelled before'),
    invalid('Two faults', [
      { field: 'reason', message: 'is required' },
      { field: 'cancelled', message: 'the entry was cancelled before' },
    ]),
    invalidField('reason', 'is required'),
    invalid('A command key is required'),
    conflict('The period is locked'),
    notFound('No such entry'),
    new Error('cancelled'),
    undefined,
  ];
  expect(refusals.map((refusal) => isAboutField(refusal, 'cancelled'))).toEqual([
    ...[true, true],
    ...[false, false, false, false, false, false],
  ]);
});

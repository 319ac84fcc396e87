import { Failure } from '@app/contract';
import { expect, it } from 'vitest';
import { assertDates, type ContractPatch, isInForce, isOpen, stepOf } from './contract.ts';

const TODAY = '2026-03-10';
const approved = { approvalStatus: 'APPROVED', startDate: '2026-03-01', endDate: null } as const;

it.each([
  [approved, true],
  [{ ...approved, startDate: TODAY }, true],
  [{ ...approved, startDate: '2026-03-11' }, false],
  [{ ...approved, startDate: null }, false],
  [{ ...approved, endDate: TODAY }, true],
  [{ ...approved, endDate: '2026-03-09' }, false],
  [{ ...approved, approvalStatus: 'PENDING' }, false],
  [{ ...approved, approvalStatus: 'REJECTED' }, false],
  [{ ...approved, approvalStatus: 'EXPIRED' }, false],
] as const)('%o is in force: %s [CON-R17]', (contract, inForce) => {
  expect(isInForce(contract, TODAY)).toBe(inForce);
});

it('a rejected contract is never in force, whatever its dates [CON-R14]', () => {
  for (const startDate of [null, '2000-01-01', TODAY])
    expect(isInForce({ approvalStatus: 'REJECTED', startDate, endDate: null }, TODAY)).toBe(false);
});

it('a contract that waits, or is approved and not past its end, stands in the way of another', () => {
  expect(isOpen({ approvalStatus: 'PENDING', endDate: null }, TODAY)).toBe(true);
  expect(isOpen({ approvalStatus: 'APPROVED', endDate: TODAY }, TODAY)).toBe(true);
  expect(isOpen({ approvalStatus: 'APPROVED', endDate: '2026-03-09' }, TODAY)).toBe(false);
  expect(isOpen({ approvalStatus: 'EXPIRED', endDate: null }, TODAY)).toBe(false);
});

const mixes: readonly ContractPatch[] = [
  { approvalStatus: 'APPROVED', endDate: TODAY },
  { approvalStatus: 'REJECTED', serviceProvided: 'AUDITING' },
  { endDate: TODAY, startDate: TODAY },
  { terminationReason: 'x', approvalStatus: 'APPROVED' },
  { terminationReason: 'x' },
];
it.each(mixes)('%o is no single step [CON-R26]', (patch) => {
  expect(() => stepOf(patch)).toThrow(expect.objectContaining({ status: 400, code: 'common.validation_error' }));
});

it('an end before the start is refused [CON-R25]', () => {
  expect(() => assertDates('2026-03-02', '2026-03-01')).toThrow(Failure);
  expect(() => assertDates('2026-03-02', '2026-03-02')).not.toThrow();
  expect(() => assertDates(null, '2026-03-02')).not.toThrow();
});

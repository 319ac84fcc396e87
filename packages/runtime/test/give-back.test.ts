import { expect, it } from 'vitest';
import { giveBack } from '../src/give-back.ts';

it('the memory of bytes that have it for themselves is given back at once', () => {
  const before = process.memoryUsage().arrayBuffers;
  const bytes = Buffer.alloc(10_000_000, 7);
  giveBack(bytes);
  expect(bytes).toHaveLength(0);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
});

it('of memory that others have a part of nothing is given back', () => {
  const shared = Buffer.alloc(100, 7);
  giveBack(shared.subarray(0, 40));
  expect(shared).toHaveLength(100);
  expect(shared.every((byte) => byte === 7)).toBe(true);
});

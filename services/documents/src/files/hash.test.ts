import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256Of } from './hash.ts';

it.each([0, 1, 200_000, 262_144, 262_145, 1_000_000])(
  'is SHA-256 of %i bytes, of a part of others as well',
  async (size) => {
    const around = randomBytes(size + 20);
    const bytes = around.subarray(10, 10 + size);
    const wanted = createHash('sha256').update(bytes).digest('hex');
    expect((await sha256Of(bytes)).toString('hex')).toBe(wanted);
  },
);

it('lets everybody else go on while many bytes are hashed', async () => {
  const ended: string[] = [];
  const hashed = sha256Of(Buffer.alloc(25_000_000)).then(() => ended.push('hash'));
  await new Promise<void>((resolve) => setImmediate(resolve));
  ended.push('other');
  await hashed;
  expect(ended).toEqual(['other', 'hash']);
});

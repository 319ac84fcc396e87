import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hash.ts';

describe('the password hasher', () => {
  it('makes argon2id hashes of the least strength or more, never the same twice', async () => {
    const { hash, verify } = createPasswordHasher();
    const [a, b] = [await hash('Grønn-hval'), await hash('Grønn-hval')];
    expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(a).not.toBe(b);
    expect([
      await verify(a, 'Grønn-hval'),
      await verify(a, 'Gronn-hval'),
      await verify(a, 'Gr\u006f\u0338nn-hval'),
    ]).toEqual([true, false, false]);
    expect(await verify(await hash('A\u030ase-ser'), '\u00c5se-ser')).toBe(true);
  });

  it('does the same work without a hash and for an overlong password', async () => {
    const { verify } = createPasswordHasher();
    expect([await verify(null, ''), await verify(null, 'x'), await verify(null, 'x'.repeat(1000))]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('turns a flood away with 503 and goes on afterwards', async () => {
    const { verify } = createPasswordHasher({ concurrent: 1, waiting: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => verify(null, 'x')));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(outcomes.at(-1)).toMatchObject({ reason: { status: 503 } });
    expect(await verify(null, 'x')).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { createLinkSigner } from '../src/links.ts';

const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const file = {
  key: `7/aa/${'a'.repeat(32)}`,
  fileName: 'Kvittering på kjøp.pdf',
  mediaType: 'application/pdf',
  expires: 1_000_000,
};

describe('links of files', () => {
  const signer = createLinkSigner([first]);
  const signed = signer.sign(file);

  it('are good until they expire', () => {
    expect(signer.isValid(file, signed, 999_999)).toBe(true);
    expect(signer.isValid(file, signed, 1_000_000)).toBe(false);
  });

  it.each([
    ['another file', { key: `7/aa/${'b'.repeat(32)}` }],
    ['a file of another company', { key: `8/aa/${'a'.repeat(32)}` }],
    ['another name', { fileName: 'Kvittering.exe' }],
    ['another media type', { mediaType: 'text/html' }],
    ['a later expiry', { expires: 2_000_000 }],
  ])('are no good for %s', (_what, change) => {
    expect(signer.isValid({ ...file, ...change }, signed, 1)).toBe(false);
  });

  it.each([
    ['none', ''],
    ['one that is cut short', signed.signature.slice(0, -4)],
    ['one with another digit', `${signed.signature.startsWith('A') ? 'B' : 'A'}${signed.signature.slice(1)}`],
    ['text that is no signature', '%%%'],
  ])('are no good with another signature: %s', (_what, signature) => {
    expect(signer.isValid(file, { ...signed, signature }, 1)).toBe(false);
  });

  it('of an earlier key are good while it is known, and new ones are made with the present key', () => {
    const rotated = createLinkSigner([second, first]);
    expect(rotated.isValid(file, signed, 1)).toBe(true);
    expect(rotated.sign(file).key).not.toBe(signed.key);
    expect(signer.isValid(file, rotated.sign(file), 1)).toBe(false);
    expect(createLinkSigner([second]).isValid(file, signed, 1)).toBe(false);
  });
});

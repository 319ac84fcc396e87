import { describe, expect, it } from 'vitest';
import { answerAddress } from './request.ts';

const issuer = 'https://books.example';
const at = (redirectUri: string, state: string | null = null) =>
  answerAddress({ redirectUri, state }, issuer, { code: 'c' });

describe('answerAddress', () => {
  it('keeps the registered address byte for byte in front', () => {
    expect(at('https://a.example/cb')).toBe('https://a.example/cb?code=c&iss=https%3A%2F%2Fbooks.example');
    expect(at('https://a.example/cb?x=%20y')).toBe(
      'https://a.example/cb?x=%20y&code=c&iss=https%3A%2F%2Fbooks.example',
    );
    expect(at('https://a.example/cb?')).toBe('https://a.example/cb?code=c&iss=https%3A%2F%2Fbooks.example');
    expect(at('https://a.example')).toBe('https://a.example?code=c&iss=https%3A%2F%2Fbooks.example');
  });

  it('writes letters of other scripts as a header can carry them', () => {
    expect(at('https://bücher.example/ø?x=å')).toBe(
      'https://xn--bcher-kva.example/%C3%B8?x=%C3%A5&code=c&iss=https%3A%2F%2Fbooks.example',
    );
  });

  it.each(['a b+c', '%41&x=1#y', 'æøå', '=', '\n', '😀'])('brings the state %j back as it was', (state) => {
    expect(new URL(at('https://a.example/cb', state)).searchParams.get('state')).toBe(state);
  });
});

import { describe, expect, it } from 'vitest';
import { isRegistered, redirectUriFault } from './redirect-uri.ts';

describe('redirectUriFault', () => {
  it.each([
    'https://app.example',
    'https://app.example/cb?x=1&y=%20',
    'https://app.example:8443/cb',
    'https://xn--bcher-kva.example/cb',
    'https://192.0.2.1/cb',
    'http://localhost',
    'http://localhost:3000/cb',
    'http://127.0.0.1:1/cb?x',
    'http://[::1]/cb',
    // What the URL standard reads as the same: letter case of scheme and host, other spellings of an address, other
    // scripts.
    'HTTPS://App.example/',
    'http://LOCALHOST/cb',
    'http://127.1/cb',
    'http://0x7f.0.0.1/cb',
    'https://app.example/ø',
    'https://bücher.example/cb',
  ])('takes %s', (uri) => expect(redirectUriFault(uri)).toBeUndefined());

  it.each([
    ['', 'characters'],
    ['/cb', 'absolute'],
    ['app.example/cb', 'absolute'],
    ['http://app.example/cb', 'neither'],
    ['http://localhost.example/cb', 'neither'],
    ['http://localhost@evil.example/cb', 'user'],
    ['http://localhost:3000@evil.example/cb', 'user'],
    ['https://:@app.example/', 'user'],
    ['https://@app.example/', 'user'],
    ['https:app.example', 'no host'],
    ['https:/app.example', 'no host'],
    ['https:///app.example/cb', 'no host'],
    ['https://', 'absolute'],
    ['https://?x', 'absolute'],
    ['https://app.example:99999/', 'absolute'],
    ['https://[::1/', 'absolute'],
    ['https://%00/', 'absolute'],
    ['http://localhost./cb', 'neither'],
    ['http://127.0.0.1.evil.example/cb', 'neither'],
    ['https://a:b@app.example/', 'user'],
    ['https://app.example/#', 'fragment'],
    ['https://*.example/', 'wildcard'],
    ['https://app.example/\n', 'characters'],
    ['https://app.example/\u0000', 'characters'],
    ['https://app.example/\u007f', 'characters'],
    ['https://app.example/\u0085', 'characters'],
    ['https://app.example/\u202e', 'characters'],
    ['https://app.example/\ud800', 'characters'],
    ['https://app.example/a b', 'characters'],
    ['https://app.example/\u00a0', 'characters'],
    ['https://app.example/"', 'characters'],
    ["https://app.example/'", 'characters'],
    ['https://app.example/<x', 'characters'],
    ['https://app.example/?x=>', 'characters'],
    [' https://app.example/', 'characters'],
    ['https://app.example\\@evil.example', 'characters'],
    ['com.example.app:/cb', 'neither'],
    ['javascript:alert(1)', 'neither'],
    ['data:text/html,x', 'neither'],
    ['file:///etc/passwd', 'neither'],
    [`https://app.example/${'x'.repeat(1981)}`, '2000'],
  ])('refuses %j (%s)', (uri, why) => expect(redirectUriFault(uri)).toContain(why));

  it('takes 2000 characters', () =>
    expect(redirectUriFault(`https://app.example/${'x'.repeat(1980)}`)).toBeUndefined());
});

it('an address is registered byte for byte or not at all', () => {
  const registered = ['https://app.example/cb'];
  expect(isRegistered(registered, 'https://app.example/cb')).toBe(true);
  for (const uri of [
    'https://app.example/cb/',
    'https://APP.example/cb',
    'https://app.example/cb?',
    'https://app.example/c%62',
    '',
  ])
    expect(isRegistered(registered, uri)).toBe(false);
});

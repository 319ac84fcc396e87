import { expect, it } from 'vitest';
import { boundaryOf, hashRequest, readParts } from '../src/index.ts';

interface Sent {
  readonly name?: string;
  readonly fileName?: string;
  readonly type?: string;
  readonly content?: string;
}

const body = (
  boundary: string,
  { name = 'file', fileName = 'a.pdf', type = 'application/pdf', content = '%PDF\r\n--x\r\n\0' }: Sent = {},
) =>
  Buffer.from(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="type"',
      '',
      'CHAT_ATTACHMENT',
      `--${boundary}`,
      `Content-Disposition: form-data; name="${name}"; filename="${fileName}"`,
      `Content-Type: ${type}`,
      '',
      content,
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  );
const hash = (boundary: string, sent?: Sent) =>
  hashRequest('/x?a=1', body(boundary, sent), `multipart/form-data; boundary=${boundary}`);

it('parts are read with names, types and bytes', () => {
  const parts = readParts(body('b1', { fileName: 'Å%22.pdf' }), 'b1');
  expect(
    parts?.map(({ name, fileName, contentType, content }) => [name, fileName, contentType, content.toString()]),
  ).toEqual([
    ['type', undefined, undefined, 'CHAT_ATTACHMENT'],
    ['file', 'Å".pdf', 'application/pdf', '%PDF\r\n--x\r\n\0'],
  ]);
});

it('another boundary is the same body [IDEM-R05]', () => {
  expect(hash('----one')).toBe(hash('----another-one'));
});

it('another name, file name, type or content is another body', () => {
  const hashes = [
    hash('b'),
    hash('b', { name: 'fil' }),
    hash('b', { fileName: 'b.pdf' }),
    hash('b', { type: 'image/png' }),
    hash('b', { content: '%PDE' }),
    hash('b', { content: '' }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashRequest('/x?a=2', body('b'), 'multipart/form-data; boundary=b')).not.toBe(hash('b'));
});

it('what is not well formed is compared byte by byte', () => {
  const whole = body('b');
  for (const broken of [
    whole.subarray(0, -6),
    whole.subarray(3),
    Buffer.from('--b--junk'),
    Buffer.from('--b\r\nX: y\r\n\r\n1\r\n--b--'),
    Buffer.alloc(0),
  ]) {
    if (readParts(broken, 'b')?.length) expect.fail('it was read');
    expect(hashRequest('/x', broken, 'multipart/form-data; boundary=b')).toBe(hashRequest('/x', broken));
  }
});

it('only multipart forms have a boundary', () => {
  expect([
    boundaryOf('multipart/form-data; boundary="a b"'),
    boundaryOf('Multipart/Form-Data;charset=utf-8; boundary=xyz'),
    boundaryOf('application/json; boundary=x'),
    boundaryOf('multipart/form-data'),
    boundaryOf(undefined),
  ]).toEqual(['a b', 'xyz', undefined, undefined, undefined]);
});

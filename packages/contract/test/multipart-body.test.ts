import { describe, expect, it } from 'vitest';
import { parseMultipart, UploadedFile } from '../src/multipart-body.ts';

const type = 'multipart/form-data; boundary=b';
const body = (...parts: readonly string[]): Buffer =>
  Buffer.from(
    `${parts.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--b--\r\n`,
    'latin1',
  );

describe('a multipart body', () => {
  it('is its files and texts by name', () => {
    const fields = parseMultipart(
      body('name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n', 'name="type"\r\n\r\nRECPT'),
      type,
    );
    expect(fields.type).toBe('RECPT');
    expect(fields.file).toBeInstanceOf(UploadedFile);
    const file = fields.file as UploadedFile;
    expect([file.fileName, file.contentType, Buffer.from(file.content).toString('latin1')]).toEqual([
      'a.png',
      'image/png',
      '\x89PNG\r\n',
    ]);
  });

  it('that names nothing of an object is one part more and nothing else', () => {
    const fields = parseMultipart(body('name="__proto__"\r\n\r\nx', 'name="constructor"\r\n\r\ny'), type);
    expect(Object.getPrototypeOf(fields)).toBeNull();
    expect(Object.keys(fields)).toEqual(['__proto__', 'constructor']);
  });

  it.each([
    ['twice the same name', body('name="a"\r\n\r\n1', 'name="a"\r\n\r\n2'), type],
    ['bytes that are no text', body('name="a"\r\n\r\n\xff\xfe'), type],
    ['a NUL character', body('name="a"\r\n\r\n\0'), type],
    ['a part without a name', body('filename="x"\r\n\r\n1'), type],
    ['no end', body('name="a"\r\n\r\n1').subarray(0, -8), type],
    ['no boundary', body('name="a"\r\n\r\n1'), 'multipart/form-data'],
    ['another boundary', body('name="a"\r\n\r\n1'), 'multipart/form-data; boundary=c'],
    ['very many parts', body(...Array.from({ length: 101 }, (_, i) => `name="p${i}"\r\n\r\n1`)), type],
  ])('with %s is refused', (_what, bytes, contentType) => {
    expect(() => parseMultipart(bytes, contentType)).toThrow(expect.objectContaining({ status: 400 }));
  });
});

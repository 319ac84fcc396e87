import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mediaTypeOf } from './media-type.ts';

const text = (content: string): Buffer => Buffer.from(content);
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** An archive of one entry, as workbooks are. */
function archive(name: string, content: string, compresses = false): Buffer {
  const data = compresses ? deflateRawSync(content) : Buffer.from(content);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(compresses ? 8 : 0, 8);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt32LE(Buffer.byteLength(content), 22);
  head.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([head, Buffer.from(name), data]);
}

describe('the media type of content [VOU-R63]', () => {
  it.each<[string, Buffer, string]>([
    ['a PDF', text('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 'application/pdf'],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]), 'image/jpeg'],
    ['an invoice', text('<?xml version="1.0"?><Invoice xmlns="urn:x"><ID>1</ID></Invoice>'), 'application/xml'],
    ['XML without a head', text('<Invoice>\n<ID>1</ID>\n</Invoice>\n'), 'application/xml'],
    ['a page', text('<!DOCTYPE html><html><body>Kvittering</body></html>'), 'text/html'],
    ['a table', text('Dato;Beløp\n2026-01-01;100,00\n2026-01-02;200,00\n'), 'text/csv'],
    ['a table of an old code page', Buffer.from('Dato;Bel\xf8p\n1;2\n', 'latin1'), 'text/csv'],
    ['text', text('Kvittering\nTakk for handelen!\n'), 'text/plain'],
    ['text in UTF-16', Buffer.from('\ufeffKvittering på kjøp', 'utf16le'), 'text/plain'],
    [
      'an OpenDocument spreadsheet',
      archive('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'),
      'application/vnd.oasis.opendocument.spreadsheet',
    ],
  ])('of %s', async (_what, content, type) => {
    expect(await mediaTypeOf(content)).toBe(type);
  });

  it.each<[string, Buffer]>([
    ['a picture with scripts', text(svg)],
    ['a picture with scripts behind a head', text(`<?xml version="1.0"?>\n${svg}`)],
    ['an archive', archive('evil.exe', 'MZ')],
    ['a program', text('MZ\x90\0\x03\0\0\0')],
    ['bytes that are nothing', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8])],
    ['blanks', text('  \n ')],
    ['a mail program’s file', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['a message', text('From: a@b.example\r\nMessage-ID: <1@b.example>\r\nSubject: Faktura\r\n\r\nHei\r\n')],
    ['a GIF', text('GIF89a\x01\0\x01\0')],
  ])('of %s is none that a voucher is made of', async (_what, content) => {
    expect(await mediaTypeOf(content)).toBeUndefined();
  });
});

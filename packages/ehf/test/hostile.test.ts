import { expect, it } from 'vitest';
import { EhfFailure, readInvoice, writeInvoice } from '../src/index.ts';
import { bytes, invoiceOf, line } from './support/invoices.ts';
import { randomOf } from './support/random.ts';

const sound = writeInvoice(invoiceOf([line()]));
const root = sound.slice(sound.indexOf('<Invoice'));
const opening = root.slice(0, root.indexOf('>') + 1);

const hostile: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['an entity bomb', `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${root}`, /DOCTYPE/],
  ['an entity of a file', `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${root}`, /DOCTYPE/],
  ['an entity that nobody declared', root.replace('10023', '&nbsp;'), /not well-formed/],
  ['depth', `${opening}${'<a>'.repeat(10_000)}`, /depth/],
  ['attributes', `${opening}<a ${Array.from({ length: 40 }, (_, i) => `b${i}=""`).join(' ')}/>`, /.*/],
  ['a name', `${opening}<${'n'.repeat(5_000)}/>`, /name of more/],
  ['a text', root.replace('10023', 'x'.repeat(100_000)), /cbc:ID of more than/],
  ['lines', root.replace(/<cac:InvoiceLine>.*<\/cac:InvoiceLine>/, '<cac:InvoiceLine/>'.repeat(20_001)), /lines/],
  ['another encoding', `<?xml version="1.0" encoding="UTF-16"?>${root}`, /encoding/],
  ['XML 1.1', `<?xml version="1.1"?>${root}`, /XML 1\.1/],
  ['no UTF-8', new Uint8Array([...bytes(opening), 0xc3, 0x28]), /not UTF-8/],
  ['half a file', root.slice(0, root.length / 2), /well-formed|broke off/],
  ['nothing', '', /no XML/],
  ['another document', '<html xmlns="http://www.w3.org/1999/xhtml"/>', /no invoice/],
  ['two roots', `${root}${root}`, /not well-formed/],
];

it.each(hostile)('refuses %s with a sentence', (_, content, why) => {
  let failure: unknown;
  try {
    readInvoice(typeof content === 'string' ? bytes(content) : content);
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(EhfFailure);
  expect((failure as EhfFailure).message).toMatch(why);
  expect((failure as EhfFailure).message.length).toBeLessThan(20_000);
});

it('says so for whatever is cut, doubled or swapped in a document: nothing else is ever thrown', () => {
  const random = randomOf(7);
  for (let round = 0; round < 600; round++) {
    const from = Math.floor(random() * sound.length);
    const to = Math.min(sound.length, from + Math.floor(random() * 60));
    const part = sound.slice(from, to);
    const broken =
      sound.slice(0, from) + [part + part, '', part.replaceAll(/\d/g, '9'), '\u0000<>'][round % 4] + sound.slice(to);
    try {
      readInvoice(bytes(broken));
    } catch (error) {
      expect(error, `round ${round}`).toBeInstanceOf(EhfFailure);
    }
  }
});

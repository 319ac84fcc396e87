import { at, childrenOf, type Element } from '../document/element.ts';
import { unreadable } from '../failure.ts';
import type { Attachment } from '../invoice.ts';
import type { Reader } from './reader.ts';

/** Files within one invoice. */
const MOST = 100;

/** The files within the invoice. Addresses of files elsewhere are left out: nothing is fetched. */
export function readAttachments(reader: Reader, document: Element): readonly Attachment[] {
  const files = childrenOf(document, 'cac:AdditionalDocumentReference').flatMap((reference) => {
    const file = at(reference, 'cac:Attachment', 'cbc:EmbeddedDocumentBinaryObject');
    return file === undefined ? [] : [{ reference, file }];
  });
  if (files.length > MOST) throw unreadable(`The invoice has more than ${MOST} attachments`, 'LIMIT');
  return files.map(({ reference, file }, index) => ({
    fileName: fileNameOf(
      file.attributes.get('filename') ?? reader.text(reference, 'cbc:ID') ?? '',
      `attachment-${index + 1}`,
    ),
    mediaType: file.attributes.get('mimeCode') ?? 'application/octet-stream',
    content: contentOf(reader, file.text),
  }));
}

/** The last part of a path, without what a file system or a header would take for its own. */
function fileNameOf(name: string, otherwise: string): string {
  const last = name.split(/[/\\]/).at(-1)!;
  const plain = last.replace(/[\p{C}\u2028\u2029:*?"<>|]/gu, '').trim();
  return /^\.*$/.test(plain) ? otherwise : plain.slice(0, 200);
}

function contentOf(reader: Reader, text: string): Uint8Array {
  const packed = text.replaceAll(/\s+/g, '');
  if (packed === '' || packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) {
    reader.faults.add('VALUE', 'An attachment is empty or cut short: its content is no whole base64');
    return new Uint8Array();
  }
  return new Uint8Array(Buffer.from(packed, 'base64'));
}

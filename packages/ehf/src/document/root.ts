import { SaxesParser } from 'saxes';
import { ROOTS } from './namespaces.ts';

/** Bytes in which the root element of an invoice begins: before it come a declaration and comments. */
const BEGINNING = 16 * 1024;

/** Thrown by ourselves to stop the parser. */
class Found extends Error {
  readonly isInvoice: boolean;

  constructor(isInvoice: boolean) {
    super();
    this.isInvoice = isInvoice;
  }
}

/**
 * Does the file begin as an invoice or a credit note in UBL 2.1? Looks at its root element alone and never throws:
 * whether it can be read is for {@link readInvoice} to say.
 */
export function isInvoiceXml(content: Uint8Array): boolean {
  const beginning = new TextDecoder().decode(content.subarray(0, BEGINNING));
  if (!/^\s*</.test(beginning)) return false;
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', () => {
    throw new Found(false);
  });
  parser.on('opentag', ({ local, uri }) => {
    throw new Found(ROOTS.get(local) === uri);
  });
  try {
    parser.write(beginning);
  } catch (stop) {
    return stop instanceof Found && stop.isInvoice;
  }
  return false;
}

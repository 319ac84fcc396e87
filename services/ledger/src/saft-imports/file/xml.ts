import { SaxesParser, type SaxesTagNS } from 'saxes';
import { unreadable } from './unreadable.ts';

/** What is made of a document, as it comes. */
export interface XmlSink {
  /** @param isNamed whether the element is in the namespace that was asked for */
  open(name: string, isNamed: boolean): void;
  text(text: string): void;
  close(name: string): void;
}

/** Elements within elements; a file as the authority describes it has at most ten. */
const MAX_DEPTH = 32;
/** Characters of a name of an element or an attribute. */
const MAX_NAME = 100;
/** Characters between two marks of the document: of a text, a comment, a tag with its attributes. */
const MAX_STRETCH = 256 * 1024;
/** Characters that are parsed before others get their turn. */
const SLICE = 64 * 1024;

/**
 * Parses an XML document as its bytes come, and holds no more of it than one stretch between two tags. Strictly
 * UTF-8, with or without a byte order mark. A document type declaration is refused, so there are no entities to expand
 * and nothing is fetched.
 * @param namespace of the elements that are named
 * @param rest is waited for after every slice: what was made of it is put away
 * @throws UnreadableFile
 */
export async function parseXml(
  chunks: AsyncIterable<Uint8Array>,
  namespace: string,
  sink: XmlSink,
  rest: () => Promise<void>,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  let roots = 0;
  let stretch = 0;
  const mark = (): void => {
    stretch = 0;
  };
  parser.on('error', (error) => {
    throw unreadable(`The file is not well-formed XML: ${shortened(error.message)}`);
  });
  parser.on('doctype', () => {
    throw unreadable('The file has a document type declaration (DOCTYPE), which is not taken');
  });
  parser.on('xmldecl', ({ encoding, version }) => {
    mark();
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8')
      throw unreadable(`The file says that its encoding is ${shortened(encoding)}; SAF-T files are in UTF-8`);
    if (version !== undefined && version !== '1.0')
      throw unreadable(`The file is XML ${shortened(version)}; SAF-T files are XML 1.0`);
  });
  parser.on('comment', mark);
  parser.on('processinginstruction', mark);
  parser.on('opentag', (tag: SaxesTagNS) => {
    mark();
    depth += 1;
    if (depth === 1) roots += 1;
    if (depth > MAX_DEPTH) throw unreadable(`The file has elements within elements to a depth of over ${MAX_DEPTH}`);
    if (tag.name.length > MAX_NAME) throw unreadable(`The file has a name of more than ${MAX_NAME} characters`);
    sink.open(tag.local, tag.uri === namespace);
  });
  const text = (content: string): void => {
    mark();
    if (depth > 0) sink.text(content);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', (tag: SaxesTagNS) => {
    mark();
    depth -= 1;
    sink.close(tag.local);
  });

  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    const content = decoded(() => decoder.decode(chunk, { stream: true }));
    for (let at = 0; at < content.length; at += SLICE) {
      const slice = content.slice(at, at + SLICE);
      stretch += slice.length;
      parser.write(slice);
      if (stretch > MAX_STRETCH)
        throw unreadable(`The file has more than ${MAX_STRETCH} characters without a tag between them`);
      await rest();
      // Reading a file is no reason for others to wait.
      await new Promise(setImmediate);
    }
  }
  decoded(() => decoder.decode());
  if (roots === 0) throw unreadable('The file holds no XML');
  if (depth > 0) throw unreadable('The file broke off before its end');
  parser.close();
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw unreadable('The file is not UTF-8 text');
  }
}

/** What a file says, where it is quoted. */
export const shortened = (text: string): string => text.replace(/\p{C}/gu, ' ').slice(0, 100);

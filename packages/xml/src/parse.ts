import { SaxesParser, type SaxesTagNS } from 'saxes';

/** The beginning of an element. */
export interface XmlTag {
  /** Without its prefix. */
  readonly local: string;
  /** The namespace; empty for none. */
  readonly uri: string;
  /** By their names as they stand there, with the namespace of each. */
  readonly attributes: Readonly<Record<string, XmlAttribute>>;
}

export interface XmlAttribute {
  readonly local: string;
  readonly uri: string;
  readonly value: string;
}

/** What is made of a document, as it comes. */
export interface XmlSink {
  open(tag: XmlTag): void;
  text(text: string): void;
  close(name: string): void;
}

export interface XmlReading {
  /** What such files are called in sentences: `SAF-T files`. */
  readonly files: string;
  /** The failure of a file that nothing can be read from any further. */
  readonly unreadable: (why: string) => Error;
  /** Is waited for after every slice: what was made of it is put away. */
  readonly rest: () => Promise<void>;
}

/** Elements within elements; a file as an authority or a bank describes it has at most twenty. */
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
 * @throws the failure that `unreadable` makes
 */
export async function parseXml(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  sink: XmlSink,
  { files, unreadable, rest }: XmlReading,
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
      throw unreadable(`The file says that its encoding is ${shortened(encoding)}; ${files} are in UTF-8`);
    if (version !== undefined && version !== '1.0')
      throw unreadable(`The file is XML ${shortened(version)}; ${files} are XML 1.0`);
  });
  parser.on('comment', mark);
  parser.on('processinginstruction', mark);
  parser.on('opentag', (tag: SaxesTagNS) => {
    mark();
    depth += 1;
    if (depth === 1) roots += 1;
    if (depth > MAX_DEPTH) throw unreadable(`The file has elements within elements to a depth of over ${MAX_DEPTH}`);
    if (tag.name.length > MAX_NAME) throw unreadable(`The file has a name of more than ${MAX_NAME} characters`);
    sink.open(tag);
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
  const decoded = (decode: () => string): string => {
    try {
      return decode();
    } catch {
      throw unreadable('The file is not UTF-8 text');
    }
  };
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

/** What a file says, where it is quoted. */
export const shortened = (text: string): string => text.replace(/\p{C}/gu, ' ').slice(0, 100);

import { lexer, type Token } from 'marked';

/** A guide: how to do one thing from beginning to end, beside the reference of single calls. */
export interface Guide {
  /** Its name in addresses: `posting-with-vat`. */
  readonly slug: string;
  readonly title: string;
  /** One sentence: what the reader can do afterwards. */
  readonly summary: string;
  /** The same in Norwegian, with the words that a Norwegian bookkeeper searches for. */
  readonly norwegian: string;
  /** Further words that it is found by, in any language. */
  readonly words: readonly string[];
  /** How long it takes to follow, in minutes. */
  readonly minutes: number;
  /** What must be set in the shell before the first block: a token and a company, or nothing. */
  readonly needs: 'token' | 'nothing';
  readonly tokens: readonly Token[];
}

const HEAD = /^---\n([\s\S]*?)\n---\n/;

/**
 * Reads a guide from its file: lines of `name: value` between two lines of `---`, then CommonMark.
 * @throws Error when a line of the head is missing
 */
export function readGuide(slug: string, text: string): Guide {
  const head = HEAD.exec(text);
  if (!head) throw new Error(`The guide ${slug} does not begin with its head`);
  const values = new Map(
    head[1]!.split('\n').map((line): [string, string] => {
      const [, name = '', value = ''] = /^(\w+): (.+)$/.exec(line) ?? [];
      return [name, value];
    }),
  );
  const value = (name: string): string => {
    const found = values.get(name);
    if (!found) throw new Error(`The head of the guide ${slug} lacks "${name}"`);
    return found;
  };
  const needs = value('needs');
  if (needs !== 'token' && needs !== 'nothing') throw new Error(`The guide ${slug} needs neither a token nor nothing`);
  return {
    slug,
    title: value('title'),
    summary: value('summary'),
    norwegian: value('norwegian'),
    words: value('words').split(', '),
    minutes: Number(value('minutes')),
    needs,
    tokens: lexer(text.slice(head[0].length)),
  };
}

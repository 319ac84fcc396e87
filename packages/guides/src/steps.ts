import type { Token, Tokens } from 'marked';

/** A block of a guide that the reader runs, with what it prints, or a file that the reader saves. */
export type Step =
  | { readonly kind: 'shell'; readonly script: string; readonly output: string | undefined }
  | { readonly kind: 'file'; readonly name: string; readonly text: string };

/** How a block of code is marked: `sh`, `output`, or a language and the name of a file, as in `ts shop.ts`. */
export interface Block {
  readonly kind: 'shell' | 'output' | 'file';
  /** Of a file. */
  readonly name?: string;
  readonly text: string;
}

/** @throws Error for a block that nothing would run: such a one could be wrong without anybody noticing */
export function blockOf({ lang = '', text }: Pick<Tokens.Code, 'lang' | 'text'>): Block {
  if (lang === 'sh') return { kind: 'shell', text };
  if (lang === 'output') return { kind: 'output', text };
  const name = /^(?:json|ts|py|xml) ([\w.-]+)$/.exec(lang)?.[1];
  if (name === undefined) throw new Error(`A block of a guide is neither sh, output nor a file, but "${lang}"`);
  return { kind: 'file', name, text };
}

/** The blocks of a guide in order; what a block prints stands right behind it. */
export function stepsOf(tokens: readonly Token[]): readonly Step[] {
  const blocks = tokens.filter((token): token is Tokens.Code => token.type === 'code').map(blockOf);
  return blocks.flatMap(({ kind, name, text }, index): readonly Step[] => {
    if (kind === 'output') {
      if (blocks[index - 1]?.kind !== 'shell') throw new Error(`Nothing prints the output "${text.slice(0, 60)}"`);
      return [];
    }
    if (kind === 'file') return [{ kind, name: name!, text }];
    const next = blocks[index + 1];
    return [{ kind, script: text, output: next?.kind === 'output' ? next.text : undefined }];
  });
}

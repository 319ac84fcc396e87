import type { Token, Tokens } from 'marked';

/** A part of a guide under one heading. */
export interface Section {
  readonly title: string;
  /** Its anchor on the page; empty for what stands before the first heading. */
  readonly anchor: string;
  /** Its words without marks. */
  readonly text: string;
}

/** The anchor of a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The parts of a guide, for the search. */
export function sectionsOf(tokens: readonly Token[]): readonly Section[] {
  const sections: { title: string; anchor: string; text: string }[] = [{ title: '', anchor: '', text: '' }];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plainText(token);
      sections.push({ title, anchor: anchorOf(title), text: '' });
    } else sections.at(-1)!.text += ` ${plainText(token)}`;
  }
  return sections;
}

/** Every text within a token. */
export function plainText(token: Token): string {
  if (token.type === 'list') return (token as Tokens.List).items.map(plainText).join(' ');
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [...header, ...rows.flat()].map(({ tokens }) => tokens.map(plainText).join('')).join(' ');
  }
  const inside = (token as { readonly tokens?: readonly Token[] }).tokens;
  if (inside) return inside.map(plainText).join('');
  return 'text' in token ? String(token.text) : '';
}

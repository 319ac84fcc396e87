import { readdirSync } from 'node:fs';
import { lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { readGuide } from '../src/guide.ts';
import { contentFolder, guideNames, plainText, readGuides, sectionsOf, stepsOf } from '../src/index.ts';

const HEAD = ['title: T', 'summary: S', 'norwegian: N', 'words: a, b', 'minutes: 5', 'needs: nothing'];
const written = (body: string, head = HEAD) => `---\n${head.join('\n')}\n---\n${body}`;

describe('the guides', () => {
  it('are all there, and nothing else is', () => {
    const files = readdirSync(contentFolder()).sort();
    expect(files).toEqual([...guideNames, 'before'].map((name) => `${name}.md`).sort());
    const { guides, before } = readGuides();
    expect(before.map(({ kind }) => kind)).toEqual(['shell']);
    for (const guide of guides) {
      expect([guide.slug, stepsOf(guide.tokens).length > 2]).toEqual([guide.slug, true]);
      expect([guide.slug, guide.minutes > 0 && guide.words.length > 3]).toEqual([guide.slug, true]);
      // Somebody who reads Norwegian alone knows from its summary whether it is the right one.
      expect(guide.norwegian).toMatch(/\b(og|med|uten|for|et|en)\b/);
    }
  });

  it.each(HEAD)('are refused without their line "%s"', (line) => {
    const head = HEAD.filter((each) => each !== line);
    expect(() => readGuide('x', written('Text', head))).toThrow(line.split(':')[0]);
  });

  it('are refused without a head', () => expect(() => readGuide('x', 'Text')).toThrow('head'));
});

describe('the blocks of a guide', () => {
  it('are what is run, what it prints, and files to save', () => {
    const text = 'Words\n\n```sh\nls\n```\n```output\na\n```\n\n```ts a.ts\nlet a\n```\n\n```sh\ncat a\n```\n';
    expect(stepsOf(lexer(text))).toEqual([
      { kind: 'shell', script: 'ls', output: 'a' },
      { kind: 'file', name: 'a.ts', text: 'let a' },
      { kind: 'shell', script: 'cat a', output: undefined },
    ]);
  });

  it.each(['```ts\nlet a\n```', '```\nx\n```', '```console\nls\n```', '    ls\n'])(
    'that nothing would run are refused: %j',
    (block) => expect(() => stepsOf(lexer(block))).toThrow('neither sh, output nor a file'),
  );

  it('that print nothing have no output behind them', () =>
    expect(() => stepsOf(lexer('```output\na\n```'))).toThrow('Nothing prints'));
});

it('the parts of a guide are its headings with the words below them', () => {
  const sections = sectionsOf(lexer('Begin *now*\n\n## Find `it`\n\n- one\n- two\n\n| a |\n|---|\n| b |\n'));
  expect(sections.map(({ title, anchor, text }) => [title, anchor, text.trim()])).toEqual([
    ['', '', 'Begin now'],
    ['Find it', 'find-it', 'one two  a b'],
  ]);
  expect(plainText(lexer('[a link](/docs) and **b**')[0]!)).toBe('a link and b');
});

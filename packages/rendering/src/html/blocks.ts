import { parse } from 'parse5';
import type { Block } from '../layout/blocks.ts';
import { cleanText } from '../text.ts';
import { isHidden, SET_APART, SKIPPED } from './elements.ts';
import { attributeOf, childrenOf, type Element, isElement, type Node, textOf } from './nodes.ts';
import { tableOf } from './table.ts';

/** What is still to be looked at: a node, or the end of an element whose content was looked at. */
type Step = { readonly node: Node } | { readonly end: Element };

/** The text that a page shows, block by block, in the order of the page. */
export function blocksOf(html: string): readonly Block[] {
  const blocks: Block[] = [];
  let text = '';
  const flush = (kind: 'heading' | 'paragraph' | 'typed' = 'paragraph'): void => {
    const lines = kind === 'typed' ? cleanText(text) : cleanText(text.replace(/ ?\n ?/g, '\n')).trim();
    if (lines.trim() !== '') blocks.push({ kind, text: lines });
    text = '';
  };

  // Without recursion: a page may be nested as deep as it likes.
  const steps: Step[] = [{ node: parse(html) }];
  let typed = 0;
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('end' in step) {
      const { tagName } = step.end;
      flush(/^h[1-6]$/.test(tagName) ? 'heading' : tagName === 'pre' ? 'typed' : 'paragraph');
      if (tagName === 'pre') typed--;
      continue;
    }
    const { node } = step;
    if (node.nodeName === '#text') text += typed > 0 ? textOf(node) : collapsed(text, textOf(node));
    if (isElement(node)) {
      if (SKIPPED.has(node.tagName) || isHidden(node)) continue;
      if (node.tagName === 'br') text += '\n';
      if (node.tagName === 'img') text += collapsed(text, ` ${attributeOf(node, 'alt')} `);
      if (SET_APART.has(node.tagName)) {
        flush();
        steps.push({ end: node });
      }
      if (node.tagName === 'hr') blocks.push({ kind: 'rule' });
      if (node.tagName === 'li') text = '• ';
      if (node.tagName === 'pre') typed++;
      const table = node.tagName === 'table' ? tableOf(node) : undefined;
      if (table) {
        blocks.push(table);
        continue;
      }
    }
    for (const child of childrenOf(node).toReversed()) steps.push({ node: child });
  }
  flush();
  return blocks;
}

/** Blanks and line ends are one blank, and none at the beginning of a line. */
function collapsed(before: string, text: string): string {
  const single = text.replace(/[ \t\r\n\f]+/g, ' ');
  return before === '' || /[\s]$/.test(before) ? single.trimStart() : single;
}

import type { Block } from '../layout/blocks.ts';
import { cleanText } from '../text.ts';
import { isHidden, SKIPPED } from './elements.ts';
import { attributeOf, childrenOf, type Element, isElement, type Node, textOf } from './nodes.ts';

/** A cell with more is no cell of figures: the table is there for the looks of the page. */
const LONGEST_CELL = 200;
const MOST_COLUMNS = 100;

/**
 * A table of figures.
 * @returns undefined for one that arranges a page: it holds other tables, long texts, or one column
 */
export function tableOf(table: Element): Block | undefined {
  const rows: string[][] = [];
  const steps: Node[] = childrenOf(table).toReversed();
  for (let node = steps.pop(); node; node = steps.pop()) {
    if (!isElement(node) || SKIPPED.has(node.tagName) || isHidden(node)) continue;
    if (node.tagName === 'table') return undefined;
    if (node.tagName === 'tr') rows.push([]);
    if (node.tagName === 'td' || node.tagName === 'th') {
      const text = cellText(node);
      if (text === undefined) return undefined;
      const row = rows.at(-1);
      if (!row || row.length >= MOST_COLUMNS) return undefined;
      row.push(text, ...Array<string>(spanOf(node) - 1).fill(''));
    } else steps.push(...childrenOf(node).toReversed());
  }
  const used = rows.filter((row) => row.some((cell) => cell !== ''));
  return used.some((row) => row.length > 1) ? { kind: 'table', rows: used } : undefined;
}

const spanOf = (cell: Element): number => {
  const span = Number(attributeOf(cell, 'colspan'));
  return Number.isInteger(span) && span >= 1 && span <= MOST_COLUMNS ? span : 1;
};

/** @returns undefined when it holds a table, or too much */
function cellText(cell: Element): string | undefined {
  let text = '';
  const steps: Node[] = childrenOf(cell).toReversed();
  for (let node = steps.pop(); node; node = steps.pop()) {
    if (node.nodeName === '#text') text += textOf(node).replace(/\s+/g, ' ');
    if (text.length > 4 * LONGEST_CELL) return undefined;
    if (!isElement(node) || SKIPPED.has(node.tagName) || isHidden(node)) continue;
    if (node.tagName === 'table') return undefined;
    if (node.tagName === 'br' || node.tagName === 'div' || node.tagName === 'p') text += '\n';
    steps.push(...childrenOf(node).toReversed());
  }
  const clean = cleanText(text.replace(/ *\n\s*/g, '\n')).trim();
  return clean.length > LONGEST_CELL ? undefined : clean;
}

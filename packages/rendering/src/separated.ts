import Papa from 'papaparse';
import { decodeText } from './decode.ts';
import { openPrinted } from './layout/printed.ts';
import type { RenderingLimits } from './limits.ts';
import type { PageSource } from './page-source.ts';
import { cleanText } from './text.ts';

/** Separators of tables as text, the ones of Norwegian programs first. */
const SEPARATORS = [';', ',', '\t', '|'];

/** A table as text, in columns. Quotes that do not close take the rest of the file, as they do in spreadsheet programs. */
export function openSeparated(content: Uint8Array, limits: RenderingLimits): Promise<PageSource> {
  const { data } = Papa.parse<readonly string[]>(decodeText(content), {
    delimitersToGuess: SEPARATORS,
    skipEmptyLines: 'greedy',
  });
  const rows = data.map((row) => row.map((cell) => cleanText(cell).trim()));
  return openPrinted([{ kind: 'table', rows }], limits);
}

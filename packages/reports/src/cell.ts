import { formatDate, formatDecimal } from '@app/paper';
import type { Cell, ColumnKind, Language } from './table.ts';

/** A cell as people read it; nothing for none. */
export function formatCell(cell: Cell, kind: ColumnKind, language: Language): string {
  if (cell === null) return '';
  if (kind === 'money' || kind === 'integer') return formatDecimal(cell, language);
  return kind === 'date' ? formatDate(cell, language) : cell;
}

import type { Language } from '@app/pages';
import type { Rows } from './rows.ts';

export type { Language };

/**
 * `code` short identifiers · `text` words of people · `money` decimal text with two decimals, such as `-1250.00` ·
 * `date` `YYYY-MM-DD` · `integer` digits.
 */
export type ColumnKind = 'code' | 'text' | 'money' | 'date' | 'integer';

export interface ReportColumn {
  readonly label: string;
  readonly kind: ColumnKind;
  /**
   * Shown only on pages (`print`) or only in workbooks (`sheet`), where a flat row must carry what a page shows by its
   * place.
   */
  readonly only?: 'print' | 'sheet';
  /** Where the label of a total stands; one column of each medium has it. */
  readonly holdsLabel?: boolean;
  /** A column of amounts that totals add up (`levels.ts`). */
  readonly added?: boolean;
}

/** In the form its column's kind says; null prints as nothing. */
export type Cell = string | null;

/**
 * `heading` opens a group and exists on pages only · `line` is a row of data · `total` closes a group (`level` of that
 * group) or the report (`level` 0). Levels begin at 1; cells stand in the order of the columns.
 */
export type ReportRow =
  | { readonly kind: 'heading'; readonly level: number; readonly label: string }
  | { readonly kind: 'line'; readonly level: number; readonly cells: readonly Cell[] }
  | { readonly kind: 'total'; readonly level: number; readonly label: string; readonly cells: readonly Cell[] };

export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** All of a report but its rows: what stands at the head and the foot of every page. */
export interface ReportFrame {
  readonly language: Language;
  readonly title: string;
  /** Without its ending, such as `trial-balance_2026-01-01_2026-12-31`. */
  readonly fileName: string;
  readonly company: { readonly name: string; readonly organizationNumber: string | null };
  /** The period or date in words. */
  readonly period: string;
  /** Currency, filters, drafts in or out: whatever decides the figures. */
  readonly facts: readonly Fact[];
  /** How signs are to be read. */
  readonly signRule: string;
  /** When the report was made: an instant. */
  readonly madeAt: string;
  /** Name of the person, or what is known of them. */
  readonly madeBy: string;
  readonly columns: readonly ReportColumn[];
  /** What stands in place of the rows when there are none. */
  readonly emptyText: string;
}

/**
 * A report before it becomes a page, a workbook or a PDF: one neutral table. The renderers know nothing of accounting
 * and read nothing but this, so that all forms show the same figures. Rows may come one after the other from a
 * database: no renderer holds them all.
 */
export interface ReportTable extends ReportFrame {
  readonly rows: Rows<ReportRow>;
}

/** A column of one medium, with its place in a row's cells. */
export type PlacedAt = ReportColumn & { readonly at: number };

/** The columns of one medium. */
export const columnsFor = ({ columns }: Pick<ReportFrame, 'columns'>, medium: 'print' | 'sheet'): readonly PlacedAt[] =>
  columns.map((column, at) => ({ ...column, at })).filter(({ only }) => only === undefined || only === medium);

/** More columns of amounts than a page holds upright: it is turned, and its figures are set smaller. */
export const isWide = (frame: Pick<ReportFrame, 'columns'>): boolean =>
  columnsFor(frame, 'print').filter(({ kind }) => kind === 'money').length > 6;

export const isFigure = (kind: ColumnKind): boolean => kind === 'money' || kind === 'integer';

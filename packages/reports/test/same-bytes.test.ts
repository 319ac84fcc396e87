import { describe, expect, it } from 'vitest';
import { renderHtml } from '../src/html.ts';
import { collect, heading, line, pdfOf, tableOf, total, workbookOf } from './support/tables.ts';

describe('the same input and creation time', () => {
  const table = tableOf([heading(1, '1 Eiendeler'), line('Bank'), total(1, 'Sum', '1.00')]);

  it('give the same bytes', async () => {
    expect((await pdfOf(table)).equals(await pdfOf(table))).toBe(true);
    const first = await workbookOf(table);
    // The archive counts time in steps of two seconds: the clock must not be part of it.
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, 2_100);
    await promise;
    expect((await workbookOf(table)).equals(first)).toBe(true);
    expect((await collect(renderHtml(table))).equals(await collect(renderHtml(table)))).toBe(true);
  });

  it('and another time others', async () => {
    const later = { ...table, madeAt: '2026-11-21T18:48:02Z' };
    expect((await pdfOf(table)).equals(await pdfOf(later))).toBe(false);
    expect((await workbookOf(table)).equals(await workbookOf(later))).toBe(false);
  });
});

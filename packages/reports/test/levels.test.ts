import { describe, expect, it } from 'vitest';
import { type Grouping, grouped } from '../src/levels.ts';
import type { ReportColumn, ReportRow } from '../src/table.ts';

interface Posted {
  readonly group: string;
  readonly account: string;
  readonly text: string;
  readonly amount: string;
}

const columns: readonly ReportColumn[] = [
  { label: 'Tekst', kind: 'text', holdsLabel: true },
  { label: 'Beløp', kind: 'money', added: true },
  { label: 'Saldo', kind: 'money' },
];

const plain: Grouping<Posted> = {
  columns,
  levels: [
    { keyOf: ({ group }) => group, heading: ({ group }) => group, total: ({ group }) => ({ label: `Sum ${group}` }) },
    {
      keyOf: ({ account }) => account,
      heading: ({ account }) => account,
      total: ({ account }) => ({ label: `Sum ${account}` }),
    },
  ],
  cellsOf: ({ text, amount }) => [text, amount, null],
};

const posted = (place: string, text: string, amount: string): Posted => {
  const [group = '', account = ''] = place.split('/');
  return { group, account, text, amount };
};

const lines = [
  posted('A/1', 'a', '1.10'),
  posted('A/1', 'b', '2.20'),
  posted('A/2', 'c', '-0.30'),
  // The same account code below another group is another account.
  posted('B/2', 'd', '10000000000000000.01'),
];

/** `heading 1 A`, `line 2 a 1.10`, `total 1 Sum A 3.00`. */
async function shown(grouping: Grouping<Posted>, of: readonly Posted[] = lines): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const row of grouped(of, grouping)) found.push(textOf(row));
  return found;
}

const textOf = (row: ReportRow): string =>
  [row.kind, row.level, 'label' in row ? row.label : '', ...('cells' in row ? row.cells : [])]
    .filter((part) => part !== null && part !== '')
    .join(' ');

describe('rows by levels', () => {
  it('have headings and exact totals for every group', async () => {
    expect(await shown({ ...plain, grandTotal: 'Sum' })).toEqual([
      'heading 1 A',
      'heading 2 1',
      'line 2 a 1.10',
      'line 2 b 2.20',
      'total 2 Sum 1 3.30',
      'heading 2 2',
      'line 2 c -0.30',
      'total 2 Sum 2 -0.30',
      'total 1 Sum A 3.00',
      'heading 1 B',
      'heading 2 2',
      'line 2 d 10000000000000000.01',
      'total 2 Sum 2 10000000000000000.01',
      'total 1 Sum B 10000000000000000.01',
      'total 0 Sum 10000000000000003.01',
    ]);
  });

  it('may leave out the frame of groups with a single line, and totals of groups with a single part', async () => {
    const [first, second] = plain.levels;
    const levels = [
      { ...first!, totalled: 'ifSeveral' as const },
      { ...second!, headed: 'ifSeveral' as const, totalled: 'ifSeveral' as const },
    ];
    const depths = await shown({
      ...plain,
      levels,
      cellsOf: ({ text, amount }, depth) => [`${text}${depth}`, amount, null],
    });
    expect(depths).toEqual([
      'heading 1 A',
      'heading 2 1',
      'line 2 a2 1.10',
      'line 2 b2 2.20',
      'total 2 Sum 1 3.30',
      'line 1 c1 -0.30',
      'total 1 Sum A 3.00',
      'heading 1 B',
      'line 1 d1 10000000000000000.01',
    ]);
  });

  it('carry a running balance from what it opens with to the total of its group, and begin anew with the next', async () => {
    const running = {
      column: 2,
      level: 2,
      amountOf: ({ amount }: Posted) => amount,
      opening: ({ account }: Posted) => ({ amount: `${account}00.00`, cells: ['Inn', null, null] }),
    };
    expect(await shown({ ...plain, running })).toEqual([
      'heading 1 A',
      'heading 2 1',
      'line 2 Inn 100.00',
      'line 2 a 1.10 101.10',
      'line 2 b 2.20 103.30',
      'total 2 Sum 1 3.30 103.30',
      'heading 2 2',
      'line 2 Inn 200.00',
      'line 2 c -0.30 199.70',
      'total 2 Sum 2 -0.30 199.70',
      'total 1 Sum A 3.00',
      'heading 1 B',
      'heading 2 2',
      'line 2 Inn 200.00',
      'line 2 d 10000000000000000.01 10000000000000200.01',
      'total 2 Sum 2 10000000000000000.01 10000000000000200.01',
      'total 1 Sum B 10000000000000000.01',
    ]);
    const { opening: _, ...withoutOpening } = running;
    expect((await shown({ ...plain, running: withoutOpening })).slice(2, 4)).toEqual([
      'line 2 a 1.10 1.10',
      'line 2 b 2.20 3.30',
    ]);
  });

  it('show groups without lines with what they begin with, and add up what all end with', async () => {
    const running = {
      column: 2,
      level: 1,
      amountOf: ({ amount }: Posted) => amount,
      opening: () => ({ amount: '5.00', cells: ['Inn', null, null] }),
      isTotalled: true,
    };
    const isLine = ({ group }: Posted) => group === 'A';
    expect(await shown({ ...plain, levels: [plain.levels[0]!], isLine, running, grandTotal: 'Sum' })).toEqual([
      'heading 1 A',
      'line 1 Inn 5.00',
      'line 1 a 1.10 6.10',
      'line 1 b 2.20 8.30',
      'line 1 c -0.30 8.00',
      'total 1 Sum A 3.00 8.00',
      'heading 1 B',
      'line 1 Inn 5.00',
      'total 1 Sum B 0.00 5.00',
      'total 0 Sum 3.00 13.00',
    ]);
  });

  it('may have no levels at all, and say nothing of nothing', async () => {
    expect(await shown({ ...plain, levels: [], grandTotal: 'Sum' })).toEqual([
      'line 0 a 1.10',
      'line 0 b 2.20',
      'line 0 c -0.30',
      'line 0 d 10000000000000000.01',
      'total 0 Sum 10000000000000003.01',
    ]);
    expect(await shown({ ...plain, grandTotal: 'Sum' }, [])).toEqual([]);
  });

  it('write in the columns of a total what its group says', async () => {
    const levels = [
      { ...plain.levels[0]!, total: ({ group }: Posted) => ({ label: 'Sum', cells: [null, null, `«${group}»`] }) },
    ];
    expect((await shown({ ...plain, levels })).filter((row) => row.startsWith('total'))).toEqual([
      'total 1 Sum 3.00 «A»',
      'total 1 Sum 10000000000000000.01 «B»',
    ]);
  });
});

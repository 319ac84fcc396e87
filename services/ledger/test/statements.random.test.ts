import { type Decimal, decimal, formatMoney, ZERO } from '@app/money';
import type { TestService } from '@app/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Random, randomFrom } from './support/random.ts';
import { type Books, type Line, openBooks, startReading } from './support/reading-service.ts';

// The reports read maintained balances; the lines themselves are added up here, one by one, by nothing they share.

let service: TestService;
beforeAll(async () => {
  service = await startReading();
});
afterAll(() => service.stop());

const codes = ['1500', '1920', '2050', '2400', '3000', '3100', '6300', '6800', '8150', '8300', '8800', '8960', '8990'];
const days = [
  '2024-11-30',
  '2024-12-31',
  '2025-01-01',
  '2025-02-28',
  '2025-12-31',
  '2026-01-01',
  '2026-01-15',
  '2026-02-28',
];

function randomLines(random: Random): readonly Line[] {
  const amount = `${random.below(1e6)}.${String(1 + random.below(99)).padStart(2, '0')}`;
  const dimensionsOf = () => {
    const dimensions: (readonly ['project' | 'tag', number])[] = [];
    if (random.below(2)) dimensions.push(['project', 1 + random.below(3)]);
    for (const tag of [1, 2]) if (random.below(4) === 0) dimensions.push(['tag', tag]);
    return dimensions;
  };
  const currency = random.pick([undefined, 'EUR', 'USD']);
  return [amount, `-${amount}`].map((each) => [random.pick(codes), each, dimensionsOf(), 'linje', currency] as const);
}

/** Posted, drafted, cancelled: fifty of them. */
async function randomBooks(random: Random): Promise<Books> {
  const books = await openBooks(service);
  for (const id of [1, 2, 3]) await books.name('project', id, `Prosjekt ${id}`);
  for (const id of [1, 2]) await books.name('tag', id, `Merke ${id}`);
  for (let i = 0; i < 50; i++) {
    const entry = await books.post(random.pick(days), randomLines(random), { isDraft: random.below(6) === 0 });
    if (random.below(5) === 0) await books.cancel(entry, '2026-02-01').catch(() => undefined);
  }
  return books;
}

interface PlainLine {
  readonly code: string;
  readonly day: string;
  readonly amount: string;
  readonly is_draft: boolean;
  readonly projects: string[] | null;
  readonly tags: string[] | null;
}

const linesOf = (books: Books): Promise<PlainLine[]> => service.db.raw<PlainLine[]>`
  select a.account_code as code, l.posting_date::text as day, (l.debit - l.credit)::text as amount, e.is_draft,
    array_agg(d.relation_id::text) filter (where d.relation_type = 'project') as projects,
    array_agg(d.relation_id::text) filter (where d.relation_type = 'tag') as tags
  from ledger.journal_lines l
  join ledger.accounts a on a.id = l.account_id
  join ledger.journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
  left join ledger.journal_line_dimensions d
    on d.client_account_id = l.client_account_id and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id
  where l.client_account_id = ${books.id}
  group by l.id, a.account_code, l.posting_date, l.debit, l.credit, e.is_draft`;

/** Sums by key, zeros left out. */
function addUp(lines: readonly PlainLine[], keyOf: (line: PlainLine) => string): Map<string, string> {
  const sums = new Map<string, Decimal>();
  for (const line of lines) sums.set(keyOf(line), (sums.get(keyOf(line)) ?? ZERO).plus(decimal(line.amount)));
  return sorted([...sums].filter(([, amount]) => !amount.isZero()).map(([key, amount]) => [key, formatMoney(amount)]));
}
const sorted = (entries: readonly (readonly [string, string])[]) =>
  new Map([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** The numbers of an answer as they are printed. */
async function rowsOf(
  books: Books,
  path: string,
): Promise<readonly { code: string; relation: string; amounts: [string, string][] }[]> {
  const answer = await books.get(`/api/v2/reports/${path}&client_account_id=${books.id}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.map((row: Record<string, unknown>) => ({
    code: String(row.account_code),
    relation: row.relation_id === undefined || row.relation_id === null ? '' : String(row.relation_id),
    amounts: Object.entries((row.period_debit_movements ?? { balance: row.balance }) as Record<string, number>).map(
      ([key, amount]) => [key, amount.toFixed(2)],
    ),
  }));
}

const drafts = ['false', 'true'] as const;

it.each([1, 2, 3])('random books %s: both statements are the sums of their lines', async (seed) => {
  const random = randomFrom(seed);
  const books = await randomBooks(random);
  const lines = await linesOf(books);
  const spans = [
    ['2024-01-01', '2026-12-31'],
    ['2025-01-01', '2025-12-31'],
    ['2024-12-31', '2025-02-28'],
    ['2025-12-31', '2026-01-14'],
    ['2026-01-15', '2026-01-15'],
  ] as const;
  const filters = [
    ['', () => true],
    ['&dimensions=project:1,project:2', (line: PlainLine) => line.projects?.some((id) => id !== '3') ?? false],
    [
      '&dimensions=project:1,tag:2',
      (line: PlainLine) => (line.projects?.includes('1') && line.tags?.includes('2')) ?? false,
    ],
  ] as const;
  for (const include of drafts)
    for (const [dimensions, passes] of filters) {
      const counted = lines.filter((line) => (include === 'true' || !line.is_draft) && passes(line));
      for (const [from, to] of spans) {
        const sheet = await rowsOf(books, `balance-sheet?report_date=${to}&include_drafts=${include}${dimensions}`);
        const upTo = counted.filter(({ day }) => day <= to);
        expect(
          sorted(sheet.map(({ code, amounts }) => [code, amounts[0]![1]])),
          `${to} ${include} ${dimensions}`,
        ).toEqual(addUp(upTo, ({ code }) => (code < '3' ? code : '2099')));
        const inSpan = counted.filter(({ code, day }) => code >= '3' && code < '8900' && day >= from && day <= to);
        const groupings = [
          ['', () => ''],
          ['&group_by_dimension=project', (line: PlainLine) => line.projects?.[0] ?? ''],
          ['&group_by_dimension=tag', (line: PlainLine) => line.tags?.toSorted()[0] ?? ''],
          ['&free_text=LINJE', () => ''],
        ] as const;
        for (const [grouping, valueOfLine] of groupings) {
          const query = `date_from=${from}&date_to=${to}&include_drafts=${include}${dimensions}${grouping}`;
          const shown = (await rowsOf(books, `income-statement?${query}`)).flatMap(({ code, relation, amounts }) =>
            amounts
              .filter(([, amount]) => Number(amount) !== 0)
              .map(([month, amount]) => [`${code} ${relation} ${month}`, amount] as const),
          );
          expect(sorted(shown), query).toEqual(
            addUp(inSpan, (line) => `${line.code} ${valueOfLine(line)} ${Number(line.day.slice(5, 7))}`),
          );
        }
      }
    }
});

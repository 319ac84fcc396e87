// Run in a process of its own: makes a ledger of many lines in one form, throws the bytes away, and prints what it
// took. With `--expose-gc` and without threads it looks again and again at the memory that is in use.
import { endpoint } from '@app/contract';
import { addMoney } from '@app/money';
import { z } from 'zod';
import { renderHtml } from '../../src/html.ts';
import { renderJson } from '../../src/json.ts';
import { grouped } from '../../src/levels.ts';
import { drawPdf } from '../../src/pdf-draw.ts';
import { createRenderer } from '../../src/renderer.ts';
import { readAhead } from '../../src/rows.ts';
import type { ReportColumn, ReportTable } from '../../src/table.ts';
import type { ThreadForm } from '../../src/thread-messages.ts';
import { renderXlsx } from '../../src/xlsx.ts';
import { fonts } from './tables.ts';

interface LedgerLine {
  readonly account: number;
  readonly date: string;
  readonly entry: string;
  readonly text: string;
  readonly amount: string;
}

const LINES_PER_ACCOUNT = 5_000;

const columns: readonly ReportColumn[] = [
  { label: 'Dato', kind: 'date' },
  { label: 'Bilag', kind: 'code' },
  { label: 'Tekst', kind: 'text', holdsLabel: true },
  { label: 'Debet', kind: 'money', added: true },
  { label: 'Kredit', kind: 'money', added: true },
  { label: 'Saldo', kind: 'money' },
];

const LOOKS = 20;
/** Megabytes in use at as many moments of the way, when asked for. */
const inUse: number[] = [];

function look(): void {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  inUse.push((heapUsed + external) / 2 ** 20);
}

/** Lines that all differ, as those of a database do; none is kept. */
async function* linesOf(count: number): AsyncGenerator<LedgerLine, void> {
  for (let index = 0; index < count; index++) {
    if (globalThis.gc && index % Math.ceil(count / LOOKS) === 0) look();
    const cents = String(index % 100).padStart(2, '0');
    yield {
      account: 1500 + Math.floor(index / LINES_PER_ACCOUNT),
      date: `2026-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`,
      entry: String(100_000 + index),
      text: `Faktura ${700_000 + index} fra Ærlig & Sønner ${index % 977} AS`,
      amount: `${index % 2 ? '-' : ''}${(index * 7919) % 1_000_000}.${cents}`,
    };
  }
}

/** A ledger with a running balance and a total per account. */
const ledgerOf = (count: number): ReportTable => ({
  language: 'nob',
  title: 'Hovedbok',
  fileName: 'general-ledger',
  company: { name: 'Ærfugl AS', organizationNumber: '313609030' },
  period: '1. januar 2026 – 31. desember 2026',
  facts: [{ label: 'Valuta', value: 'NOK' }],
  signRule: 'Fortegn: debet minus kredit.',
  madeAt: '2026-11-21T18:48:00Z',
  madeBy: 'Åse Ærlig',
  columns,
  emptyText: 'Ingenting.',
  rows: grouped(linesOf(count), {
    columns,
    levels: [
      {
        keyOf: ({ account }) => String(account),
        heading: ({ account }) => `${account} Konto`,
        total: ({ account }) => ({ label: `Sum ${account}` }),
      },
    ],
    cellsOf: ({ date, entry, text, amount }) => {
      const isCredit = amount.startsWith('-');
      return [date, entry, text, isCredit ? '0.00' : amount, isCredit ? amount.slice(1) : '0.00', null];
    },
    running: {
      column: 5,
      level: 1,
      amountOf: ({ amount }) => addMoney(amount),
      opening: () => ({ amount: '1000.00', cells: [null, null, 'Inngående saldo', null, null, null] }),
    },
    grandTotal: 'Sum alle kontoer',
  }),
});

const endpointOfLines = endpoint({
  name: 'test.ledger',
  summary: 'Lines of a ledger',
  service: 'ledger',
  method: 'GET',
  path: '/ledger',
  envelope: { name: 'test', schema: z.unknown(), render: () => undefined },
  status: 200,
  output: z.array(
    z.object({ account: z.int(), date: z.string(), entry: z.string(), text: z.string(), amount: z.string() }),
  ),
});

const renderer = createRenderer();

async function* onThisThread(form: string, { rows, ...frame }: ReportTable): AsyncGenerator<Uint8Array, void> {
  const ahead = await readAhead(rows, 1_000);
  yield* form === 'pdf' ? drawPdf(frame, ahead, fonts, 100_000) : renderXlsx(frame, ahead);
}

function piecesOf(form: string, count: number): AsyncIterable<string | Uint8Array> {
  if (form === 'json') return renderJson(endpointOfLines, linesOf(count), undefined);
  if (form === 'html') return renderHtml(ledgerOf(count));
  return globalThis.gc ? onThisThread(form, ledgerOf(count)) : renderer.render(form as ThreadForm, ledgerOf(count));
}

const [form = '', count = ''] = process.argv.slice(2);
const start = performance.now();
let bytes = 0;
for await (const piece of piecesOf(form, Number(count))) bytes += Buffer.byteLength(piece);
const seconds = (performance.now() - start) / 1000;
await renderer.close();
const { user, system } = process.cpuUsage();
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
console.log(
  JSON.stringify({
    form,
    lines: Number(count),
    bytes,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes,
    inUse,
  }),
);

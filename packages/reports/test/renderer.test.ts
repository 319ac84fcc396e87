import { readMarkedText } from '@app/paper/test/pdf-text';
import { runInContext } from '@app/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createRenderer, type Renderer, type RenderLimits, SHORT_ROWS } from '../src/renderer.ts';
import type { ReportRow, ReportTable } from '../src/table.ts';
import { collect, line, tableOf } from './support/tables.ts';
import { sheetsOf } from './support/workbook.ts';

const LANE = { threads: 1, seconds: 60, megabytes: 256, waiting: 8 };
const small = tableOf([line('Bank')]);
const linesOf = (count: number) => tableOf(Array.from({ length: count }, (_, index) => line(`Konto ${index}`)));
const texts = (pdf: Buffer) => readMarkedText(pdf).map(({ text }) => text);

const opened: Renderer[] = [];
const renderer = (limits: Partial<RenderLimits> = {}): Renderer => {
  const made = createRenderer(limits);
  opened.push(made);
  return made;
};
afterAll(() => Promise.all(opened.map((each) => each.close())));

/** Rows that come one after the other, more than are read ahead, and what became of them. */
function streaming(
  count: number,
  failAt?: number,
): { readonly table: ReportTable; readonly seen: { read: number; ended: boolean } } {
  const seen = { read: 0, ended: false };
  async function* rows(): AsyncGenerator<ReportRow> {
    try {
      while (seen.read < count) {
        if (seen.read === failAt) throw new Error('the database went away');
        yield line(`Konto ${seen.read++}`);
      }
    } finally {
      seen.ended = true;
    }
  }
  return { table: { ...small, rows: rows() }, seen };
}

describe('threads that make reports', () => {
  it('make several at once, each its own', async () => {
    const names = ['Alfa AS', 'Beta AS', 'Gamma AS', 'Delta AS'];
    const one = renderer();
    const drawn = await Promise.all(
      names.map((name) => collect(one.render('pdf', { ...small, company: { name, organizationNumber: null } }))),
    );
    for (const [index, pdf] of drawn.entries()) expect(texts(pdf)[0]).toBe(names[index]);
    expect((await sheetsOf(await collect(one.render('xlsx', small))))[0]!.getCell('B5').value).toBe('Bank');
  });

  it('refuse a report of too many pages, and say what to do', async () => {
    const one = renderer({ pages: 3 });
    await expect(collect(one.render('pdf', linesOf(400)))).rejects.toMatchObject({
      code: 'common.payload_too_large',
      status: 413,
      message: expect.stringContaining('workbook'),
      details: { limit: 3 },
    });
    expect((await collect(one.render('pdf', small))).length).toBeGreaterThan(1000);
  });

  it('fail alone when it takes too long or too much memory: the others get a new thread', async () => {
    const hasty = renderer({ short: { ...LANE, seconds: 0.001 } });
    await expect(collect(hasty.render('pdf', linesOf(400)))).rejects.toMatchObject({
      status: 503,
      code: 'common.service_unavailable',
    });

    const poor = renderer({ short: { ...LANE, megabytes: 20 } });
    const [heavy, light] = await Promise.allSettled([
      collect(poor.render('pdf', linesOf(SHORT_ROWS))),
      collect(poor.render('pdf', small)),
    ]);
    expect(heavy).toMatchObject({ status: 'rejected', reason: { status: 503 } });
    expect(light.status).toBe('fulfilled');
  });

  it('take no more orders than can wait, and leave none hanging when they close', async () => {
    const one = createRenderer({ short: { ...LANE, waiting: 2 } });
    const orders = Promise.allSettled(Array.from({ length: 5 }, () => collect(one.render('pdf', linesOf(100)))));
    // Reading ahead takes a few turns; then one is being made, two wait and two were refused.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    await one.close();
    const reasons = (await orders).map((order) => order.status === 'rejected' && order.reason.message);
    expect(reasons.filter((reason) => reason === 'The service is stopping')).toHaveLength(3);
    expect(reasons.filter((reason) => String(reason).startsWith('Too many reports'))).toHaveLength(2);
  });
});

describe('a caller', () => {
  const as = <T>(userId: number, work: () => T): T => runInContext({ requestId: 'r', userId }, work);

  it('who reads nothing of a short report holds no thread', async () => {
    const one = renderer({ short: LANE });
    const slow = one.render('pdf', linesOf(1_000));
    await slow.next();
    expect((await collect(one.render('xlsx', small))).length).toBeGreaterThan(1000);
    await slow.return();
  });

  it('who orders many reports waits behind himself, and is refused before the others are', async () => {
    const one = renderer({ short: { ...LANE, waiting: 12 } });
    const done: string[] = [];
    const order = (userId: number, name: string) =>
      as(userId, () => collect(one.render('pdf', linesOf(200)))).then(() => void done.push(name));
    const greedy = await Promise.allSettled([
      ...Array.from({ length: 8 }, (_, number) => order(1, `greedy ${number}`)),
      order(2, 'other'),
    ]);
    // One is made, three wait: a quarter of those who may.
    expect(greedy.filter(({ status }) => status === 'rejected')).toHaveLength(4);
    expect(greedy.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 503 } });
    expect(done.indexOf('other')).toBeLessThan(done.length - 2);
  });

  it('never has all threads of long reports, however slowly he reads', async () => {
    const one = renderer({ long: { ...LANE, threads: 2 } });
    const held = as(1, () => one.render('pdf', streaming(2_000_000).table));
    await as(1, () => held.next());
    const second = as(1, () => one.render('pdf', streaming(2_000_000).table));
    const waiting = as(1, () => second.next());
    const other = as(2, () => collect(one.render('xlsx', streaming(SHORT_ROWS + 1).table)));
    expect((await other).length).toBeGreaterThan(1000);
    await held.return();
    expect((await waiting).done).toBe(false);
    await second.return();
  });
});

describe('rows that come one after the other', () => {
  const count = SHORT_ROWS + 2_500;

  it('are all in the workbook and in the PDF, in their order', async () => {
    const one = renderer();
    const [sheet] = await sheetsOf(await collect(one.render('xlsx', streaming(count).table)));
    const named: unknown[] = [];
    sheet!.eachRow((row, number) => number > 4 && named.push(row.getCell(2).value));
    const expected = Array.from({ length: count }, (_, index) => `Konto ${index}`);
    expect(named).toEqual(expected);
    const pdf = await collect(one.render('pdf', streaming(count).table));
    expect(texts(pdf).filter((text) => text.startsWith('Konto '))).toEqual(expected);
  });

  it('that fail make the report fail, not end early', async () => {
    const { table, seen } = streaming(count, count - 10);
    await expect(collect(renderer().render('xlsx', table))).rejects.toThrow('the database went away');
    expect(seen.ended).toBe(true);
  });

  it.each(['pdf', 'xlsx'] as const)(
    'are read no faster than the report is, and no more when its reader leaves: %s',
    async (form) => {
      const one = renderer();
      const { table, seen } = streaming(2_000_000);
      for await (const piece of one.render(form, table)) {
        expect(piece.length).toBeGreaterThan(0);
        break;
      }
      expect(seen.ended).toBe(true);
      expect(seen.read).toBeLessThan(SHORT_ROWS + 50_000);
      // Its thread is free again.
      expect((await collect(one.render(form, streaming(SHORT_ROWS + 1).table))).length).toBeGreaterThan(1000);
    },
  );

  it('do not hold up a short report, nor does a reader who takes nothing hold its thread for ever', async () => {
    const { one, slow } = await begun();
    expect((await collect(one.render('pdf', small))).length).toBeGreaterThan(1000);
    const next = one.render('xlsx', streaming(2_000_000).table);
    // It gets the thread when the time of the first has run out, and fails when its own has.
    await expect(collect(next)).rejects.toMatchObject({ status: 503 });
    await expect(collect(slow)).rejects.toMatchObject({ status: 503 });
  });

  /** A long report that is under way; with more time where the machine is too busy to begin within the first. */
  async function begun(seconds = 4): Promise<{ one: Renderer; slow: AsyncGenerator<Uint8Array, void> }> {
    const one = renderer({ long: { ...LANE, seconds } });
    const slow = one.render('pdf', streaming(2_000_000).table);
    const hasBegun = await slow.next().then(
      () => true,
      () => false,
    );
    return hasBegun ? { one, slow } : begun(seconds * 4);
  }
});

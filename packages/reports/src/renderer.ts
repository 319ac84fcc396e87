import { Failure, unavailable } from '@app/contract';
import { createLane, type Lane, type LaneLimits, type LaneWork } from '@app/paper/threads';
import { type ReadAhead, readAhead } from './rows.ts';
import type { ReportRow, ReportTable } from './table.ts';
import { renderOn, startReportThread, TooLong } from './thread.ts';
import type { ThreadForm } from './thread-messages.ts';

export interface RenderLimits {
  /** Pages of one PDF. */
  readonly pages: number;
  /** Reports whose rows are all at hand. */
  readonly short: LaneLimits;
  /** Reports whose rows come one after the other: they take as long as their readers do. */
  readonly long: LaneLimits;
}

export interface Renderer {
  /**
   * The report as a workbook or a PDF, piece by piece, made on another thread. The first piece takes a while; what
   * fails before it throws.
   *
   * @throws Failure 413 when a PDF would have more pages than allowed, 503 when it is not done in time, or too many
   * wait
   */
  render(form: ThreadForm, table: ReportTable): AsyncGenerator<Uint8Array, void>;
  close(): Promise<void>;
}

/**
 * Rows up to which a report is short: read before anything is made of it, tagged for screen readers as a PDF, and made
 * at one go.
 */
export const SHORT_ROWS = 10_000;

const LIMITS: RenderLimits = {
  pages: 40_000,
  short: { threads: 1, seconds: 30, megabytes: 512, waiting: 32 },
  long: { threads: 2, seconds: 900, megabytes: 256, waiting: 8 },
};

const otherwise = 'the page and the JSON answer hold the same figures';

const work: LaneWork = {
  start: startReportThread,
  full: `Too many reports are being made at this moment; ${otherwise}`,
  late: (seconds) => `The report was not done within ${seconds} seconds; ${otherwise}`,
};

/**
 * Threads that make reports: started when needed; idle, they keep no process alive. A long report never holds up a
 * short one.
 */
export function createRenderer(limits: Partial<RenderLimits> = {}): Renderer {
  const { pages, ...lanes } = { ...LIMITS, ...limits };
  const short = createLane(lanes.short, work);
  const long = createLane(lanes.long, work);

  async function* renderIn(
    lane: Lane,
    form: ThreadForm,
    { rows: _, ...frame }: ReportTable,
    { first, rest, end }: ReadAhead<ReportRow>,
  ) {
    try {
      const pieces = lane.run((worker, signal) =>
        renderOn(worker, { form, frame, first, pageLimit: pages }, rest, signal),
      );
      // A short report is made whole before anybody reads of it: a slow reader holds no thread that others wait for.
      yield* rest ? pieces : await Array.fromAsync(pieces);
    } catch (error) {
      if (error instanceof TooLong) throw tooLong(pages);
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw unavailable(`The report could not be made; ${otherwise}`, error);
      throw error;
    } finally {
      await end();
    }
  }

  return {
    async *render(form, table) {
      const rows = await readAhead(table.rows, SHORT_ROWS);
      yield* renderIn(rows.rest ? long : short, form, table, rows);
    },
    close: async () => {
      await Promise.all([short.close(), long.close()]);
    },
  };
}

const tooLong = (limit: number): Failure =>
  new Failure(
    'common.payload_too_large',
    413,
    `The report has more than ${limit} pages as a PDF; narrow it, or take the workbook`,
    {
      details: { limit },
    },
  );

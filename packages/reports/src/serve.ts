import {
  type Api,
  attachment,
  type Call,
  disposition,
  type Endpoint,
  PAGE,
  PDF,
  type Reply,
  streamed,
  WORKBOOK,
} from '@app/contract';
import { contentSecurityPolicy, pageHeaders } from '@app/pages';
import { type Clock, timestamp } from '@app/runtime';
import type { z } from 'zod';
import { renderHtml } from './html.ts';
import { REPORT_CSS } from './html-style.ts';
import { renderJson } from './json.ts';
import type { Renderer } from './renderer.ts';
import type { Rows } from './rows.ts';
import type { Language, ReportTable } from './table.ts';
import { frameWords } from './words.ts';

// biome-ignore lint/suspicious/noExplicitAny: the schemas of an endpoint are only known through inference
type Any = any;
type Output<E> = E extends Endpoint<Any, Any, Any, infer O> ? z.input<O> : never;
/** A row of an endpoint that answers with a list, or with `{meta, data}`. */
export type RowOf<E> =
  Output<E> extends readonly (infer R)[] ? R : Output<E> extends { readonly data: readonly (infer R)[] } ? R : never;

/** What the head of a report says of the company. */
export interface CompanyFacts {
  readonly name: string;
  readonly organizationNumber: string | null;
  readonly currency: string;
}

/** What every report says of itself, whatever its rows. */
export interface ReportHead {
  readonly company: CompanyFacts;
  /** An instant. */
  readonly madeAt: string;
  readonly madeBy: string;
  /** The day on which the report was asked for, the one that `read` was given. */
  readonly today: string;
}

/** What the reports of a service are made with. */
export interface ReportsContext {
  readonly renderer: Renderer;
  readonly clock: Clock;
  company(clientAccountId: number): Promise<CompanyFacts>;
  /** The name of a user, for "made by"; what is known of the person when the name cannot be had. */
  fullName(userId: number, language: Language): Promise<string>;
}

/** The rows of the JSON answer; every other form is made of them too. */
export interface ReportRows<S> {
  readonly rows: S;
  /** For endpoints that answer with `{meta, data}`. */
  readonly meta?: unknown;
}

export interface Report<E, S extends Rows<RowOf<E>>> {
  /**
   * Asked once per request. Rows that come one after the other are sent while they come; what fails before the first is
   * answered as a failure.
   *
   * @param today what dates that nobody sent are taken from; one day for rows and head, also at midnight
   */
  readonly read: (call: Call<E>, today: string) => Promise<ReportRows<S>>;
  /** The report as a table; it reads the rows as it is read itself. */
  readonly table: (rows: S, call: Call<E>, head: ReportHead) => Promise<ReportTable> | ReportTable;
}

/** A report whose table is read in another way than its JSON answer. */
export interface LongReport<E> {
  /**
   * The JSON answer: rows at hand, or rows that come one after the other.
   *
   * @param today as for a {@link Report}
   */
  readonly read: (call: Call<E>, today: string) => Promise<ReportRows<Rows<RowOf<E>>>>;
  /** The report as a table, of rows that it reads itself. */
  readonly table: (call: Call<E>, head: ReportHead) => Promise<ReportTable>;
}

/** Nothing but the page's own style may load, and nothing may run, frame the page or be sent from it. */
const POLICY = contentSecurityPolicy({ styles: [REPORT_CSS], forms: 'none' });

/**
 * Serves a report in the form that the caller likes best: JSON, workbook, page or PDF (REP-R01 to REP-R04). Workbook
 * and PDF are files to save, the page is shown in place.
 */
export function serveReport<E extends Endpoint<Any, Any, Any, Any>, S extends Rows<RowOf<E>>>(
  api: Api,
  endpoint: E,
  context: ReportsContext,
  report: Report<E, S>,
): void {
  serveLongReport(api, endpoint, context, {
    read: report.read,
    table: async (call, head) => report.table((await report.read(call, head.today)).rows, call, head),
  });
}

/** Serves a {@link LongReport} as {@link serveReport} does a report. */
export function serveLongReport<E extends Endpoint<Any, Any, Any, Any>>(
  api: Api,
  endpoint: E,
  context: ReportsContext,
  report: LongReport<E>,
): void {
  const tableOf = async (call: Call<E>): Promise<ReportTable> => {
    const { language, principal, account } = call;
    const today = context.clock.today();
    const [company, madeBy] = await Promise.all([
      context.company(account.clientAccountId),
      context.fullName(principal.userId, language),
    ]);
    return report.table(call, { company, madeAt: timestamp(context.clock.now()), madeBy, today });
  };

  api.serve(endpoint, async (call: Call<E>) => {
    if (!isTable(call.mediaType)) {
      const { rows, meta } = await report.read(call, context.clock.today());
      if (Array.isArray(rows)) return (meta === undefined ? rows : { meta, data: rows }) as Output<E>;
      return streamed('application/json; charset=utf-8', renderJson(endpoint, rows, meta));
    }
    return replyOf(await tableOf(call), call.mediaType, context.renderer);
  });
}

const isTable = (mediaType: string): boolean => [WORKBOOK, PAGE, PDF].includes(mediaType);

function replyOf(table: ReportTable, mediaType: string, renderer: Renderer): Reply {
  const headers = { 'Content-Language': frameWords(table).lang, Vary: 'Accept, Accept-Language' };
  if (mediaType === WORKBOOK)
    return attachment(WORKBOOK, renderer.render('xlsx', table), `${table.fileName}.xlsx`, headers);
  if (mediaType === PDF) return attachment(PDF, renderer.render('pdf', table), `${table.fileName}.pdf`, headers);
  return streamed(`${PAGE}; charset=utf-8`, renderHtml(table), {
    ...pageHeaders(POLICY),
    ...headers,
    'Content-Disposition': disposition('inline', `${table.fileName}.html`),
  });
}

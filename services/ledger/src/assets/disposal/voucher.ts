import { type Database, defineUseCase, WITHDRAWN } from '@app/db';
import { decimal } from '@app/money';
import { type CompanyFacts, formatDecimal, longDate, type Renderer, type ReportTable } from '@app/reports';
import type { ClientOf, Vouchers } from '@app/rpc';
import type { Clock, Language, Logger } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import * as assets from '../store.ts';
import { type Disposal, findDisposal, setVoucher } from './store.ts';
import words from './voucher-words.json' with { type: 'json' };

interface Deps {
  readonly db: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly renderer: Renderer;
  readonly company: (clientAccountId: number) => Promise<CompanyFacts & { readonly language: Language }>;
  readonly vouchers: Pick<ClientOf<typeof Vouchers>, 'CreateVoucher'>;
}

/**
 * The voucher of a disposal, which follows it: the disposal is there with the intent, and documents makes the voucher
 * once under the command key, however long it is away and whatever process dies.
 */
export const defineDisposalVoucher = (deps: Deps) =>
  defineUseCase(deps, {
    name: 'disposal_voucher',
    leaseSeconds: 60,
    pauseSeconds: 10,
    intent: z.object({ assetId: z.int(), actorId: z.int() }),
    result: z.object({ assetId: z.int() }),
    given: z.undefined(),
    // What documents refuses is ours to mend: the voucher is owed, so that it is tried until it is there.
    refusalOf: () => undefined,
    call: async ({ commandKey, clientAccountId, intent: { assetId, actorId } }) => {
      const disposal = await findDisposal(deps.db.executor, clientAccountId!, assetId);
      if (!disposal) return WITHDRAWN;
      const table = await tableOf(deps, disposal);
      const { voucherId } = await deps.vouchers.CreateVoucher({
        clientAccountId: clientAccountId!,
        commandKey,
        userId: actorId,
        fileName: `${table.fileName}.pdf`,
        mediaType: 'application/pdf',
        content: await bytesOf(deps.renderer.render('pdf', table)),
        documentDate: disposal.disposalDate,
      });
      return voucherId;
    },
    finish: ({ clientAccountId, intent: { assetId }, said, commit }) =>
      commit(async (tx) => {
        await setVoucher(tx, clientAccountId!, assetId, said);
        return { assetId };
      }),
  });

export type DisposalVoucher = ReturnType<typeof defineDisposalVoucher>;

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** The same for every try: made at the moment of the disposal, of what it booked. */
async function tableOf({ db, company }: Deps, disposal: Disposal): Promise<ReportTable> {
  const { clientAccountId, assetId, journalEntryId, disposalDate } = disposal;
  const { language, currency, ...facts } = await company(clientAccountId);
  const say = words[language];
  const asset = await assets.findAsset(db.executor, assetId);
  // Raw: lines with the names of their accounts, in both languages of the chart.
  const lines = await db.executor.execute<Record<'code' | 'name' | 'debit' | 'credit' | 'number', string>>(sql`
    select a.account_code as code, coalesce(case when ${language} = 'eng' then a.description_eng end, a.description_nob) as name,
      l.debit::text as debit, l.credit::text as credit, e.sequence_number::text as number
    from journal_lines l join accounts a on a.id = l.account_id
    join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
    where l.client_account_id = ${clientAccountId} and l.journal_entry_id = ${journalEntryId} order by l.line_id`);
  const shown = (amount: string): string | null => (decimal(amount).isZero() ? null : amount);
  const total = (side: 'debit' | 'credit') =>
    lines.reduce((sum, line) => sum.plus(decimal(line[side])), decimal('0')).toFixed(2);
  return {
    language,
    title: say.title,
    fileName: `${language === 'eng' ? 'disposal' : 'avhending'}-${assetId}-${disposalDate}`,
    company: facts,
    period: longDate(disposalDate, language),
    facts: [
      { label: say.asset, value: asset?.name ?? String(assetId) },
      { label: say.kind, value: say.kinds[disposal.kind] },
      { label: say.currency, value: currency },
      { label: say.proceeds, value: formatDecimal(disposal.proceeds, language) },
      { label: say.vat, value: formatDecimal(disposal.outputVat, language) },
      { label: say.value, value: formatDecimal(disposal.bookValue, language) },
      ...(lines[0] ? [{ label: say.entry, value: lines[0].number }] : []),
    ],
    signRule: say.sign,
    madeAt: Temporal.Instant.from(disposal.createdAt.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')).toString(),
    madeBy: say.madeBy,
    columns: [
      { label: say.columns[0]!, kind: 'code' },
      { label: say.columns[1]!, kind: 'text', holdsLabel: true },
      { label: say.columns[2]!, kind: 'money' },
      { label: say.columns[3]!, kind: 'money' },
    ],
    emptyText: say.empty,
    rows: [
      // Whole, where the fact above may be cut: the paper says what is gone.
      ...(lines.length > 0 && asset ? [{ kind: 'heading' as const, level: 1, label: asset.name }] : []),
      ...lines.map((line) => ({
        kind: 'line' as const,
        level: 1,
        cells: [line.code, line.name, shown(line.debit), shown(line.credit)],
      })),
      ...(lines.length > 0
        ? [{ kind: 'total' as const, level: 0, label: say.total, cells: [null, null, total('debit'), total('credit')] }]
        : []),
    ],
  };
}

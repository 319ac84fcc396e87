import type postgres from 'postgres';
import { bytesOfEmbedding, embeddingOf } from '../../../services/documents/src/vouchers/embedding.ts';
import type { Bench } from '../bench.ts';
import { oneVoucher } from './uploads.ts';

/** Texts that are different; vouchers have them in turns. */
export const TEXTS = 1_000;
const PARTNERS = 200;
const STEP = 50_000;
/** Of the first voucher; each is a second later than the one before. */
const FIRST_MOMENT = '2026-01-02T08:00:00Z';

/** Vouchers of a company, whose ids follow each other. */
export interface LoadedVouchers {
  readonly company: number;
  readonly count: number;
  readonly firstId: number;
  /** Who wrote the statements. */
  readonly userId: number;
}

/**
 * A company with vouchers and what lists show of them: three of four have a draft of an invoice or a receipt, the
 * others are archived; some have attachments, statements, open questions, tasks and a collection. All are of one file
 * that was uploaded, so that the store has the bytes of every row.
 */
export async function loadVouchers(
  bench: Bench,
  { count, hasTexts }: { readonly count: number; readonly hasTexts: boolean },
): Promise<LoadedVouchers> {
  const companies = await bench.companies();
  const { id: company } = await companies.add({ isPosted: false });
  bench.say(`loading ${count.toLocaleString('en')} vouchers`);
  const source = await oneVoucher(bench, company);
  const sql = await bench.sql();
  return sql.begin(async (tx) => {
    // The database is verified in the end.
    await tx.unsafe(`set local search_path = documents, extensions; set local session_replication_role = replica;
      set local synchronous_commit = off`);
    const [at] = await tx<{ first: string }[]>`
      select setval(pg_get_serial_sequence('files', 'id'), max(id) + ${2 * count}::bigint) - ${2 * count} + 1 as first
      from files`;
    const loaded = { company, count, firstId: Number(at!.first), userId: companies.userId };
    await tx`
      insert into partner_names (client_account_id, business_partner_id, name, version)
      select ${company}::bigint, n, 'Leverandør ' || n, 1 from generate_series(1, ${PARTNERS}) n`;
    const [collection] = await tx<{ id: string }[]>`
      insert into voucher_collections (client_account_id, name, created_at, updated_at)
      values (${company}, 'Reiser', now(), now()) returning id`;
    for (let from = 0; from < count; from += STEP)
      await loadStep(tx, loaded, { source, collection: collection!.id, from, to: Math.min(count, from + STEP) - 1 });
    if (hasTexts) await loadTexts(tx, loaded);
    await tx.unsafe(`analyze files, vouchers, documents, voucher_attachments, voucher_statements, questions, tasks,
      voucher_texts`);
    return loaded;
  });
}

interface Step {
  readonly source: number;
  readonly collection: string;
  readonly from: number;
  readonly to: number;
}

async function loadStep(tx: postgres.TransactionSql, loaded: LoadedVouchers, step: Step): Promise<void> {
  const { company, firstId, count } = loaded;
  const series = tx`(
    select n, ${firstId}::bigint + n as id, ${FIRST_MOMENT}::timestamptz + n * interval '1 second' as at
    from generate_series(${step.from}::bigint, ${step.to}::bigint) n) s`;
  const attached = tx`${firstId + count}::bigint + n`;
  await tx`
    insert into files (id, client_account_id, type, file_name, content_type, channel, processing_track, size, sha256,
      created_at, updated_at)
    overriding system value
    select new.id, ${company}::bigint, new.type, new.type || ' ' || n || '.pdf', f.content_type, f.channel,
      f.processing_track, f.size, f.sha256, at, at
    from ${series}
    cross join lateral (values (s.id, 'VOUCHER'), (${attached}, 'ATTACHMENT')) new (id, type)
    join files f on f.id = ${step.source} where new.type = 'VOUCHER' or n % 6 = 0`;
  await tx`
    insert into vouchers (id, client_account_id, voucher_type, status, workflow_status, collection_id)
    select id, ${company}::bigint, case n % 4 when 0 then null when 3 then 'RECPT' else 'APINV' end,
      case when n % 4 = 0 then 'ARCHIVED' else 'DRAFT' end, 'COMPLETED',
      case when n % 10 = 0 then ${step.collection}::bigint end
    from ${series}`;
  await tx`
    insert into voucher_attachments (client_account_id, voucher_id, file_id, place)
    select ${company}::bigint, id, ${attached}, 1 from ${series} where n % 6 = 0`;
  await tx`
    insert into documents (client_account_id, uploaded_file_id, document_type, document_number, document_date, due_date,
      business_partner_id, currency_code, net_amount, tax_amount, total_amount, created_in_application,
      created_at, updated_at)
    select ${company}::bigint, id, case n % 4 when 3 then 'RECPT' else 'APINV' end, 'F-' || n, at::date,
      at::date + 14, 1 + n % ${PARTNERS}::bigint, 'NOK', 100, 25, 125, false, at, at
    from ${series} where n % 4 <> 0`;
  await tx`
    insert into voucher_statements (client_account_id, voucher_id, user_id, created_by_id, created_at, purpose, comment)
    select ${company}::bigint, id, ${loaded.userId}::bigint, ${loaded.userId}::bigint, at,
      'Reise til kunde', 'Betalt kontant'
    from ${series} where n % 5 = 0`;
  await tx`
    insert into questions (client_account_id, voucher_id, question, type, status, created_at, updated_at)
    select ${company}::bigint, id, 'Hva er dette?', 'GENERAL', 'OPEN', at, at from ${series} where n % 8 = 0`;
  await tx`
    insert into tasks (client_account_id, title, task_type, status, relation_type, relation_id, created_at, updated_at)
    select ${company}::bigint, 'Se over', 'REVIEW', 'OPEN', 'voucher', id, at, at from ${series} where n % 7 = 0`;
}

const WORDS = [
  'strøm',
  'kaffe',
  'leie',
  'reise',
  'hotell',
  'kabel',
  'papir',
  'regnskap',
  'forsikring',
  'frakt',
] as const;

/** A page of an invoice; each differs from the others by most of its words. */
function textOf(number: number): string {
  const word = (at: number): string =>
    `${WORDS[(number * 7 + at * 3) % WORDS.length]}${(number * 131 + at * 17) % 997}`;
  return `Faktura ${number} ${Array.from({ length: 120 }, (_, at) => word(at)).join(' ')}`;
}

async function loadTexts(tx: postgres.TransactionSql, { company, firstId, count }: LoadedVouchers): Promise<void> {
  const bodies = Array.from({ length: TEXTS }, (_, number) => textOf(number));
  const embeddings = bodies.map((body) => bytesOfEmbedding(embeddingOf(body, [])!).toString('hex'));
  await tx`
    with texts as (
      select place - 1 as place, body, decode(hex, 'hex') as embedding
      from unnest(${bodies}::text[], ${embeddings}::text[]) with ordinality t (body, hex, place))
    insert into voucher_texts (client_account_id, voucher_id, body, embedding, embedded_at)
    select ${company}::bigint, ${firstId}::bigint + n, body, embedding,
      ${FIRST_MOMENT}::timestamptz + n * interval '1 second'
    from generate_series(0, ${count - 1}::bigint) n join texts on place = n % ${TEXTS}::bigint`;
}

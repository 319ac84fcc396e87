import type { VoucherRelation } from '@app/api/documents/index';
import { instantOut } from '@app/records';
import { fileWire } from '../files/wire.ts';
import * as store from './relations-store.ts';
import type { VoucherEntry } from './standing.ts';
import type { Voucher } from './store.ts';
import type { WireDependencies, WireVoucher } from './wire-shapes.ts';
import type { Reading } from './workflow/reading.ts';

type Embedded = Pick<WireVoucher, VoucherRelation>;
type Documents = Awaited<ReturnType<typeof store.documentsOfVouchers>>;

/** What is embedded besides, with what is known already: newest first. */
interface Known {
  readonly documents: ReadonlyMap<number, Documents>;
  readonly entries: ReadonlyMap<number, readonly VoucherEntry[]>;
}

/** The relations of vouchers that are asked for, in the order of the vouchers: one statement for each kind. */
export async function relationsWire(
  deps: WireDependencies,
  vouchers: readonly Voucher[],
  wanted: ReadonlySet<VoucherRelation>,
  { documents, entries }: Known,
): Promise<readonly Embedded[]> {
  const ex = deps.db.executor;
  const ids = vouchers.map(({ id }) => id);
  const accounts = [...new Set(vouchers.map(({ clientAccountId }) => clientAccountId))];
  const load = async <R extends { readonly voucherId: number }>(
    relations: readonly VoucherRelation[],
    read: () => PromiseLike<readonly R[]>,
  ): Promise<ReadonlyMap<number, readonly R[]>> =>
    relations.some((each) => wanted.has(each)) ? Map.groupBy(await read(), ({ voucherId }) => voucherId) : new Map();
  const attachments = await load(['attachments'], () => store.attachmentsOfVouchers(ex, ids));
  const statements = await load(['statements', 'statement'], () => store.statementsOfVouchers(ex, accounts, ids));
  const questions = await load(['questions'], () => store.questionsOfVouchers(ex, accounts, ids));
  const tasks = await load(['tasks'], () => store.tasksOfVouchers(ex, accounts, ids));
  const readings = await load(['payment_matches'], () => store.readingsOfVouchers(ex, ids));
  const collections = wanted.has('collection') ? await collectionsOf(deps, accounts, vouchers) : undefined;
  const projects = wanted.has('project') ? await projectsOf(deps, vouchers) : undefined;

  return vouchers.map(({ id, collectionId, projectId }) => {
    const of = <R>(rows: ReadonlyMap<number, readonly R[]>): readonly R[] => rows.get(id) ?? [];
    const all: Embedded = {
      attachments: of(attachments).map((file) => ({ ...fileWire(deps, file), type: 'ATTACHMENT' as const })),
      documents: of(documents).map(documentWire),
      document: first(of(documents), ({ status }) => status !== 'CANCELLED', documentWire),
      journal_entries: of(entries).slice(0, store.MOST_EMBEDDED).map(entryWire),
      journal_entry: first(of(entries), ({ isCancelled }) => !isCancelled, entryWire),
      statements: of(statements).map(statementWire),
      statement: first(of(statements), () => true, statementWire),
      tasks: of(tasks).map(taskWire),
      questions: of(questions).map(questionWire),
      collection: (collectionId !== null && collections?.get(collectionId)) || null,
      project: (projectId !== null && projects?.get(projectId)) || null,
      payment_matches: of(readings).flatMap(({ reading }) => ((reading as Reading).matches ?? []).map(matchWire)),
    };
    return Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name as VoucherRelation))) as Embedded;
  });
}

/** The newest of those that count, or null. */
function first<R, W>(rows: readonly R[], counts: (row: R) => boolean, wire: (row: R) => W): W | null {
  const found = rows.find(counts);
  return found === undefined ? null : wire(found);
}

async function collectionsOf({ db }: WireDependencies, accounts: readonly number[], vouchers: readonly Voucher[]) {
  const ids = vouchers.flatMap(({ collectionId }) => (collectionId === null ? [] : [collectionId]));
  const found = ids.length === 0 ? [] : await store.collectionsNamed(db.executor, accounts, ids);
  return new Map(found.map((collection) => [collection.id, collection]));
}

/** One question per account; pages of several accounts are rare. @throws Failure 503 */
async function projectsOf({ projects }: WireDependencies, vouchers: readonly Voucher[]) {
  const named = vouchers.filter(({ projectId }) => projectId !== null);
  const answers = await Promise.all(
    [...Map.groupBy(named, ({ clientAccountId }) => clientAccountId)].map(([clientAccountId, of]) =>
      projects.Resolve({ clientAccountId, type: 'project', ids: [...new Set(of.map((each) => each.projectId!))] }),
    ),
  );
  return new Map(answers.flatMap(({ references }) => references.map(({ id, name }) => [id, { id, name }])));
}

const matchWire = (match: NonNullable<Reading['matches']>[number]) => ({
  bank_transaction_id: match.bankTransactionId,
  document_id: match.documentId,
  amount: match.amount,
  booking_date: match.bookingDate,
  note: match.note,
});

/** A journal entry as vouchers and documents show it. */
export const entryWire = ({ id, sequenceNumber, postingDate, description, isDraft, isCancelled }: VoucherEntry) => ({
  id,
  sequence_number: sequenceNumber ?? null,
  posting_date: postingDate,
  description,
  status: isCancelled ? ('CANCELLED' as const) : isDraft ? ('DRAFT' as const) : ('POSTED' as const),
  is_draft: isDraft,
});

const documentWire = (document: Documents[number]) => ({
  id: document.id,
  document_type: document.documentType,
  type: document.documentType,
  document_number: document.documentNumber,
  document_date: document.documentDate,
  due_date: document.dueDate,
  status: document.status,
  payment_status: document.paymentStatus,
  total_amount: document.totalAmount,
  currency_code: document.currencyCode,
  business_partner_id: document.businessPartnerId,
});

const statementWire = (statement: Awaited<ReturnType<typeof store.statementsOfVouchers>>[number]) => ({
  id: statement.id,
  created_at: instantOut(statement.createdAt),
  user_id: statement.userId,
  voucher_category_id: statement.voucherCategoryId,
  purpose: statement.purpose,
  participants: [...statement.participants],
  payment_method: statement.paymentMethod,
  payor_id: statement.payorId,
  project_id: statement.projectId,
  collection_id: statement.collectionId,
  tag_ids: [...statement.tagIds],
  comment: statement.comment,
});

const taskWire = (task: Awaited<ReturnType<typeof store.tasksOfVouchers>>[number]) => ({
  id: task.id,
  title: task.title,
  task_type: task.taskType,
  status: task.status,
  due_date: task.dueDate,
  assigned_to_id: task.assignedToId,
});

const questionWire = (question: Awaited<ReturnType<typeof store.questionsOfVouchers>>[number]) => ({
  id: question.id,
  question: question.question,
  type: question.type,
  question_status: question.status,
  document_id: question.documentId,
});

import { createUsers } from '@app/records';
import type { Auth, ClientOf, Organisation } from '@app/rpc';
import type { Language } from '@app/runtime';
import { type AddressDependencies, addressOf } from '../files/addresses.ts';
import { filesOfDocuments } from '../files/of-documents.ts';
import { fileWire } from '../files/wire.ts';
import { shownQuestions } from '../questions/of-documents.ts';
import { shownTasks } from '../tasks/of-documents.ts';
import { vouchersWithStatus } from '../vouchers/for-documents.ts';
import { entryWire } from '../vouchers/relations.ts';
import type { Document } from './document.ts';
import type { GroundSources } from './ground.ts';
import type { RecordSource } from './live-records.ts';
import { type PaymentSource, paymentsOf } from './pending.ts';
import { type DocumentWire, documentWire, lineWire } from './present.ts';
import type { ShownParts } from './reads.ts';
import { presentReconciliationLines } from './reconciliation-lines.ts';
import { creditNotesOf, findLines } from './store.ts';

export interface PresentingSources extends GroundSources, AddressDependencies {
  readonly reconciliations: RecordSource;
  readonly users: Pick<ClientOf<typeof Auth>, 'GetUsers'>;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetAccount'>;
  readonly payments: PaymentSource;
}

export type Relations = ReadonlySet<string>;

/**
 * Documents as callers see them, with the relations that they ask for.
 * @param known what was read of a single document already
 * @throws Failure 503
 */
export async function presentDocuments(
  sources: PresentingSources,
  documents: readonly Document[],
  wanted: Relations,
  language: Language,
  known?: ShownParts,
): Promise<DocumentWire[]> {
  const shown = new Map<number, DocumentWire>();
  for (const [clientAccountId, own] of Map.groupBy(documents, (document) => document.clientAccountId)) {
    const parts = await partsOf(sources, clientAccountId, own, wanted, language, known);
    for (const document of own) shown.set(document.id, parts(document));
  }
  return documents.map(({ id }) => shown.get(id)!);
}

async function partsOf(
  sources: PresentingSources,
  clientAccountId: number,
  documents: readonly Document[],
  wanted: Relations,
  language: Language,
  known: ShownParts | undefined,
): Promise<(document: Document) => DocumentWire> {
  const { db } = sources;
  const ids = documents.map(({ id }) => id);
  const credits = known
    ? new Map(ids.map((id) => [id, known.creditNoteIds]))
    : await creditNotesOf(db.executor, documents);
  const lines = wanted.has('lines')
    ? Map.groupBy(known?.lines ?? (await findLines(db.executor, clientAccountId, ids)), ({ documentId }) => documentId)
    : undefined;
  const files = wanted.has('files') ? await filesOfDocuments(db.executor, clientAccountId, ids) : undefined;
  const questions = wanted.has('questions') ? await shownQuestions(db.executor, clientAccountId, ids) : undefined;
  const tasks = wanted.has('tasks') ? await shownTasks(db.executor, clientAccountId, ids) : undefined;
  const [vouchers, partners, entries, people, account, payments] = await Promise.all([
    wanted.has('voucher') ? vouchersOf(sources, clientAccountId, documents) : undefined,
    wanted.has('business_partner') ? partnersOf(sources, clientAccountId, documents) : undefined,
    wanted.has('journal_entry') ? entriesOf(sources, clientAccountId, documents) : undefined,
    wanted.has('created_by') ? peopleOf(sources, documents) : undefined,
    wanted.has('client_account') ? accountOf(sources, clientAccountId) : undefined,
    wanted.has('payments') ? paymentsOf(sources.payments, clientAccountId, ids) : undefined,
  ]);
  const statements = wanted.has('reconciliation_lines')
    ? await presentReconciliationLines(sources, clientAccountId, documents, {
        withTarget: wanted.has('reconciliation_lines.target'),
        language,
      })
    : undefined;
  return (document) => ({
    ...documentWire(document, credits.get(document.id) ?? []),
    ...(lines ? { lines: (lines.get(document.id) ?? []).map(lineWire) } : {}),
    ...(files
      ? {
          files: (files.get(document.id) ?? []).map((file) => ({ ...fileWire(sources, file), type: file.type })),
        }
      : {}),
    ...(vouchers ? { voucher: vouchers.get(document.uploadedFileId ?? 0) ?? null } : {}),
    ...(partners ? { business_partner: partners.get(document.businessPartnerId ?? 0) ?? null } : {}),
    ...(entries ? { journal_entry: entries.get(document.journalEntryId ?? 0) ?? null } : {}),
    ...(payments ? { payments: [...(payments.get(document.id) ?? [])] } : {}),
    ...(questions ? { questions: questions(document.id) } : {}),
    ...(tasks ? { tasks: tasks(document.id) } : {}),
    ...(statements ? { reconciliation_lines: [...(statements.get(document.id) ?? [])] } : {}),
    ...(people ? { created_by: people.get(document.createdById ?? 0) ?? null } : {}),
    ...(account ? { client_account: account } : {}),
  });
}

const present = <T>(ids: readonly (T | null)[]): T[] => [...new Set(ids.filter((id) => id !== null))];

async function vouchersOf(sources: PresentingSources, clientAccountId: number, documents: readonly Document[]) {
  const ids = present(documents.map(({ uploadedFileId }) => uploadedFileId));
  const found = await vouchersWithStatus(sources, clientAccountId, ids);
  return new Map(
    found.map((voucher) => [
      voucher.id,
      {
        id: voucher.id,
        file_name: voucher.fileName,
        content_type: voucher.contentType,
        size: voucher.size,
        status: voucher.shownStatus,
        download_url: voucher.isActive ? addressOf(sources, voucher) : null,
      },
    ]),
  );
}

async function partnersOf({ partners }: PresentingSources, clientAccountId: number, documents: readonly Document[]) {
  const ids = present(documents.map(({ businessPartnerId }) => businessPartnerId));
  const found = ids.length === 0 ? [] : (await partners.GetPartners({ clientAccountId, ids })).partners;
  return new Map(
    found.map((partner) => [
      partner.id,
      {
        id: partner.id,
        name: partner.name,
        organization_number: partner.organizationNumber ?? null,
        email: partner.invoiceEmail ?? partner.email ?? null,
      },
    ]),
  );
}

/** Entries by their ids, found by the vouchers of their documents or, without one, described by the document. */
async function entriesOf({ books }: PresentingSources, clientAccountId: number, documents: readonly Document[]) {
  const voucherIds = present(documents.map(({ uploadedFileId }) => uploadedFileId));
  if (voucherIds.length === 0) return new Map<number, ReturnType<typeof entryWire>>();
  const { entries } = await books.GetVoucherEntries({
    clientAccountId,
    voucherIds,
    includesCancelled: true,
    includesLines: false,
  });
  return new Map(entries.map((entry) => [entry.id, entryWire(entry)]));
}

async function peopleOf({ users }: PresentingSources, documents: readonly Document[]) {
  const ids = present(documents.map(({ createdById }) => createdById));
  return createUsers(users).find(ids);
}

async function accountOf({ organisation }: PresentingSources, clientAccountId: number) {
  const { account } = await organisation.GetAccount({ clientAccountId });
  if (!account) throw new Error('organisation answered without an account');
  return { id: account.id, display_name: account.displayName, unique_name: account.uniqueName };
}

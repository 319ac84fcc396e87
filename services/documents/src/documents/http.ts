import type { DocumentType } from '@app/api/documents/document-types';
import {
  cancelDocument as cancelEndpoint,
  createDocument as createEndpoint,
  creditDocument,
  deleteDocument,
  documentPdf,
  getDocument,
  listDocuments as listEndpoint,
  sendDocument as sendEndpoint,
  updateDocument,
} from '@app/api/documents/documents';
import { type Api, attachment, empty, reply } from '@app/contract';
import { type Failure, invalid, invalidField, notFound } from '@app/contract/failure';
import { listingOf } from '@app/records';
import type { Language } from '@app/runtime';
import { type Cancelling, cancelDocument } from './cancel.ts';
import { changePosted } from './change-posted.ts';
import { assertStillLeft, creditOf } from './credit.ts';
import type { Document } from './document.ts';
import { isCancellable, isOwnType } from './kinds.ts';
import { sentMessage } from './letter.ts';
import { listDocuments } from './list.ts';
import { postedChangeOf } from './posted-fields.ts';
import { MOST_LINES_TOGETHER } from './posting-begins.ts';
import { createShownReads, type ShownParts, type ShownQuestion } from './reads.ts';
import { type PresentingSources, presentDocuments } from './relations.ts';
import { removeDraft } from './remove.ts';
import { changedInput, filesIn, newInput, statementLinesIn } from './request.ts';
import { changeDraft, createDocument, requireSameAccount, type SavingDeps } from './save.ts';
import { type SendingDeps, sendDocument } from './sending.ts';
import { findDocument, findLines } from './store.ts';
import { inputOfDocument } from './stored-input.ts';
import type { Caller } from './wanted.ts';

export interface DocumentDependencies extends SavingDeps, PresentingSources, SendingDeps {
  readonly cancelling: Cancelling;
}

interface Shown {
  readonly query: { readonly with: ReadonlySet<string>; readonly with_relations: ReadonlySet<string> };
  readonly language: Language;
}

/** Binds the endpoints of documents. */
export function serveDocuments(api: Api, deps: DocumentDependencies): void {
  const { db } = deps;
  const byPath = {
    load: async ({ params }: { readonly params: { readonly id: number } }): Promise<Document> => {
      const document = await findDocument(db.executor, params.id);
      if (!document) throw documentNotFound(params.id);
      return document;
    },
    accountOf: ({ clientAccountId }: Document) => clientAccountId,
  };
  const showAll = (documents: readonly Document[], { query, language }: Shown, known?: ShownParts) =>
    presentDocuments(deps, documents, new Set([...query.with, ...query.with_relations]), language, known);
  const readShown = createShownReads(db);
  const showNew = async (question: ShownQuestion, call: Shown) => {
    const shown = await readShown(question);
    if (!shown) throw documentNotFound(question.id);
    return (await showAll([shown.document], call, shown))[0]!;
  };
  const show = async (id: number, call: Shown) => {
    const document = await findDocument(db.executor, id);
    if (!document) throw documentNotFound(id);
    return (await showAll([document], call))[0]!;
  };
  const callerOf = (call: {
    readonly principal: { readonly userId: number };
    readonly commandKey: string;
    readonly isFirstTry: boolean;
    readonly dryRun: boolean;
  }): Caller => ({
    userId: call.principal.userId,
    ...{ commandKey: call.commandKey, isFirstTry: call.isFirstTry, dryRun: call.dryRun },
  });

  api.serve(listEndpoint, async (call) => {
    const { query, accounts, following } = call;
    const { rows, meta } = await listDocuments(db.executor, listingOf(accounts, query, following), {
      types: query.document_type,
      statuses: query.status,
      paymentStatuses: query.payment_status,
      partnerIds: query.business_partner_id,
      voucherIds: query.uploaded_file_id,
      projectIds: query.project_id,
      isDraft: query.is_draft,
      number: query.document_number,
      dateFrom: query.document_date_from,
      dateTo: query.document_date_to,
      dueFrom: query.due_date_from,
      dueTo: query.due_date_to,
      freeText: query.free_text,
      isPayable: query.is_payable,
      isUnpaid: query.is_unpaid,
      isAvailableForPayment: query.is_available_for_payment,
      isBeingPaid: query.is_being_paid,
      externalId: query.external_id,
    });
    return { data: await showAll(rows, call), meta };
  });

  api.serve(getDocument, { ...byPath, handle: async (call) => (await showAll([call.resource], call))[0]! });

  api.serve(createEndpoint, async (call) => {
    const { body, account } = call;
    requireOwnType(body.document_type);
    const id = await createDocument(deps, callerOf(call), async () => ({
      input: newInput(body, account.clientAccountId, deps.clock.today()),
      posts: body.is_draft === false,
      files: filesIn(body),
      statementLines: statementLinesIn(body),
    }));
    const isShort = (body.lines ?? []).length <= MOST_LINES_TOGETHER;
    return showNew({ clientAccountId: account.clientAccountId, id, isShort }, call);
  });

  api.serve(updateDocument, {
    ...byPath,
    handle: async (call) => {
      const { body, resource } = call;
      requireOwnType(resource.documentType);
      if (body.document_type != null) requireOwnType(body.document_type);
      requireSameAccount(body.client_account_id, resource.clientAccountId);
      const files = filesIn(body);
      const statementLines = statementLinesIn(body);
      if (resource.status !== 'DRAFT' && !(await isBegun(deps, call.commandKey))) {
        const change = postedChangeOf(
          resource,
          await findLines(db.executor, resource.clientAccountId, [resource.id]),
          body,
        );
        await changePosted(deps, callerOf(call), resource, { change, files, statementLines });
        return show(resource.id, call);
      }
      const lines = await findLines(db.executor, resource.clientAccountId, [resource.id]);
      const before = inputOfDocument(resource, lines);
      if (resource.creditedDocumentId !== null && (body.lines !== undefined || body.document_type != null))
        throw invalidField('lines', 'of a credit note follow from what it credits; delete the draft and make another');
      const input = changedInput(before, body);
      if (resource.uploadedFileId !== null && input.uploadedFileId !== resource.uploadedFileId)
        throw invalidField('uploaded_file_id', `is set already, to ${resource.uploadedFileId}`);
      await changeDraft(deps, callerOf(call), async () => ({
        document: resource,
        wanted: { input, posts: body.is_draft === false, files, statementLines },
      }));
      return show(resource.id, call);
    },
  });

  api.serve(deleteDocument, {
    ...byPath,
    handle: async ({ resource }) => {
      requireOwnType(resource.documentType);
      await removeDraft(deps, resource);
      return empty();
    },
  });

  api.serve(creditDocument, {
    ...byPath,
    handle: async (call) => {
      const { body, resource } = call;
      requireOwnType(resource.documentType);
      const id = await createDocument(deps, callerOf(call), async () => {
        const wanted = body.lines?.map(({ line_id, quantity }) => ({ lineId: line_id, quantity })) ?? null;
        const { original, ...credit } = await creditOf(db.executor, resource, wanted);
        return {
          input: {
            ...original,
            ...credit,
            ...{ documentDate: body.document_date ?? deps.clock.today(), dueDate: null, documentNumber: null },
            ...{ paymentRef: null, externalId: null, metadata: null, structuredData: null, uploadedFileId: null },
            ...{ paymentAccountCode: null, paymentBankAccountId: null, totalAmount: null },
            creditedDocumentId: resource.id,
          },
          posts: body.is_draft !== true,
          files: [],
          statementLines: undefined,
          assertStill: (tx) => assertStillLeft(tx, resource, credit.lines),
        };
      });
      return show(id, call);
    },
  });

  api.serve(cancelEndpoint, {
    ...byPath,
    handle: async (call) => {
      const { resource, body } = call;
      const type = resource.documentType as DocumentType;
      requireOwnType(type);
      if (!isCancellable(type)) throw invalid(`Documents of the type ${type} are credited, and never cancelled`);
      await cancelDocument(deps, callerOf(call), resource, body.cancellation_reason);
      return show(resource.id, call);
    },
  });

  api.serve(sendEndpoint, {
    ...byPath,
    handle: async (call) => {
      const { resource, body } = call;
      requireOwnType(resource.documentType);
      await sendDocument(deps, callerOf(call), resource, body.email ?? null);
      const sent = await findDocument(db.executor, resource.id);
      return reply(202, { message: sentMessage(sent?.sentTo ?? '', call.language) });
    },
  });

  api.serve(documentPdf, {
    ...byPath,
    handle: async ({ resource }) => {
      const { fileName, content } = await deps.draw(resource);
      return attachment('application/pdf', content, fileName);
    },
  });
}

const documentNotFound = (id: number): Failure => notFound(`There is no document ${id}`, 'document.not_found');

const isBegun = async ({ posting }: SavingDeps, commandKey: string): Promise<boolean> =>
  (await posting.find({ commandKey })) !== undefined;

/** Payroll and filing write their own documents. @throws Failure 400 `document.managed_elsewhere` */
function requireOwnType<T extends string>(type: T): asserts type is T & Parameters<typeof isCancellable>[0] {
  if (!isOwnType(type as unknown as DocumentType))
    throw invalid(
      `Documents of the type ${type} are written by payroll and filing alone`,
      undefined,
      'document.managed_elsewhere',
    );
}

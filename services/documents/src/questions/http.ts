import { forbidden } from '@app/access';
import { answerQuestion, createQuestion, getQuestion, listQuestions } from '@app/api/documents/index';
import type { Api } from '@app/contract';
import { invalid } from '@app/contract/failure';
import { listingOf, type NamedRecords } from '@app/records';
import type { KnownVouchers } from '../records/known-vouchers.ts';
import { type AnsweringDependencies, answerQuestion as answer, type Ending } from './answer.ts';
import { askQuestion } from './ask.ts';
import { type Question, questionNotFound } from './question.ts';
import * as store from './store.ts';
import { questionWire } from './wire.ts';

export interface QuestionDependencies extends AnsweringDependencies {
  readonly named: NamedRecords;
  readonly vouchers: KnownVouchers;
}

interface Request {
  readonly params: { readonly id: number };
  readonly principal: { readonly userId: number };
  requireAccount(id: number): Promise<{ readonly role: string | null; readonly isActive: boolean }>;
}

/** Accounting questions over HTTP (docs/contract/questions.md). The role EM has those about vouchers that it sent. */
export function serveQuestions(api: Api, deps: QuestionDependencies): void {
  const { db, clock, named, vouchers } = deps;

  const load = async ({ params, principal, requireAccount }: Request) => {
    const question = await store.findQuestion(db.executor, params.id);
    if (!question) throw questionNotFound(params.id);
    const { role } = await requireAccount(question.clientAccountId);
    const isEmployee = role === 'EM';
    if (isEmployee && !(await isSentBy(question, principal.userId)))
      throw forbidden('The role EM sees questions about the vouchers alone that it sent itself');
    return { ...question, isEmployee };
  };
  const isSentBy = async ({ voucherId }: Question, userId: number): Promise<boolean> =>
    voucherId !== null && (await vouchers.find(voucherId))?.createdById === userId;
  const guarded = { load, accountOf: ({ clientAccountId }: Question) => clientAccountId };

  api.serve(listQuestions, async ({ query, account, principal, following }) => {
    const { role } = account;
    const listing = listingOf([account], query, following);
    const { rows, meta } = await store.listQuestions(db.executor, listing, {
      documentId: query.document_id,
      voucherId: query.voucher_id,
      bankTransactionId: query.bank_transaction_id,
      statuses: query.status,
      types: query.type,
      sentBy: role === 'EM' ? principal.userId : undefined,
    });
    return { data: rows.map(questionWire), meta };
  });

  api.serve(getQuestion, { ...guarded, handle: async ({ resource }) => questionWire(resource) });

  api.serve(createQuestion, async ({ body, account, principal }) => {
    const { clientAccountId } = account;
    const subject = {
      documentId: body.document_id ?? null,
      voucherId: body.voucher_id ?? null,
      bankTransactionId: body.bank_transaction_id ?? null,
    };
    await named.require(clientAccountId, [
      { field: 'document_id', kind: 'document', id: subject.documentId },
      { field: 'voucher_id', kind: 'voucher', id: subject.voucherId },
      { field: 'bank_transaction_id', kind: 'banktransaction', id: subject.bankTransactionId },
    ]);
    const question = {
      ...subject,
      clientAccountId,
      question: body.question,
      type: body.type ?? ('GENERAL' as const),
      answerAction: body.answer_action ?? null,
      options: (body.answer_options ?? []).map(({ option }) => option),
    };
    const asked = await db.write(async (tx) => {
      const id = await askQuestion(tx, { clock, actorId: principal.userId }, question);
      return store.findQuestion(tx, id);
    });
    return questionWire(asked!);
  });

  api.serve(answerQuestion, {
    ...guarded,
    handle: async ({ resource, body, principal }) => {
      const ending = readEnding(body);
      if (ending.kind === 'closed' && resource.isEmployee)
        throw forbidden('The role EM answers questions and closes none');
      return questionWire(await answer(deps, principal.userId, resource, ending));
    },
  });
}

/** @throws Failure 400 unless exactly one of the fields is sent */
function readEnding(body: {
  readonly selected_option_id?: number | null | undefined;
  readonly answer_text?: string | null | undefined;
  readonly question_status?: 'CLOSED' | null | undefined;
}): Ending {
  const optionId = body.selected_option_id ?? undefined;
  const text = body.answer_text ?? undefined;
  const sent: Ending[] = [
    ...(optionId === undefined ? [] : [{ kind: 'option', optionId } as const]),
    ...(text === undefined ? [] : [{ kind: 'text', text } as const]),
    ...(body.question_status ? [{ kind: 'closed' } as const] : []),
  ];
  const [ending] = sent;
  if (!ending || sent.length > 1)
    throw invalid('Exactly one of selected_option_id, answer_text and question_status is sent');
  return ending;
}

import { endpoint, list, orderBy, paging } from '@app/contract';
import { z } from 'zod';
import { demo, lastPageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import {
  ClientAccountId,
  ClientAccountIdIn,
  ClientAccountIdText,
  CreatedAt,
  CreatedById,
  pathId,
  RecordId,
  UpdatedAt,
  UpdatedById,
} from '../fields.ts';
import { followedListOf, polling } from '../pagination.ts';
import { Id, IdText, oneOf, requiredText, Timestamp } from '../scalars.ts';
import { said } from './examples.ts';
import { receiptFields } from './file-fields.ts';

const QuestionStatus = oneOf('OPEN', 'ANSWERED', 'CLOSED');
export const QuestionType = oneOf(
  'GENERAL',
  'ATTACH_FILE',
  'STATEMENT',
  'CHOOSE_ACCOUNT',
  'CHOOSE_TYPE',
  'CHOOSE_PARTNER',
  'DUPLICATE',
);
export const AnswerAction = oneOf('CONTINUE_WORKFLOW', 'SET_ACCOUNT', 'SET_TYPE', 'NONE');

const meaning = {
  document_id: 'Document that the question is about.',
  voucher_id: 'Voucher that the question is about.',
  bank_transaction_id: 'Bank transaction that the question is about.',
  question: 'What is asked.',
  type: 'What kind of answer is asked for.',
  answer_action: 'What the answer leads to; null for nothing.',
} as const;

const AnswerOptionOut = z.object({
  id: RecordId,
  created_by_id: CreatedById,
  created_at: CreatedAt,
  question_id: z.int().describe('The question.'),
  option: z.string().describe('The answer that is offered.'),
  selected_answer: z.boolean().describe('Whether it is the answer that was given.'),
});

export const QuestionOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: ClientAccountId,
  document_id: z.int().nullable().describe(meaning.document_id),
  voucher_id: z.int().nullable().describe(meaning.voucher_id),
  bank_transaction_id: z.int().nullable().describe(meaning.bank_transaction_id),
  question: z.string().describe(meaning.question),
  type: QuestionType.describe(meaning.type),
  answer_action: AnswerAction.nullable().describe(meaning.answer_action),
  question_status: QuestionStatus.describe('`OPEN` until it is answered or closed.'),
  answer_options: z.array(AnswerOptionOut).describe('The answers that are offered; empty where any text is one.'),
  answer_text: z.string().nullable().describe('The answer as text; null where it is an option or there is none.'),
  answered_at: Timestamp.nullable().describe('When it was answered, in UTC.'),
  answered_by_id: z.int().nullable().describe('User who answered.'),
  closed_reason: z
    .string()
    .nullable()
    .describe('Why it was closed without an answer, as a word such as `STATEMENT`; null where a person closed it.'),
});

const lunch: z.output<typeof QuestionOut> = {
  id: 1,
  created_at: demo.now,
  created_by_id: demo.users.bookkeeper,
  updated_at: demo.now,
  updated_by_id: demo.users.bookkeeper,
  client_account_id: demo.company.id,
  document_id: null,
  voucher_id: receiptFields.id,
  bank_transaction_id: null,
  question: said.question,
  type: 'GENERAL',
  answer_action: null,
  question_status: 'OPEN',
  answer_options: ['Ja', 'Nei'].map((option, index) => ({
    id: index + 1,
    created_by_id: demo.users.bookkeeper,
    created_at: demo.now,
    question_id: 1,
    option,
    selected_answer: false,
  })),
  answer_text: null,
  answered_at: null,
  answered_by_id: null,
  closed_reason: null,
};

export const listQuestions = endpoint({
  name: 'documents.listQuestions',
  summary: 'The questions of a client account',
  description: 'The role EM sees questions about its own vouchers only.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/questions',
  permission: 'any',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  query: z.object({
    client_account_id: ClientAccountIdText,
    document_id: IdText.optional().describe('Questions about this document.'),
    voucher_id: IdText.optional().describe('Questions about this voucher.'),
    bank_transaction_id: IdText.optional().describe('Questions about this bank transaction.'),
    status: list(QuestionStatus, 'Questions with one of these: OPEN, ANSWERED, CLOSED.').optional(),
    type: list(QuestionType, 'Questions of these types.').optional(),
    ...polling,
    order_by: orderBy(['id', 'question_status', 'type', 'created_at', 'updated_at']),
    ...paging({ size: 25 }),
  }),
  status: 200,
  output: followedListOf(QuestionOut),
  example: { query: { client_account_id: demo.company.id, status: 'OPEN' }, answer: lastPageOf(lunch, 25) },
  tool: { name: 'list_questions', title: 'List questions' },
});

export const getQuestion = endpoint({
  name: 'documents.getQuestion',
  summary: 'One question, with the answers that it offers',
  description: 'The role EM sees questions about its own vouchers only.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/questions/{id}',
  permission: 'any',
  envelope: standard,
  params: pathId('question'),
  status: 200,
  output: QuestionOut,
  example: { params: { id: lunch.id }, answer: lunch },
  notFoundCode: 'question.not_found',
  failures: ['common.forbidden@403'],
});

export const createQuestion = endpoint({
  name: 'documents.createQuestion',
  summary: 'Ask a question',
  description: 'What it is about must be of the client account.',
  service: 'documents',
  method: 'POST',
  path: '/api/v2/questions',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  body: z.object({
    client_account_id: ClientAccountIdIn,
    question: requiredText().describe(meaning.question),
    document_id: Id.nullish().describe(meaning.document_id),
    voucher_id: Id.nullish().describe(meaning.voucher_id),
    bank_transaction_id: Id.nullish().describe(meaning.bank_transaction_id),
    type: QuestionType.nullish().describe(`${meaning.type} \`GENERAL\` unless it is sent.`),
    answer_action: AnswerAction.nullish().describe(meaning.answer_action),
    answer_options: z
      .array(z.object({ option: requiredText().describe('An answer.') }), { error: 'must be an array of options' })
      .max(100, 'must have at most 100 options')
      .nullish()
      .describe('Answers to choose from, in their order.'),
  }),
  status: 201,
  output: QuestionOut,
  example: {
    body: {
      client_account_id: demo.company.id,
      question: lunch.question,
      voucher_id: receiptFields.id,
      answer_options: [{ option: 'Ja' }, { option: 'Nei' }],
    },
    answer: lunch,
  },
  location: ({ id }) => `/api/v2/questions/${id}`,
  failures: ['client_account.inactive'],
});

export const answerQuestion = endpoint({
  name: 'documents.answerQuestion',
  summary: 'Answer a question, or close it',
  description:
    'Exactly one of the three fields. The role EM answers questions about its own vouchers, and closes none. An answer cannot be taken back.',
  service: 'documents',
  method: 'PATCH',
  path: '/api/v2/questions/{id}',
  permission: 'any',
  envelope: standard,
  params: pathId('question'),
  body: z.object({
    selected_option_id: Id.nullish().describe('Id of one of the options of the question.'),
    answer_text: requiredText().nullish().describe('The answer as text.'),
    question_status: oneOf('CLOSED').nullish().describe('`CLOSED` closes the question without an answer.'),
  }),
  status: 200,
  output: QuestionOut,
  example: {
    params: { id: lunch.id },
    body: { answer_text: said.answer },
    answer: {
      ...lunch,
      question_status: 'ANSWERED',
      answer_text: said.answer,
      answered_at: demo.now,
      answered_by_id: demo.users.owner,
      updated_by_id: demo.users.owner,
    },
  },
  notFoundCode: 'question.not_found',
  failures: ['common.forbidden@403', 'question.not_open', 'question.invalid_option', 'client_account.inactive'],
  tool: { name: 'answer_question', title: 'Answer a question' },
});

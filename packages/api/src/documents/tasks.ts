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
import { CalendarDate, Id, IdText, oneOf, requiredText, Timestamp, text } from '../scalars.ts';

export const TaskStatus = oneOf('OPEN', 'IN_PROGRESS', 'DONE', 'CANCELLED');
export const TaskType = oneOf('GENERAL', 'REVIEW', 'FOLLOW_UP');
export const TaskRelationType = oneOf('voucher', 'document', 'banktransaction', 'businesspartner', 'journalentry');

const meaning = {
  title: 'What is to be done; at most 250 characters.',
  description: 'More about it.',
  task_type: 'What kind of task it is.',
  due_date: 'By when it is to be done.',
  assigned_to_id: 'User who is to do it; must have access to the client account.',
  relation_type: 'Kind of record that the task is about; together with `relation_id` or not at all.',
  relation_id: 'Record that the task is about.',
} as const;

export const TaskOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: ClientAccountId,
  title: z.string().describe(meaning.title),
  description: z.string().nullable().describe(meaning.description),
  task_type: TaskType.describe(meaning.task_type),
  status: TaskStatus.describe('Where the task stands; one that is `CANCELLED` stays so.'),
  due_date: CalendarDate.nullable().describe(meaning.due_date),
  assigned_to_id: z.int().nullable().describe('User who is to do it.'),
  relation_type: TaskRelationType.nullable().describe('Kind of record that the task is about; null for none.'),
  relation_id: z.int().nullable().describe(meaning.relation_id),
  completed_at: Timestamp.nullable().describe('When it was done, in UTC; null until then.'),
  completed_by_id: z.int().nullable().describe('User who set it to `DONE`.'),
});

const review: z.output<typeof TaskOut> = {
  id: 1,
  created_at: demo.now,
  created_by_id: demo.users.accountant,
  updated_at: demo.now,
  updated_by_id: demo.users.accountant,
  client_account_id: demo.company.id,
  title: 'Se over leieavtalen',
  description: null,
  task_type: 'REVIEW',
  status: 'OPEN',
  due_date: '2026-01-31',
  assigned_to_id: demo.users.bookkeeper,
  relation_type: 'businesspartner',
  relation_id: demo.partners.landlord,
  completed_at: null,
  completed_by_id: null,
};

export const listTasks = endpoint({
  name: 'documents.listTasks',
  summary: 'The tasks of a client account',
  description: 'In the order in which they were made, unless `order_by` says otherwise.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/tasks',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  query: z.object({
    client_account_id: ClientAccountIdText,
    status: list(TaskStatus, 'Tasks with one of these: OPEN, IN_PROGRESS, DONE, CANCELLED.').optional(),
    assigned_to_id: IdText.optional().describe('Tasks of this user.'),
    relation_type: TaskRelationType.optional().describe('Tasks about records of this kind.'),
    relation_id: IdText.optional().describe('Tasks about this record.'),
    due_date_from: CalendarDate.optional().describe('Tasks that are due on this day or later.'),
    due_date_to: CalendarDate.optional().describe('Tasks that are due on this day or earlier.'),
    ...polling,
    order_by: orderBy(['id', 'title', 'status', 'task_type', 'due_date', 'created_at', 'updated_at']),
    ...paging(),
  }),
  status: 200,
  output: followedListOf(TaskOut),
  example: { query: { client_account_id: demo.company.id, status: 'OPEN' }, answer: lastPageOf(review) },
  tool: { name: 'list_tasks', title: 'List tasks' },
});

const byId = {
  service: 'documents',
  path: '/api/v2/tasks/{id}',
  envelope: standard,
  params: pathId('task'),
  notFoundCode: 'task.not_found',
} as const;

export const getTask = endpoint({
  ...byId,
  name: 'documents.getTask',
  summary: 'One task',
  description: 'Whatever its status.',
  method: 'GET',
  status: 200,
  output: TaskOut,
  example: { params: { id: review.id }, answer: review },
});

const details = {
  description: text().nullish().describe(meaning.description),
  task_type: TaskType.nullish().describe(`${meaning.task_type} \`GENERAL\` unless it is sent.`),
  due_date: CalendarDate.nullish().describe(meaning.due_date),
  assigned_to_id: Id.nullish().describe(meaning.assigned_to_id),
  relation_type: TaskRelationType.nullish().describe(meaning.relation_type),
  relation_id: Id.nullish().describe(meaning.relation_id),
};
const Title = requiredText(250).describe(meaning.title);

export const createTask = endpoint({
  name: 'documents.createTask',
  summary: 'Create a task',
  description: 'It begins as `OPEN`. What it is about must be of the client account.',
  service: 'documents',
  method: 'POST',
  path: '/api/v2/tasks',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  body: z.object({ client_account_id: ClientAccountIdIn, title: Title, ...details }),
  status: 201,
  output: TaskOut,
  example: {
    body: {
      client_account_id: demo.company.id,
      title: review.title,
      task_type: review.task_type,
      due_date: review.due_date,
      assigned_to_id: review.assigned_to_id,
      relation_type: review.relation_type,
      relation_id: review.relation_id,
    },
    answer: review,
  },
  location: ({ id }) => `/api/v2/tasks/${id}`,
  failures: ['client_account.inactive'],
  tool: { name: 'create_task', title: 'Create a task' },
});

export const updateTask = endpoint({
  ...byId,
  name: 'documents.updateTask',
  summary: 'Change a task',
  description:
    'Only the fields that are sent change. `DONE` notes who did it and when; a task that is done can be opened again.',
  method: 'PATCH',
  body: z.object({
    title: Title.optional(),
    ...details,
    status: TaskStatus.optional().describe('Where the task stands.'),
  }),
  status: 200,
  output: TaskOut,
  example: {
    params: { id: review.id },
    body: { status: 'DONE' },
    answer: {
      ...review,
      status: 'DONE',
      completed_at: demo.now,
      completed_by_id: demo.users.bookkeeper,
      updated_by_id: demo.users.bookkeeper,
    },
  },
  failures: ['task.cancelled', 'client_account.inactive'],
  tool: { name: 'update_task', title: 'Change a task' },
});

export const deleteTask = endpoint({
  ...byId,
  name: 'documents.deleteTask',
  summary: 'Delete a task',
  description: 'For good, whatever its status.',
  method: 'DELETE',
  status: 204,
  output: z.undefined(),
  example: { params: { id: review.id } },
  failures: ['client_account.inactive'],
});

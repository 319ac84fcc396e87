import { anyOf, type Executor, type FollowedPage, type Tx } from '@app/db';
import { createRecordStore, type Listing, type Stamp } from '@app/records';
import { and, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { tasks } from '../schema/tasks.ts';
import type { Task, TaskFields } from './task.ts';

const store = createRecordStore<Task, TaskFields & Pick<Task, 'status' | 'completedAt' | 'completedById'>>({
  table: tasks,
  orders: {
    title: sql`${tasks.title} collate "nb-x-icu"`,
    status: tasks.status,
    task_type: tasks.taskType,
    due_date: tasks.dueDate,
  },
});

export const { find: findTask, update: updateTask, remove: removeTask } = store;

export interface TaskFilter {
  readonly statuses?: readonly Task['status'][] | undefined;
  readonly assignedToId?: number | undefined;
  readonly relationType?: Task['relationType'] | undefined;
  readonly relationId?: number | undefined;
  /** Calendar days, both included. */
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
}

const conditionOf = (filter: TaskFilter): SQL | undefined =>
  and(
    filter.statuses && inArray(tasks.status, [...filter.statuses]),
    filter.assignedToId === undefined ? undefined : eq(tasks.assignedToId, filter.assignedToId),
    filter.relationType ? eq(tasks.relationType, filter.relationType) : undefined,
    filter.relationId === undefined ? undefined : eq(tasks.relationId, filter.relationId),
    filter.dueFrom === undefined ? undefined : gte(tasks.dueDate, filter.dueFrom),
    filter.dueTo === undefined ? undefined : lte(tasks.dueDate, filter.dueTo),
  );

/** A page of the tasks of an account. */
export const listTasks = (ex: Executor, listing: Listing, filter: TaskFilter): Promise<FollowedPage<Task>> =>
  store.list(ex, listing, conditionOf(filter));

/** Tasks about documents of an account, oldest first. */
export const tasksOfDocuments = (
  ex: Executor,
  clientAccountId: number,
  documentIds: readonly number[],
): Promise<readonly Task[]> =>
  store.select(
    ex,
    and(
      eq(tasks.clientAccountId, clientAccountId),
      eq(tasks.relationType, 'document'),
      anyOf(tasks.relationId, documentIds),
    ),
  );

/** Every task begins as OPEN. */
export const insertTask = (tx: Tx, task: TaskFields & Pick<Task, 'clientAccountId'>, stamp: Stamp): Promise<Task> =>
  store.insert(tx, { ...task, status: 'OPEN', completedAt: null, completedById: null }, stamp);

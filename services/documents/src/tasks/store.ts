import { anyOf, type Executor, type FollowedPage, type Tx } from '@app/db';
import { and, asc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { type Listing, listRecords } from '../records/list.ts';
import { madeAt, type Stamp } from '../records/stamp.ts';
import { tasks } from '../schema/tasks.ts';
import type { Task, TaskFields } from './task.ts';

const selection = {
  id: tasks.id,
  clientAccountId: tasks.clientAccountId,
  version: tasks.version,
  createdAt: tasks.createdAt,
  createdById: tasks.createdById,
  updatedAt: tasks.updatedAt,
  updatedById: tasks.updatedById,
  title: tasks.title,
  description: tasks.description,
  taskType: tasks.taskType,
  status: tasks.status,
  dueDate: tasks.dueDate,
  assignedToId: tasks.assignedToId,
  relationType: tasks.relationType,
  relationId: tasks.relationId,
  completedAt: tasks.completedAt,
  completedById: tasks.completedById,
};

export interface TaskFilter {
  readonly statuses?: readonly Task['status'][] | undefined;
  readonly assignedToId?: number | undefined;
  readonly relationType?: Task['relationType'] | undefined;
  readonly relationId?: number | undefined;
  /** Calendar days, both included. */
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
}

const orders = {
  id: tasks.id,
  title: sql`${tasks.title} collate "nb-x-icu"`,
  status: tasks.status,
  task_type: tasks.taskType,
  due_date: tasks.dueDate,
  created_at: tasks.createdAt,
  updated_at: tasks.updatedAt,
};

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
  listRecords(ex, listing, {
    table: tasks,
    selection,
    recordOf: (row) => row as unknown as Task,
    orders,
    where: conditionOf(filter),
  });

/** By id alone: the caller decides who may see it. */
export async function findTask(ex: Executor, id: number): Promise<Task | undefined> {
  const [task] = await ex.select(selection).from(tasks).where(eq(tasks.id, id));
  return task;
}

/** Tasks about documents of an account, oldest first. */
export const tasksOfDocuments = async (
  ex: Executor,
  clientAccountId: number,
  documentIds: readonly number[],
): Promise<readonly Task[]> =>
  ex
    .select(selection)
    .from(tasks)
    .where(
      and(
        eq(tasks.clientAccountId, clientAccountId),
        eq(tasks.relationType, 'document'),
        anyOf(tasks.relationId, documentIds),
      ),
    )
    .orderBy(asc(tasks.id));

/** Every task begins as OPEN. */
export async function insertTask(
  tx: Tx,
  task: TaskFields & Pick<Task, 'clientAccountId'>,
  stamp: Stamp,
): Promise<Task> {
  const [row] = await tx
    .insert(tasks)
    .values({ ...task, status: 'OPEN', ...madeAt(stamp) })
    .returning({ id: tasks.id });
  return (await findTask(tx, row!.id))!;
}

export async function updateTask(
  tx: Tx,
  { clientAccountId, id }: Pick<Task, 'clientAccountId' | 'id'>,
  change: Partial<TaskFields & Pick<Task, 'status' | 'completedAt' | 'completedById'>>,
  { moment, actorId }: Stamp,
): Promise<Task> {
  await tx
    .update(tasks)
    .set({ ...change, version: sql`${tasks.version} + 1`, updatedAt: moment, updatedById: actorId })
    .where(and(eq(tasks.clientAccountId, clientAccountId), eq(tasks.id, id)));
  return (await findTask(tx, id))!;
}

/** @returns whether there was one */
export async function removeTask(
  tx: Tx,
  { clientAccountId, id }: Pick<Task, 'clientAccountId' | 'id'>,
): Promise<boolean> {
  const gone = await tx
    .delete(tasks)
    .where(and(eq(tasks.clientAccountId, clientAccountId), eq(tasks.id, id)))
    .returning({ id: tasks.id });
  return gone.length > 0;
}

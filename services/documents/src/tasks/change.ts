import { invalidField } from '@app/contract/failure';
import type { Database } from '@app/db';
import { differences, type NamedRecords, type Stamp, takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import type { Standing } from '../outside/standing.ts';
import * as store from './store.ts';
import { type Task, type TaskChange, type TaskFields, taskCancelled, taskNotFound } from './task.ts';

export interface TaskDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly named: NamedRecords;
  readonly standing: Standing;
}

/** Creates a task. @throws Failure 400 for a person without access and a record that is not there, 503 */
export async function createTask(
  deps: TaskDependencies,
  actorId: number,
  fields: TaskFields & Pick<Task, 'clientAccountId'>,
): Promise<Task> {
  await assertNamed(deps, fields.clientAccountId, fields);
  return deps.db.write(async (tx) =>
    store.insertTask(tx, fields, await takeStamp(tx, deps.clock, fields.clientAccountId, actorId)),
  );
}

/** Changes what differs. @throws Failure 400, 404, 409 `task.cancelled`, 503 */
export async function changeTask(
  deps: TaskDependencies,
  actorId: number,
  task: Task,
  change: TaskChange,
): Promise<Task> {
  const { id, clientAccountId } = task;
  await assertNamed(deps, clientAccountId, { ...relationAfter(task, change), ...newAssignee(task, change) });
  return deps.db.write(async (tx) => {
    const stamp = await takeStamp(tx, deps.clock, clientAccountId, actorId);
    const before = await store.findTask(tx, id);
    if (!before) throw taskNotFound(id);
    if (before.status === 'CANCELLED') throw taskCancelled(id);
    const differing = differences<TaskChange>(before, change);
    if (Object.keys(differing).length === 0) return before;
    return store.updateTask(tx, before, { ...differing, ...completion(differing.status, stamp) }, stamp);
  });
}

/** Deletes a task, whatever its status. @throws Failure 404 */
export const deleteTask = (
  { db, clock }: TaskDependencies,
  actorId: number,
  task: Pick<Task, 'id' | 'clientAccountId'>,
): Promise<void> =>
  db.write(async (tx) => {
    await takeStamp(tx, clock, task.clientAccountId, actorId);
    if (!(await store.removeTask(tx, task))) throw taskNotFound(task.id);
  });

/** Who did it and when, for a task that becomes done; nobody for one that is opened again. */
const completion = (status: Task['status'] | undefined, { moment, actorId }: Stamp) => {
  if (status === undefined) return {};
  const isDone = status === 'DONE';
  return { completedAt: isDone ? moment : null, completedById: isDone ? actorId : null };
};

type Naming = Partial<Pick<TaskFields, 'assignedToId' | 'relationType' | 'relationId'>>;

/** What a task is about once it has changed, where a change says so. */
const relationAfter = (task: Task, { relationType, relationId }: Naming): Naming =>
  relationType === undefined && relationId === undefined
    ? {}
    : {
        relationType: relationType === undefined ? task.relationType : relationType,
        relationId: relationId === undefined ? task.relationId : relationId,
      };

/** Who has lost access keeps the tasks there were. */
const newAssignee = (task: Task, { assignedToId }: Naming): Naming =>
  assignedToId === undefined || assignedToId === task.assignedToId ? {} : { assignedToId };

async function assertNamed(
  { named, standing }: TaskDependencies,
  clientAccountId: number,
  { assignedToId, relationType = null, relationId = null }: Naming,
): Promise<void> {
  if ((relationType === null) !== (relationId === null))
    throw invalidField(
      relationType === null ? 'relation_type' : 'relation_id',
      'is required: relation_type and relation_id come together or not at all',
    );
  if (relationType !== null)
    await named.require(clientAccountId, [{ field: 'relation_id', kind: relationType, id: relationId }]);
  if (assignedToId && !(await standing.hasAccess(assignedToId, clientAccountId)))
    throw invalidField('assigned_to_id', `User ${assignedToId} has no access to this client account`);
}

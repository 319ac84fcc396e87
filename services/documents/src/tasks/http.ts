import { createTask, deleteTask, getTask, listTasks, updateTask } from '@app/api/documents/index';
import { type Api, empty, sentFields } from '@app/contract';
import { listingOf } from '@app/records';
import { changeTask, createTask as create, deleteTask as remove, type TaskDependencies } from './change.ts';
import * as store from './store.ts';
import { type Task, taskNotFound } from './task.ts';
import { taskWire } from './wire.ts';

/** Tasks over HTTP (docs/contract/tasks.md). */
export function serveTasks(api: Api, deps: TaskDependencies): void {
  const { db } = deps;
  const guarded = {
    load: async ({ params }: { readonly params: { readonly id: number } }): Promise<Task> => {
      const task = await store.findTask(db.executor, params.id);
      if (!task) throw taskNotFound(params.id);
      return task;
    },
    accountOf: ({ clientAccountId }: Task) => clientAccountId,
  };

  api.serve(listTasks, async ({ query, account, following }) => {
    const listing = listingOf([account], query, following);
    const { rows, meta } = await store.listTasks(db.executor, listing, {
      statuses: query.status,
      assignedToId: query.assigned_to_id,
      relationType: query.relation_type,
      relationId: query.relation_id,
      dueFrom: query.due_date_from,
      dueTo: query.due_date_to,
    });
    return { data: rows.map(taskWire), meta };
  });

  api.serve(getTask, { ...guarded, handle: async ({ resource }) => taskWire(resource) });

  api.serve(createTask, async ({ body, account, principal }) =>
    taskWire(
      await create(deps, principal.userId, {
        clientAccountId: account.clientAccountId,
        title: body.title,
        description: body.description || null,
        taskType: body.task_type ?? 'GENERAL',
        dueDate: body.due_date ?? null,
        assignedToId: body.assigned_to_id ?? null,
        relationType: body.relation_type ?? null,
        relationId: body.relation_id ?? null,
      }),
    ),
  );

  api.serve(updateTask, {
    ...guarded,
    handle: async ({ resource, body, principal }) => {
      const change = sentFields({
        title: body.title,
        description: body.description === '' ? null : body.description,
        taskType: body.task_type === null ? ('GENERAL' as const) : body.task_type,
        status: body.status,
        dueDate: body.due_date,
        assignedToId: body.assigned_to_id,
        relationType: body.relation_type,
        relationId: body.relation_id,
      });
      return taskWire(await changeTask(deps, principal.userId, resource, change));
    },
  });

  api.serve(deleteTask, {
    ...guarded,
    handle: async ({ resource, principal }) => {
      await remove(deps, principal.userId, resource);
      return empty();
    },
  });
}

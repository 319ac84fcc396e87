import { conflict, type Failure, notFound } from '@app/contract/failure';
import type { tasks } from '../schema/tasks.ts';

/** What somebody has to do (docs/contract/tasks.md). */
export type Task = typeof tasks.$inferSelect;

/** What callers decide about a task. */
export type TaskFields = Pick<
  Task,
  'title' | 'description' | 'taskType' | 'dueDate' | 'assignedToId' | 'relationType' | 'relationId'
>;

export type TaskChange = Partial<TaskFields & Pick<Task, 'status'>>;

export const taskNotFound = (id: number): Failure => notFound(`There is no task ${id}`, 'task.not_found');

export const taskCancelled = (id: number): Failure =>
  conflict(`Task ${id} was cancelled and cannot change`, 'task.cancelled');

import type { TaskOut } from '@app/api/documents/index';
import { instantOrNull, recordWire } from '@app/records';
import type { z } from 'zod';
import type { Task } from './task.ts';

export const taskWire = (task: Task): z.input<typeof TaskOut> => ({
  ...recordWire(task),
  title: task.title,
  description: task.description,
  task_type: task.taskType,
  status: task.status,
  due_date: task.dueDate,
  assigned_to_id: task.assignedToId,
  relation_type: task.relationType,
  relation_id: task.relationId,
  completed_at: instantOrNull(task.completedAt),
  completed_by_id: task.completedById,
});

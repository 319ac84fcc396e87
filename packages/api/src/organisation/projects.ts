import { list } from '@app/contract';
import { z } from 'zod';
import { polling } from '../pagination.ts';
import { AmountIn, CalendarDate, Id, IdText, MoneyOut, oneOf, requiredText, Switch, text } from '../scalars.ts';
import { dimensionEndpoints, dimensionOut, numberedOut } from './dimension-endpoints.ts';

export const ProjectStatus = oneOf('ACTIVE', 'COMPLETED', 'CANCELLED');

export const ProjectOut = z.object({
  ...dimensionOut,
  ...numberedOut,
  description: z.string().nullable(),
  start_date: CalendarDate.nullable(),
  end_date: CalendarDate.nullable(),
  status: ProjectStatus,
  /** The customer. */
  business_partner_id: z.int().nullable(),
  manager_user_id: z.int().nullable(),
  budget_amount: MoneyOut.nullable(),
});

const Name = requiredText(150);
const details = {
  description: text().nullish(),
  start_date: CalendarDate.nullish(),
  end_date: CalendarDate.nullish(),
  status: ProjectStatus.optional(),
  business_partner_id: Id.nullish(),
  manager_user_id: Id.nullish(),
  budget_amount: AmountIn.nullish(),
  is_active: Switch.optional(),
};

export const {
  list: listProjects,
  get: getProject,
  create: createProject,
  update: updateProject,
  deactivate: deactivateProject,
} = dimensionEndpoints({
  one: 'Project',
  many: 'Projects',
  word: 'project',
  path: '/api/v2/projects',
  pageSize: 50,
  filters: {
    status: list(ProjectStatus).optional(),
    business_partner_id: IdText.optional(),
    free_text: text().optional(),
    updated_from: polling.updated_from,
  },
  orders: ['id', 'name', 'sequence_number', 'status', 'start_date', 'end_date', 'is_active', 'created_at', 'updated_at'],
  create: { name: Name, ...details },
  change: { name: Name.optional(), ...details },
  output: ProjectOut,
  createFailures: ['project.module_disabled'],
  tool: { name: 'list_projects', title: 'List projects' },
});

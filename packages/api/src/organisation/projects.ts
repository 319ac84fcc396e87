import { list } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { IsActiveIn } from '../fields.ts';
import { polling } from '../pagination.ts';
import { AmountIn, CalendarDate, Id, IdText, MoneyOut, oneOf, requiredText, searchedWords, text } from '../scalars.ts';
import { dimensionEndpoints, dimensionOut, numberedOut } from './dimension-endpoints.ts';
import { dimensionRecord } from './examples.ts';

export const ProjectStatus = oneOf('ACTIVE', 'COMPLETED', 'CANCELLED');

const meaning = {
  description: 'What the project is about.',
  start_date: 'First day of the project.',
  end_date: 'Last day of the project.',
  status: 'Where the project stands.',
  business_partner_id: 'Business partner that is the customer.',
  manager_user_id: 'User who leads the project.',
  budget_amount: 'Budget in the accounting currency.',
} as const;

export const ProjectOut = z.object({
  ...dimensionOut,
  ...numberedOut,
  description: z.string().nullable().describe(meaning.description),
  start_date: CalendarDate.nullable().describe(meaning.start_date),
  end_date: CalendarDate.nullable().describe(meaning.end_date),
  status: ProjectStatus.describe(meaning.status),
  business_partner_id: z.int().nullable().describe(meaning.business_partner_id),
  manager_user_id: z.int().nullable().describe(meaning.manager_user_id),
  budget_amount: MoneyOut.nullable().describe(meaning.budget_amount),
});

const Name = requiredText(150).describe('Name, at most 150 characters.');
const details = {
  description: text().nullish().describe(meaning.description),
  start_date: CalendarDate.nullish().describe(meaning.start_date),
  end_date: CalendarDate.nullish().describe(meaning.end_date),
  status: ProjectStatus.optional().describe(meaning.status),
  business_partner_id: Id.nullish().describe(meaning.business_partner_id),
  manager_user_id: Id.nullish().describe(meaning.manager_user_id),
  budget_amount: AmountIn.nullish().describe(meaning.budget_amount),
  is_active: IsActiveIn.optional(),
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
    status: list(ProjectStatus, 'Projects with one of these: ACTIVE, COMPLETED, CANCELLED.').optional(),
    business_partner_id: IdText.optional().describe('Projects of this customer.'),
    free_text: searchedWords()
      .optional()
      .describe('Words that all occur in the name or the description, whatever their case; at most 20.'),
    updated_from: polling.updated_from,
  },
  orders: [
    'id',
    'name',
    'sequence_number',
    'status',
    'start_date',
    'end_date',
    'is_active',
    'created_at',
    'updated_at',
  ],
  create: { name: Name, ...details },
  change: { name: Name.optional(), ...details },
  output: ProjectOut,
  example: {
    record: {
      ...dimensionRecord,
      id: 1,
      name: 'Ny kaffebar i Bodø',
      description: null,
      start_date: null,
      end_date: null,
      status: 'ACTIVE',
      business_partner_id: null,
      manager_user_id: null,
      budget_amount: null,
    },
    create: {
      name: 'Kaffefestival 2026',
      start_date: '2026-05-01',
      end_date: '2026-06-30',
      manager_user_id: demo.users.bookkeeper,
      budget_amount: '150000.00',
    },
    change: { budget_amount: '180000.00' },
  },
  createFailures: ['project.module_disabled'],
  tool: { name: 'list_projects', title: 'List projects' },
});

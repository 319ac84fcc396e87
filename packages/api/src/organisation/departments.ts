import { z } from 'zod';
import { polling } from '../pagination.ts';
import { requiredText, Switch } from '../scalars.ts';
import { dimensionEndpoints, dimensionOut, numberedOut } from './dimension-endpoints.ts';

export const DepartmentOut = z.object({ ...dimensionOut, ...numberedOut });

const Name = requiredText(150);

export const {
  list: listDepartments,
  get: getDepartment,
  create: createDepartment,
  update: updateDepartment,
  deactivate: deactivateDepartment,
} = dimensionEndpoints({
  one: 'Department',
  many: 'Departments',
  word: 'department',
  path: '/api/v2/departments',
  pageSize: 50,
  filters: { updated_from: polling.updated_from },
  orders: ['id', 'name', 'sequence_number', 'is_active', 'created_at', 'updated_at'],
  create: { name: Name, is_active: Switch.optional() },
  change: { name: Name.optional(), is_active: Switch.optional() },
  output: DepartmentOut,
  tool: { name: 'list_departments', title: 'List departments' },
});

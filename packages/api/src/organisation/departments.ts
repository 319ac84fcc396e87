import { z } from 'zod';
import { IsActiveIn } from '../fields.ts';
import { polling } from '../pagination.ts';
import { requiredText } from '../scalars.ts';
import { dimensionEndpoints, dimensionOut, numberedOut } from './dimension-endpoints.ts';
import { dimensionRecord } from './examples.ts';

export const DepartmentOut = z.object({ ...dimensionOut, ...numberedOut });

const Name = requiredText(150).describe('Name, at most 150 characters.');

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
  create: { name: Name, is_active: IsActiveIn.optional() },
  change: { name: Name.optional(), is_active: IsActiveIn.optional() },
  output: DepartmentOut,
  example: {
    record: { ...dimensionRecord, id: 1, name: 'Butikk' },
    create: { name: 'Nettbutikk' },
    change: { name: 'Nettbutikk og lager' },
  },
  tool: { name: 'list_departments', title: 'List departments' },
});

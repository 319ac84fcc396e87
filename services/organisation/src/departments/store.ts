import { nameTaken, type OwnRecord, type RecordKind } from '../records/record.ts';
import { createRecordStore } from '../records/store.ts';
import { departments } from '../schema/departments.ts';

export interface DepartmentFields {
  readonly name: string;
  readonly isActive: boolean;
}

export const departmentKind: RecordKind = { type: 'department', word: 'department', area: 'department' };

export const departmentStore = createRecordStore<OwnRecord, DepartmentFields>({
  table: departments,
  selection: {},
  refusals: { departments_name_key: nameTaken(departmentKind) },
});

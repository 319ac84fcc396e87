import { holdsWords } from '@app/records';
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { nameTaken } from '../records/record.ts';
import { createRecordStore } from '../records/store.ts';
import { projects } from '../schema/projects.ts';
import { customerUnknown, type Project, type ProjectFields, projectKind } from './project.ts';

export const projectStore = createRecordStore<Project, ProjectFields>({
  table: projects,
  selection: {
    description: projects.description,
    startDate: projects.startDate,
    endDate: projects.endDate,
    status: projects.status,
    businessPartnerId: projects.businessPartnerId,
    managerUserId: projects.managerUserId,
    budgetAmount: projects.budgetAmount,
  },
  orders: { status: projects.status, start_date: projects.startDate, end_date: projects.endDate },
  refusals: {
    projects_name_key: nameTaken(projectKind),
    projects_business_partner: ({ businessPartnerId }) => customerUnknown(businessPartnerId),
  },
});

export interface ProjectFilter {
  readonly statuses?: readonly (typeof projects.$inferSelect.status)[] | undefined;
  readonly businessPartnerId?: number | undefined;
  readonly freeText?: string | undefined;
}

export const projectsWith = ({ statuses, businessPartnerId, freeText }: ProjectFilter): SQL | undefined =>
  and(
    statuses === undefined ? undefined : inArray(projects.status, [...statuses]),
    businessPartnerId === undefined ? undefined : eq(projects.businessPartnerId, businessPartnerId),
    holdsWords(freeText, [projects.name, projects.description]),
  );

import {
  createProject,
  deactivateProject,
  getProject,
  listProjects,
  type ProjectOut,
  updateProject,
} from '@app/api/organisation/projects';
import type { Api } from '@app/contract';
import type { z } from 'zod';
import type { RecordDependencies } from '../records/records.ts';
import { auditWire, createPresenter, guardedBy, identityWire } from '../records/wire.ts';
import { createProject as create, type ProjectRecords, updateProject as update } from './change.ts';
import type { Project, ProjectFields } from './project.ts';
import { projectsWith } from './store.ts';

type ProjectWire = z.input<typeof ProjectOut>;
type Details = Omit<z.output<(typeof updateProject)['body'] & object>, 'name' | 'is_active'>;

const projectWire = (project: Project): ProjectWire => ({
  ...identityWire(project),
  ...auditWire(project),
  description: project.description,
  start_date: project.startDate,
  end_date: project.endDate,
  status: project.status,
  business_partner_id: project.businessPartnerId,
  manager_user_id: project.managerUserId,
  budget_amount: project.budgetAmount,
});

const detailsOf = (body: Details) => ({
  description: body.description,
  startDate: body.start_date,
  endDate: body.end_date,
  status: body.status,
  businessPartnerId: body.business_partner_id,
  managerUserId: body.manager_user_id,
  budgetAmount: body.budget_amount,
});

const newProject: Omit<ProjectFields, 'name'> = {
  isActive: true,
  description: null,
  startDate: null,
  endDate: null,
  status: 'ACTIVE',
  businessPartnerId: null,
  managerUserId: null,
  budgetAmount: null,
};

/** What is sent, over what a new project has. */
const completed = (
  sent: { readonly [K in keyof ProjectFields]?: ProjectFields[K] | undefined } & { readonly name: string },
): ProjectFields => ({
  ...newProject,
  ...(Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<ProjectFields>),
  name: sent.name,
});

export function serveProjects(api: Api, deps: RecordDependencies, projects: ProjectRecords): void {
  const show = createPresenter(deps, projectWire);
  const guarded = guardedBy(projects);

  api.serve(listProjects, async ({ query, accounts, following }) => {
    const { rows, meta } = await projects.list({
      accounts,
      isActive: query.is_active,
      updatedFrom: query.updated_from,
      order: query.order_by,
      page: query,
      following,
      also: projectsWith({
        statuses: query.status,
        businessPartnerId: query.business_partner_id,
        freeText: query.free_text,
      }),
    });
    return { data: await show.many(rows, query.with), meta };
  });
  api.serve(getProject, { ...guarded, handle: ({ resource, query }) => show.one(resource, query.with) });
  api.serve(createProject, async ({ body, account, principal, query }) => {
    const fields = completed({ ...detailsOf(body), name: body.name, isActive: body.is_active });
    return show.one(await create(deps, projects, account, principal, fields), query.with);
  });
  api.serve(updateProject, {
    ...guarded,
    handle: async ({ resource, body, principal, query }) => {
      const changes = { ...detailsOf(body), name: body.name, isActive: body.is_active };
      return show.one(await update(deps, projects, resource, principal, changes), query.with);
    },
  });
  api.serve(deactivateProject, {
    ...guarded,
    handle: async ({ resource, principal, query }) =>
      show.one(await projects.update(resource, principal.userId, () => ({ isActive: false })), query.with),
  });
}

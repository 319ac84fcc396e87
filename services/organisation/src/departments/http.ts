import {
  createDepartment,
  deactivateDepartment,
  getDepartment,
  listDepartments,
  updateDepartment,
} from '@app/api/organisation/departments';
import { type Api, sentFields } from '@app/contract';
import type { OwnRecord } from '../records/record.ts';
import type { RecordDependencies, Records } from '../records/records.ts';
import { auditWire, createPresenter, guardedBy, identityWire } from '../records/wire.ts';
import type { DepartmentFields } from './store.ts';

export function serveDepartments(
  api: Api,
  deps: RecordDependencies,
  departments: Records<OwnRecord, DepartmentFields>,
): void {
  const show = createPresenter(deps, (department: OwnRecord) => ({
    ...identityWire(department),
    ...auditWire(department),
  }));
  const guarded = guardedBy(departments);

  api.serve(listDepartments, async ({ query, accounts, following }) => {
    const { rows, meta } = await departments.list({
      accounts,
      isActive: query.is_active,
      updatedFrom: query.updated_from,
      order: query.order_by,
      page: query,
      following,
    });
    return { data: await show.many(rows, query.with), meta };
  });
  api.serve(getDepartment, { ...guarded, handle: ({ resource, query }) => show.one(resource, query.with) });
  api.serve(createDepartment, async ({ body, account, principal, query }) => {
    const fields = { clientAccountId: account.clientAccountId, name: body.name, isActive: body.is_active ?? true };
    return show.one(await departments.create(fields, principal.userId), query.with);
  });
  api.serve(updateDepartment, {
    ...guarded,
    handle: async ({ resource, body, principal, query }) => {
      const changed = await departments.update(resource, principal.userId, () =>
        sentFields({ name: body.name, isActive: body.is_active }),
      );
      return show.one(changed, query.with);
    },
  });
  api.serve(deactivateDepartment, {
    ...guarded,
    handle: async ({ resource, principal, query }) =>
      show.one(await departments.update(resource, principal.userId, () => ({ isActive: false })), query.with),
  });
}

import type { AccountAccess } from '@app/access';
import { decimal, formatMoney } from '@app/money';
import { accessOf } from '../access/local-sources.ts';
import type { RecordDependencies, Records } from '../records/records.ts';
import { versionsOf } from '../settings/store.ts';
import { inForce } from '../settings/timeline.ts';
import { assertDates, managerUnknown, moduleDisabled, type Project, type ProjectFields } from './project.ts';

export interface Actor {
  readonly userId: number;
}

export type ProjectRecords = Records<Project, ProjectFields>;

/** Starts a project. @throws Failure 400, 409 `project.module_disabled`, 409 `project.name_taken` */
export async function createProject(
  deps: RecordDependencies,
  projects: ProjectRecords,
  account: Pick<AccountAccess, 'clientAccountId'>,
  actor: Actor,
  fields: ProjectFields,
): Promise<Project> {
  const { clientAccountId } = account;
  assertDates(fields);
  await assertManager(deps, clientAccountId, actor, fields.managerUserId);
  return projects.create({ ...withMoney(fields), clientAccountId }, actor.userId, async (tx) => {
    const settings = inForce(await versionsOf(tx, [clientAccountId]), deps.clock.today());
    if (!settings.projectModule) throw moduleDisabled();
  });
}

/** Changes what is named. @throws Failure 400, 404, 409 `project.name_taken` */
export async function updateProject(
  deps: RecordDependencies,
  projects: ProjectRecords,
  project: Project,
  actor: Actor,
  changes: { readonly [K in keyof ProjectFields]?: ProjectFields[K] | undefined },
): Promise<Project> {
  if (changes.managerUserId !== project.managerUserId)
    await assertManager(deps, project.clientAccountId, actor, changes.managerUserId);
  return projects.update(project, actor.userId, (before) => {
    assertDates({
      startDate: changes.startDate === undefined ? before.startDate : changes.startDate,
      endDate: changes.endDate === undefined ? before.endDate : changes.endDate,
    });
    return withMoney(changes as Partial<ProjectFields>);
  });
}

/** Written with the decimals it is read with, so that an unchanged budget is seen as one. */
const withMoney = <T extends Partial<ProjectFields>>(fields: T): T =>
  fields.budgetAmount == null ? fields : { ...fields, budgetAmount: formatMoney(decimal(fields.budgetAmount)) };

/** Whoever leads a project reaches its books: themselves, or any user with access. */
async function assertManager(
  deps: RecordDependencies,
  clientAccountId: number,
  actor: Actor,
  managerUserId: number | null | undefined,
): Promise<void> {
  if (managerUserId == null || managerUserId === actor.userId) return;
  if ((await accessOf(deps, managerUserId, clientAccountId)).role === null) throw managerUnknown(managerUserId);
}

import { record, type SecurityEvent } from '@app/audit';
import { type Executor, type Tx, violatedConstraint } from '@app/db';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { settingsVersions } from '../schema/settings.ts';
import type { SettingsChanges, SettingsValues, SettingsVersion } from './settings.ts';
import { type Span, versionConflict } from './timeline.ts';

/** Every version of the accounts, newest first. */
export async function versionsOf(
  ex: Executor,
  clientAccountIds: readonly number[],
): Promise<readonly SettingsVersion[]> {
  if (clientAccountIds.length === 0) return [];
  return ex
    .select()
    .from(settingsVersions)
    .where(inArray(settingsVersions.clientAccountId, [...clientAccountIds]))
    .orderBy(desc(settingsVersions.activeFrom));
}

/** Spans of one account that would overlap are refused by the table itself. */
function explain(error: unknown): never {
  if (violatedConstraint(error) === 'settings_versions_no_overlap')
    throw versionConflict('Another version of the settings covers these days; read the list and try again');
  throw error;
}

export async function insertVersion(
  tx: Tx,
  version: SettingsValues & Span & { readonly clientAccountId: number; readonly createdById: number | null },
  createdAt: Date,
): Promise<SettingsVersion> {
  const [row] = await tx
    .insert(settingsVersions)
    .values({ ...version, createdAt })
    .returning()
    .catch(explain);
  await record(tx, settingsChanged(row!, Object.keys(version)));
  return row!;
}

/** Ends a version on a day. */
export async function endVersion(tx: Tx, clientAccountId: number, id: number, activeTo: string): Promise<void> {
  await tx
    .update(settingsVersions)
    .set({ activeTo })
    .where(and(eq(settingsVersions.clientAccountId, clientAccountId), eq(settingsVersions.id, id)));
}

export async function updateVersion(
  tx: Tx,
  clientAccountId: number,
  id: number,
  changes: SettingsChanges,
): Promise<SettingsVersion> {
  const [row] = await tx
    .update(settingsVersions)
    .set(changes)
    .where(and(eq(settingsVersions.clientAccountId, clientAccountId), eq(settingsVersions.id, id)))
    .returning();
  await record(tx, settingsChanged(row!, Object.keys(changes)));
  return row!;
}

const settingsChanged = ({ id, clientAccountId }: SettingsVersion, fields: readonly string[]): SecurityEvent => ({
  kind: 'settings_changed',
  clientAccountId,
  details: { version_id: id, fields: [...fields] },
});

import { join } from 'node:path';
import { type Database, migrate, missingMigrations, requireOwnSessions } from '@app/db';
import { appRoot, ConfigError, type Logger, pause } from '@app/runtime';

const RETRY_MILLIS = 500;

export const migrationsOf = (definition: { readonly name: string; readonly migrations?: string }): string =>
  join(appRoot(), definition.migrations ?? join('services', definition.name, 'migrations'));

interface Options {
  readonly name: string;
  readonly directory: string;
  /** Of the runtime role. */
  readonly url: string;
  readonly ownerUrl: string | undefined;
  readonly db: Database;
  readonly logger: Logger;
  readonly stop: AbortSignal;
}

/**
 * Resolves once the schema has every step this build knows: migrates when it has the owner's address, else waits for
 * whoever does. Waits as well while the database is away. Returns false when it was stopped before that.
 * @throws ConfigError when a pooler stands in between that does not keep sessions as they are asked for
 */
export async function awaitSchema(options: Options): Promise<boolean> {
  const { name, directory, url, ownerUrl, db, logger, stop } = options;
  let lastWarning = '';
  const tellOnce = (text: string, fields: object = {}): void => {
    if (lastWarning !== text) logger.warn(fields, text);
    lastWarning = text;
  };
  for (; !stop.aborted; await pause(RETRY_MILLIS, stop)) {
    try {
      if (ownerUrl !== undefined) {
        const { applied, newer } = await migrate({
          url: ownerUrl,
          service: name,
          directory,
          notice: (text, fields) => logger.warn(fields, text),
        });
        if (applied.length > 0) logger.info({ applied }, 'the schema was migrated');
        if (newer.length > 0)
          tellOnce('the schema has definitions of a newer build and keeps them; the command `migrate` replaces them', {
            newer,
          });
      }
      await requireOwnSessions({ url, schema: name, applicationName: `${name}-start` });
      await db.ping();
      const missing = await missingMigrations(db.raw, directory);
      if (missing.length === 0) return true;
      tellOnce('waiting for the schema to be migrated', { missing });
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      if (/was applied in another form/.test((error as Error).message)) throw error;
      tellOnce('waiting for the database', { err: error });
    }
  }
  return false;
}

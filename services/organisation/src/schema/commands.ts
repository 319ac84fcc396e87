import { moment } from '@app/db/columns';
import { jsonb, pgView, text } from 'drizzle-orm/pg-core';

/** Finished commands under the name that the release before writes and reads them by (sql/earlier-release.sql). */
export const commands = pgView('commands', {
  commandKey: text('command_key'),
  operation: text('operation'),
  result: jsonb('result'),
  createdAt: moment('created_at'),
}).existing();

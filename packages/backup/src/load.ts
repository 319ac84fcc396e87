import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';
import { quoted } from './catalogue.ts';
import { BackupFailure } from './failure.ts';
import type { SchemaPart, TablePart } from './manifest.ts';
import { countLines, readLines } from './parts.ts';

/**
 * Loads the rows of a schema in place of those that its migrations made, and sets its sequences. The guards of the
 * database (triggers, foreign keys) are off meanwhile: the rows are of one moment, in which they held.
 * @param url of a role that may set `session_replication_role`
 * @returns the rows
 * @throws BackupFailure for a part that is not what was written
 */
export async function loadSchema(url: string, folder: string, schema: SchemaPart): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connection: { application_name: 'restore' } });
  try {
    return await sql.begin(async (tx) => {
      await switchGuardsOff(tx);
      const { name, tables, sequences } = schema;
      if (tables.length > 0)
        await tx.unsafe(`truncate ${tables.map((table) => quoted(name, table.name)).join(', ')} cascade`);
      let rows = 0;
      for (const table of tables) rows += await loadTable(tx, folder, name, table);
      for (const sequence of sequences)
        await tx`select setval(${quoted(name, sequence.name)}::regclass, ${sequence.last}::bigint)`;
      return rows;
    });
  } finally {
    await sql.end();
  }
}

export async function switchGuardsOff(tx: postgres.TransactionSql): Promise<void> {
  await tx`set local session_replication_role = replica`.catch((error: unknown) => {
    throw new BackupFailure(
      'The role of POSTGRES_URL may not set session_replication_role. Restore as a superuser, or have one grant it: "grant set on parameter session_replication_role to <role>". ' +
        `(${(error as Error).message})`,
    );
  });
}

async function loadTable(
  tx: postgres.TransactionSql,
  folder: string,
  schema: string,
  table: TablePart,
): Promise<number> {
  const columns = table.columns.map((column) => quoted(column)).join(', ');
  const sink = await tx.unsafe(`copy ${quoted(schema, table.name)} (${columns}) from stdin`).writable();
  let rows = 0;
  async function* counted(): AsyncGenerator<Uint8Array, void> {
    for await (const piece of readLines(folder, table)) {
      rows += countLines(piece);
      yield piece;
    }
  }
  await pipeline(Readable.from(counted(), { objectMode: false }), sink);
  if (rows !== table.rows)
    throw new BackupFailure(`${table.file} holds ${rows} rows instead of ${table.rows}. Take another backup.`);
  return rows;
}

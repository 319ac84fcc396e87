import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { type Bench, databaseOf } from '../bench.ts';
import type { Load } from '../load/load.ts';
import { measure } from '../load/window.ts';

/**
 * Writes bytes to a file of its own, waits until the disk has them, and inserts one row that names it, as often as it
 * can on some lanes at once. The folder lies beside that of the platform's data, the table in the same database.
 */
export async function durableWrites(
  bench: Bench,
  { bytes, lanes }: { readonly bytes: Buffer; readonly lanes: number },
): Promise<Load> {
  const platform = await bench.platform();
  const folder = mkdtempSync(join(tmpdir(), 'bench-files-'));
  const connect = () =>
    postgres(platform.postgres.url, { max: 1, database: databaseOf(platform), onnotice: () => undefined });
  const clients = Array.from({ length: lanes }, connect);
  const [first] = clients;
  await first!.unsafe(`create schema bench_files;
    create table bench_files.files (
      id bigint generated always as identity primary key, path text not null, size bigint not null)`);
  let serial = 0;
  const write = async (sql: postgres.Sql): Promise<void> => {
    const path = join(folder, String(++serial));
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await sql`insert into bench_files.files (path, size) values (${path}, ${bytes.length})`;
  };
  return {
    run: async (millis) => {
      const { latencies, ...measured } = await measure(
        clients.map((sql) => () => write(sql)),
        millis,
      );
      return { ...measured, latencies: [...latencies] };
    },
    [Symbol.asyncDispose]: async () => {
      await first!.unsafe('drop schema bench_files cascade');
      await Promise.all(clients.map((client) => client.end()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

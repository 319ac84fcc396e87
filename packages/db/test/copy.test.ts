import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(inject('postgresUrl'), { max: 1 });
});
afterAll(() => sql.end({ timeout: 1 }));

/** Takes so many bytes out of the server in one row: more than a stream holds, and little enough to come with its end. */
const copyOut = (bytes: number): Promise<Readable> =>
  sql.unsafe(`copy (select repeat('x', ${bytes})) to stdout`).readable();

it('a connection takes its next statement after a COPY that ended while the reader was behind', async () => {
  for (let bytes = 10_000; bytes <= 120_000; bytes += 5_000) {
    const rows = await copyOut(bytes);
    expect((await buffer(rows)).length).toBe(bytes + 1);
    expect(await sql`select ${bytes}::int as next`).toEqual([{ next: bytes }]);
  }
});

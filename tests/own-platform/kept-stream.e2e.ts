import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { durableName } from '@app/events';
import { ROOT } from '@app/platform';
import { connect, nanos } from 'nats';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OwnSystem } from '../src/own-system.ts';
import { eventually, type Owner } from '../src/system.ts';

const STREAM = 'EVENTS';
const TODAY = Temporal.Now.plainDateISO('Europe/Oslo').toString();

/** What an operator does whose PostgreSQL was restored without `npm run restore`, beside the stream that was kept. */
export function keptStream(own: OwnSystem): void {
  let owner: Owner;
  let sql: postgres.Sql;

  beforeAll(async () => {
    owner = await own.newOwner();
    sql = postgres(own.system.database, { max: 1, onnotice: () => undefined });
    await shortenMemory(own);
  });
  afterAll(() => sql?.end());

  const ask = async (method: string, path: string, status: number, body?: object) => {
    const sent = body && { client_account_id: owner.clientAccountId, ...body };
    const answer = await own.ask(method, `/api/v2${path}`, { token: owner.token, ...(sent && { body: sent }) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    return answer.body;
  };
  const newVoucher = async (): Promise<number> => {
    const file = { file_name: 'kvittering.txt', content_base64: Buffer.from('Porto, 42 kr').toString('base64') };
    const sent = { ...file, type: 'RECPT', processing_track: 'MANUAL', document_date: TODAY };
    return (await ask('POST', '/vouchers', 201, sent)).id;
  };
  const post = async (voucher: number): Promise<void> => {
    const line = { posting_date: TODAY, debit: '0', credit: '0' };
    const lines = [
      { ...line, account_code: '6940', debit: '42.00' },
      { ...line, account_code: '1920', credit: '42.00' },
    ];
    await ask('POST', '/journal-entries', 201, { voucher_id: voucher, description: 'Porto', lines });
  };
  /** Vouchers of which documents has heard that they are posted. */
  const posted = async (): Promise<readonly number[]> => {
    const query = `client_account_id=${owner.clientAccountId}&has_journal_entry=true`;
    const { data } = await ask('GET', `/vouchers?${query}`, 200);
    return (data as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);
  };
  const becomes = (...vouchers: readonly number[]) => eventually(posted, (found) => found.join() === vouchers.join());

  it('npm run republish brings the events back that a restored schema has lost', async () => {
    await using broker = await openBroker(own.system.broker);
    /** How many events documents has not been given yet, or has not said that it is done with. */
    const left = async (): Promise<number> => {
      const consumer = durableName('documents', 'ledger.journal_entry.posted');
      const { num_pending, num_ack_pending } = await broker.manager.consumers.info(STREAM, consumer);
      return num_pending + num_ack_pending;
    };
    // A broker that was stopped gives what it had given once more, half a minute later.
    const ofOthers = await left();
    const [before, after] = [await newVoucher(), await newVoucher()];
    await post(before);
    await becomes(before);
    const putBack = await keepRows(sql, 'documents');
    await post(after);
    await becomes(before, after);

    // What it is given and not done with when it stops comes again by itself.
    await eventually(left, (events) => events <= ofOthers);
    const documents = own.system.platform.processes.get('documents')!;
    await documents.stop();
    await putBack();
    await documents.start();
    await documents.whenReady();
    expect(await posted()).toEqual([before]);
    expect(await left(), 'the stream has nothing more to say').toBeLessThanOrEqual(ofOthers);

    // As two minutes later: the command waits until then, since the stream takes what comes again for a repeat.
    await sql.unsafe(`do $$ declare own text; begin
      for own in select schemaname from pg_tables where tablename = 'outbox' loop
        execute format('update %I.outbox set published_at = published_at - interval ''3 minutes''', own);
      end loop; end $$`);
    const { said } = await republish(own);
    expect(said).toMatch(/ledger: [1-9]\d* events wait to be published again/);
    await becomes(before, after);
    const nonsense = await republish(own, 'yesterday').catch((error: Error) => error.message);
    expect(nonsense).toContain('"yesterday" is no moment');
  });
}

/** The rows of a schema now. @returns puts them back, as whoever restores this schema alone */
async function keepRows(sql: postgres.Sql, schema: string): Promise<() => Promise<void>> {
  const tables = await sql<{ name: string; columns: string }[]>`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relnamespace = ${schema}::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by c.relname`;
  const kept = `${schema}_kept`;
  await sql`create schema ${sql(kept)}`;
  for (const { name, columns } of tables)
    await sql.unsafe(`create table ${kept}."${name}" as select ${columns} from ${schema}."${name}"`);
  return () =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      for (const { name, columns } of tables)
        await tx.unsafe(`delete from ${schema}."${name}";
          insert into ${schema}."${name}" (${columns}) overriding system value
            select ${columns} from ${kept}."${name}"`);
      await tx`drop schema ${tx(kept)} cascade`;
    });
}

/**
 * Has the stream forget in a moment what it would take for a repeat. The broker goes by a changed time only from its
 * next start on; the services may then fill the stream again, and have done so before they publish anything else.
 */
async function shortenMemory(own: OwnSystem): Promise<void> {
  {
    await using broker = await openBroker(own.system.broker);
    await broker.manager.streams.update(STREAM, { duplicate_window: nanos(100) });
  }
  await own.system.platform.nats.stop();
  await own.system.platform.nats.start();
}

/** With the rights of an operator. */
async function openBroker(address: string) {
  const { host, username, password } = new URL(address);
  const user = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const connection = await connect({ servers: host, ...user });
  const manager = await connection.jetstreamManager({ checkAPI: false });
  return { manager, [Symbol.asyncDispose]: () => connection.close() };
}

/** The command, beside the running platform. @throws with what it says when it fails */
async function republish(own: OwnSystem, ...args: readonly string[]): Promise<{ readonly said: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, TZ: 'UTC', DATA_DIR: own.system.dataDir };
  const file = join(ROOT, 'tools/platform/src/republish.ts');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args], { cwd: ROOT, env });
  return { said: stdout + stderr };
}

import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type DatabasePlan, provisionDatabase } from '../src/provision.ts';

const id = randomBytes(4).toString('hex');
const [alpha, beta, database] = [`alpha_${id}`, `beta_${id}`, `provision_${id}`];
const plan: DatabasePlan = {
  database,
  services: [
    { name: alpha, ownerPassword: "o'wner", password: 'alpha', eraserPassword: 'eraser' },
    { name: beta, ownerPassword: 'owner', password: 'beta' },
  ],
};

const open: postgres.Sql[] = [];

function connect(role: string, password: string, to = database): postgres.Sql {
  const url = new URL(inject('postgresUrl'));
  const sql = postgres({
    host: url.hostname,
    port: Number(url.port),
    database: to,
    username: role,
    password,
    max: 1,
    onnotice: () => undefined,
  });
  open.push(sql);
  return sql;
}

/** The SQLSTATE a statement fails with. */
const codeOf = async (statement: Promise<unknown>): Promise<string> =>
  statement.then(
    () => 'no failure',
    (error: { code: string }) => error.code,
  );

const DENIED = '42501';
let owner: postgres.Sql;
let runtime: postgres.Sql;

beforeAll(async () => {
  await provisionDatabase(inject('postgresUrl'), plan);
  owner = connect(`${alpha}_owner`, "o'wner");
  runtime = connect(alpha, 'alpha');
  await owner.unsafe(`create table ${alpha}.entries (id bigint generated always as identity primary key, text text)`);
});

afterAll(async () => {
  await Promise.all(open.map((sql) => sql.end()));
  const admin = postgres(inject('postgresUrl'), { max: 1 });
  await admin.unsafe(`drop database ${database} with (force)`);
  await admin.end();
});

describe('the runtime role', () => {
  it('reads and writes rows of the tables the owner made, without naming the schema', async () => {
    await runtime`insert into entries (text) values ('a')`;
    await runtime`update entries set text = 'b'`;
    expect(await runtime`select text from entries`).toEqual([{ text: 'b' }]);
    await runtime`delete from entries`;
  });

  it('makes, changes and empties no table, in its schema or in public', async () => {
    expect(await codeOf(runtime.unsafe(`create table ${alpha}.x (id int)`))).toBe(DENIED);
    expect(await codeOf(runtime.unsafe('create table public.x (id int)'))).toBe(DENIED);
    expect(await codeOf(runtime.unsafe('create schema x'))).toBe(DENIED);
    expect(await codeOf(runtime.unsafe('alter table entries add column more text'))).toBe(DENIED);
    expect(await codeOf(runtime.unsafe('truncate entries'))).toBe(DENIED);
    expect(await codeOf(runtime.unsafe(`set role ${alpha}_owner`))).toBe(DENIED);
  });

  it('keeps what a migration leaves it on an append-only table', async () => {
    await owner.unsafe(
      `create table ${alpha}.journal (id int primary key); revoke update, delete on ${alpha}.journal from ${alpha}`,
    );
    await provisionDatabase(inject('postgresUrl'), plan);
    await runtime`insert into journal values (1)`;
    expect(await codeOf(runtime`update journal set id = 2`)).toBe(DENIED);
    expect(await codeOf(runtime`delete from journal`)).toBe(DENIED);
  });

  it('has five seconds per statement', async () => {
    expect(await runtime`show statement_timeout`).toEqual([{ statement_timeout: '5s' }]);
    expect(await owner`show statement_timeout`).toEqual([{ statement_timeout: '0' }]);
  });

  it('sees nothing of another service', async () => {
    const other = connect(beta, 'beta');
    expect(await codeOf(other.unsafe(`select * from ${alpha}.entries`))).toBe(DENIED);
    const otherOwner = connect(`${beta}_owner`, 'owner');
    expect(await codeOf(otherOwner.unsafe(`create table ${alpha}.x (id int)`))).toBe(DENIED);
  });

  it('runs functions of its owner, and nobody else does', async () => {
    await owner.unsafe(`create function ${alpha}.one() returns int language sql return 1`);
    expect(await runtime`select one()`).toEqual([{ one: 1 }]);
    const eraser = connect(`${alpha}_eraser`, 'eraser');
    expect(await codeOf(eraser`select one()`)).toBe(DENIED);
  });
});

it('the eraser has only what a migration gives it', async () => {
  const eraser = connect(`${alpha}_eraser`, 'eraser');
  expect(await codeOf(eraser`delete from entries`)).toBe(DENIED);
  await owner.unsafe(`grant select, delete on ${alpha}.entries to ${alpha}_eraser`);
  await eraser`delete from entries`;
});

it('extensions are there for every owner', async () => {
  await owner.unsafe(
    `create table ${alpha}.spans (span daterange, account int, exclude using gist (account with =, span with &&))`,
  );
  expect(await runtime`select similarity('abc', 'abc')`).toEqual([{ similarity: 1 }]);
});

it('a role of another database may not connect', async () => {
  await provisionDatabase(inject('postgresUrl'), {
    database: `${database}_b`,
    services: [{ name: `gamma_${id}`, ownerPassword: 'g', password: 'g' }],
  });
  expect(await codeOf(connect(`gamma_${id}`, 'g')`select 1`)).toBe(DENIED);
  const admin = postgres(inject('postgresUrl'), { max: 1 });
  await admin.unsafe(`drop database ${database}_b with (force)`);
  await admin.end();
});

it('repeated and racing provisioning changes nothing', async () => {
  await Promise.all([1, 2, 3].map(() => provisionDatabase(inject('postgresUrl'), plan)));
  await runtime`insert into entries (text) values ('still')`;
});

it('a changed password is taken over', async () => {
  const [first, second] = plan.services;
  await provisionDatabase(inject('postgresUrl'), { database, services: [first!, { ...second!, password: 'new' }] });
  expect(await connect(beta, 'new')`select 1 as one`).toEqual([{ one: 1 }]);
  expect(await codeOf(connect(beta, 'beta')`select 1`)).toBe('28P01');
});

it('an administrator without superuser rights can provision', async () => {
  const admin = postgres(inject('postgresUrl'), { max: 1 });
  await admin.unsafe(`create role admin_${id} login createdb createrole password 'admin'`);
  const url = new URL(inject('postgresUrl'));
  url.username = `admin_${id}`;
  url.password = 'admin';
  const name = `managed_${id}`;
  await provisionDatabase(url.href, {
    database: name,
    services: [{ name: `delta_${id}`, ownerPassword: 'o', password: 'r' }],
  });
  await connect(`delta_${id}_owner`, 'o', name).unsafe(`create table delta_${id}.t (id int)`);
  const role = connect(`delta_${id}`, 'r', name);
  await role`insert into t values (1)`;
  expect(await codeOf(role.unsafe(`drop table t`))).toBe(DENIED);
  await admin.unsafe(`drop database ${name} with (force)`);
  await admin.end();
});

it('a name that is no identifier is refused before anything is done', async () => {
  await expect(provisionDatabase(inject('postgresUrl'), { database: 'a"; drop', services: [] })).rejects.toThrow(
    /is not a name/,
  );
});

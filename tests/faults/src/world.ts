import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Dice } from '@app/demo';
import { findFreePorts } from '@app/embedded';
import { makeTemporaryDataDir, makeTestDataDir } from '@app/platform';
import postgres from 'postgres';
import { createNumbers, newOwner, type Owner, type System, startSystem } from '../../src/system.ts';
import { Load } from './clients.ts';
import type { Company } from './company.ts';
import { fillCompany } from './company-books.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import type { NameServer } from './name-server.ts';
import { Record } from './record.ts';
import { type Replicas, surround, type Variables, variablesOf } from './replicas.ts';
import { Unfinished } from './unfinished.ts';
import type { Mix } from './writes.ts';

/** The platform under test, the clients that load it, and the ways in between. */
export interface World extends AsyncDisposable {
  readonly system: System;
  /** The administrator of the database: sees every schema. */
  readonly sql: postgres.Sql;
  readonly dataDir: string;
  readonly record: Record;
  readonly load: Load;
  readonly companies: readonly Company[];
  /** A company of its own for races, so that locks and reversals do not meet the load. */
  readonly racer: Company;
  /** A company with books of its own, for what is done to a whole one. */
  takeCompany(): Promise<Company>;
  /** A company that has signed up this moment, without books. */
  signUp(): Promise<Company>;
  /** What goes on while later faults are injected. */
  readonly unfinished: Unfinished;
  /** Between some of the clients and the gateway. */
  readonly front: CuttingProxy;
  /** Between the gateway and the ledger. */
  readonly back: CuttingProxy;
  readonly dice: Dice;
  /** Processes of each service and of the gateway. */
  readonly replicas: Replicas;
  /** What processes are given in place of what the platform would give them, by service: read each time one starts. */
  readonly variables: Variables;
  /** Where services find each other by name; undefined where there is one of each. */
  readonly names: NameServer | undefined;
  /** Changes the size of the disk of a server, in megabytes; undefined where no disk of our own could be made. */
  readonly resizeDisk: ((server: Disk, megabytes: number) => void) | undefined;
}

export type Disk = 'postgres' | 'nats';

export interface WorldOptions {
  readonly seed: number;
  readonly dice: Dice;
  readonly companies: number;
  readonly width: number;
  /** Entries of the largest batch. */
  readonly batch: number;
  /** Acknowledged writes after which batches are small. */
  readonly enough: number;
  /** What clients write; see `writes.ts`. */
  readonly mix?: Mix;
  /** Disks of a size of their own for the servers, where this user may make them. */
  readonly hasDisks: boolean;
  readonly replicas?: Replicas;
  /** A built checkout of another release, whose bundles are the second of each pair. */
  readonly otherRelease?: string | undefined;
  /** Companies that sign up at the start, for what is done to whole ones; later ones sign up when they are needed. */
  readonly spares?: number;
  readonly say?: (text: string) => void;
  /** Where to keep the logs of the processes. */
  readonly logs?: string | undefined;
}

export const DISK_MEGABYTES = { postgres: 6_000, nats: 2_000 } as const;

export async function startWorld(options: WorldOptions): Promise<World> {
  await using started = new AsyncDisposableStack();
  const data = options.hasDisks ? makeTemporaryDataDir() : makeTestDataDir();
  const disks = options.hasDisks ? mountDisks(data.dataDir) : undefined;
  started.defer(() => {
    if (options.logs !== undefined) cpSync(join(data.dataDir, 'logs'), options.logs, { recursive: true });
    disks?.unmount();
    data.remove();
  });
  const record = new Record();
  const hear = (text: string): void => {
    const killed = /^([a-z]+)(?:-\d+)? ended by SIGKILL/.exec(text)?.[1];
    if (killed !== undefined) record.killed.add(killed);
    // Services outlive whatever happens around them; of the servers below them this is not asked.
    const [, name, code] = /^([a-z]+(?:-\d+)?) ended with exit code (\d+)/.exec(text) ?? [];
    if (name !== undefined && code !== '0') record.surprise(`${name} ended by itself`, text);
    options.say?.(text);
  };
  const { replicas = 1, spares = 0 } = options;
  const around = replicas === 1 ? undefined : await surround();
  if (around) started.use(around);
  const ledgerPort = around?.environment.LEDGER_HTTP_PORT ?? String((await findFreePorts(1))[0]);
  const back = await startCuttingProxy(() => Number(ledgerPort), { saysAway: true });
  started.defer(() => back.close());
  const variables = variablesOf(around?.variables ?? {});
  variables.gateway = { ...variables.gateway, LEDGER_HTTP_URL: back.url };
  const system = await startSystem(
    { ...around?.environment, LEDGER_HTTP_PORT: ledgerPort },
    {
      isDurable: true,
      overrides: variables,
      hosts: around?.hosts ?? [],
      otherRelease: options.otherRelease,
      data: { dataDir: data.dataDir, remove: () => undefined },
      say: hear,
    },
  );
  started.use(system);
  const front = await startCuttingProxy(() => Number(new URL(system.gateway).port));
  started.defer(() => front.close());
  const sql = postgres(system.platform.postgres.url, {
    database: system.platform.settings.get('POSTGRES_DATABASE'),
    max: 2,
    onnotice: () => undefined,
  });
  started.defer(() => sql.end({ timeout: 5 }));

  const numbers = createNumbers();
  const companyOf = (owner: Owner): Company => ({ owner, token: owner.token });
  const signUp = async () => companyOf(await newOwner(system, numbers));
  // Each stores its passwords slowly: side by side they take no longer than one.
  const [racer, ...signedUp] = await Promise.all(Array.from({ length: 1 + options.companies + spares }, signUp));
  const companies = signedUp.slice(0, options.companies);
  const left = signedUp.slice(options.companies);
  await Promise.all(left.map((company) => fillCompany({ system }, company)));
  const takeCompany = async (): Promise<Company> => {
    const ready = left.pop();
    if (ready) return ready;
    const company = await signUp();
    await fillCompany({ system }, company);
    return company;
  };
  const { seed, width, batch, enough, mix } = options;
  const doors = [system.gateway, front.url];
  const load = new Load({ doors, companies, record, seed, width, batch, enough, mix });
  started.defer(() => load.stop());
  const owned = started.move();
  return {
    system,
    sql,
    dataDir: data.dataDir,
    record,
    load,
    companies,
    racer: racer!,
    takeCompany,
    signUp,
    unfinished: new Unfinished(),
    front,
    back,
    dice: options.dice,
    replicas,
    variables,
    names: around?.names,
    resizeDisk: disks?.resize,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/**
 * Folders of the servers as file systems in memory, whose size can be changed while they are in use (tmpfs(5)). Needs
 * the right to mount.
 */
function mountDisks(dataDir: string) {
  const mounted: string[] = [];
  const folderOf = (disk: Disk) => join(dataDir, disk);
  const run = (command: string, args: readonly string[]) => spawnSync(command, args, { encoding: 'utf8' });
  const unmount = (): void => {
    for (const folder of mounted.splice(0)) run('umount', ['-l', folder]);
  };
  for (const disk of ['postgres', 'nats'] as const) {
    mkdirSync(folderOf(disk), { mode: 0o755 });
    if (
      run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES[disk]}m,mode=755`, 'tmpfs', folderOf(disk)]).status !==
      0
    ) {
      unmount();
      return undefined;
    }
    mounted.push(folderOf(disk));
  }
  const resize = (disk: Disk, megabytes: number): void => {
    const done = run('mount', ['-o', `remount,size=${megabytes}m`, folderOf(disk)]);
    if (done.status !== 0) throw new Error(`the disk of ${disk} could not be made ${megabytes} MB: ${done.stderr}`);
  };
  return { unmount, resize };
}

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@app/platform';
import { type BackendName, serviceNames } from '@app/registry';
import { makeServiceKey, publicPart, type ServiceJwk } from '@app/runtime';
import type { Fault } from './fault.ts';
import { membersOf } from './members.ts';
import { startProving } from './proving.ts';
import type { World } from './world.ts';

// Secrets are replaced as docs/operate.md tells operators to, while everybody works: no call fails. Each of these ends
// with the secrets that the platform would hand out by itself, so that whatever restarts later finds its way in.

/**
 * @param replace changes secrets at the servers and in the environment, and replaces the processes; what it found wrong
 *   besides it returns as sentences
 */
const rotation = (what: string, replace: (world: World) => Promise<void> | Promise<readonly string[]>): Fault => ({
  kind: `${what} replaced under load`,
  inject: async (world) => {
    const before = world.record.failures;
    const wrong = (await replace(world)) ?? [];
    await world.load.progress(20);
    return [...wrong, ...world.record.failuresSince(before)];
  },
});

/** One process after the other, as an operator's rollout does. */
async function replaceProcesses(world: World, ...services: readonly string[]): Promise<void> {
  for (const service of services) for (const member of membersOf(world, service)) await member.restart();
}

/** What the next processes of a service are given; `undefined` is what the platform would give them. */
function give(world: World, service: string, variables: Readonly<Record<string, string | undefined>>): void {
  const given = Object.entries({ ...world.variables[service], ...variables });
  world.variables[service] = Object.fromEntries(
    given.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const keysIn = (world: World, service: string): ServiceJwk[] =>
  JSON.parse(world.system.platform.environmentOf(service).INTERNAL_PUBLIC_KEYS!).keys;

/**
 * Everybody learns the public half of the next key, then the service signs by it, then the old half goes. Back to the
 * key of the platform by one round more.
 */
export const rotateInternalKey = (service: BackendName): Fault =>
  rotation(`key for calls of ${service}`, async (world) => {
    const own = keysIn(world, service).find((key) => key.service === service)!;
    const next = makeServiceKey(service);
    const others = keysIn(world, service).filter((key) => key.service !== service);
    const tell = async (keys: readonly ServiceJwk[] | undefined): Promise<void> => {
      const text = keys && JSON.stringify({ keys: [...others, ...keys] });
      for (const name of serviceNames) give(world, name, { INTERNAL_PUBLIC_KEYS: text });
      await replaceProcesses(world, ...serviceNames);
    };
    await tell([own, publicPart(next)]);
    give(world, service, { INTERNAL_PRIVATE_KEY: JSON.stringify(next) });
    await replaceProcesses(world, service);
    give(world, service, { INTERNAL_PRIVATE_KEY: undefined });
    await replaceProcesses(world, service);
    await tell(undefined);
  });

/**
 * PostgreSQL keeps one password for a role, so there is a second role that becomes the first one when it signs in.
 */
export const rotateDatabasePassword = (service: BackendName): Fault =>
  rotation(`password of ${service} at PostgreSQL`, async (world) => {
    const { sql, system } = world;
    const next = `${service}_next`;
    const password = randomBytes(18).toString('base64url');
    await sql.unsafe(`create role ${next} login password '${password}' in role ${service}`);
    await sql.unsafe(`alter role ${next} set role = ${service}`);
    const url = new URL(system.platform.environmentOf(service).DATABASE_URL!);
    const own = decodeURIComponent(url.password);
    url.username = next;
    url.password = password;
    give(world, service, { DATABASE_URL: url.href });
    await replaceProcesses(world, service);
    await sql.unsafe(`alter role ${service} password '${own}'`);
    give(world, service, { DATABASE_URL: undefined });
    await replaceProcesses(world, service);
    await sql.unsafe(`drop role ${next}`);
  });

/** The server takes the new one at once, and ends who came by the old: their events wait until they are replaced. */
export const rotateBrokerPassword = (service: BackendName): Fault =>
  rotation(`password of ${service} at NATS`, async (world) => {
    const { platform } = world.system;
    const file = join(world.dataDir, 'nats', 'nats.conf');
    const before = readFileSync(file, 'utf8');
    const url = new URL(platform.environmentOf(service).NATS_URL!);
    const password = randomBytes(18).toString('base64url');
    const change = async (text: string, address: string | undefined): Promise<void> => {
      writeFileSync(file, text, { mode: 0o600 });
      platform.nats.kill('SIGHUP');
      give(world, service, { NATS_URL: address });
      await replaceProcesses(world, service);
    };
    const own = decodeURIComponent(url.password);
    if (!before.includes(own)) throw new Error(`${file} does not hold the password of ${service}`);
    url.password = password;
    await change(before.replaceAll(own, password), url.href);
    await change(before, undefined);
  });

/**
 * With several processes the next key is known to all before any seals by it. The old one stays readable until all that
 * it sealed is sealed anew.
 */
export const rotateDataKey = (service: BackendName): Fault =>
  rotation(`key of what ${service} seals`, async (world) => {
    const own = world.system.platform.environmentOf(service).DATA_ENCRYPTION_KEY!;
    const next = randomBytes(32).toString('base64');
    const sealBy = async (key: string, alsoReads: string): Promise<void> => {
      give(world, service, { DATA_ENCRYPTION_KEY: key, DATA_ENCRYPTION_KEYS_PREVIOUS: alsoReads });
      await replaceProcesses(world, service);
    };
    await sealBy(own, next);
    await sealBy(next, own);
    await sealAnew(world, service);
    await sealBy(own, next);
    await sealAnew(world, service);
    give(world, service, { DATA_ENCRYPTION_KEY: undefined, DATA_ENCRYPTION_KEYS_PREVIOUS: undefined });
    await replaceProcesses(world, service);
  });

/**
 * The key by which people are recognised: known to all processes before any uses it, and the old one stays listed.
 * People prove who they are all the while, at processes of both keys.
 */
export const rotateIdentityKey: Fault = rotation('key of identities', async (world) => {
  const { IDENTITY_HMAC_KEY, IDENTITY_HMAC_KEYS_PREVIOUS } = world.system.platform.environmentOf('auth');
  const own = IDENTITY_HMAC_KEY!;
  const earlier = IDENTITY_HMAC_KEYS_PREVIOUS ? [IDENTITY_HMAC_KEYS_PREVIOUS] : [];
  const next = randomBytes(32).toString('base64');
  await using people = startProving(world);
  const recogniseBy = async (key: string, other: string, version: number): Promise<string[]> => {
    give(world, 'auth', {
      IDENTITY_HMAC_KEY: key,
      IDENTITY_HMAC_KEYS_PREVIOUS: [...earlier, other].join(),
      IDENTITY_HMAC_KEY_VERSION: `${version}`,
    });
    await replaceProcesses(world, 'auth');
    await people.everybodyAgain();
    const others = await people.knownByOthers(version);
    return others === 0 ? [] : [`${others} people who signed in are not known by key ${version}`];
  };
  const wrong = [
    ...(await recogniseBy(own, next, 1)),
    ...(await recogniseBy(next, own, 2)),
    ...(await recogniseBy(own, next, 1)),
  ];
  // The other one stays listed: whoever signed up meanwhile may be known by it.
  give(world, 'auth', { IDENTITY_HMAC_KEY: undefined, IDENTITY_HMAC_KEY_VERSION: undefined });
  return [...wrong, ...people.wrong];
});

/** The command that `npm run rekey` runs for each service. */
async function sealAnew(world: World, service: BackendName): Promise<void> {
  const folder = join(ROOT, 'services', service);
  const env = { ...world.system.platform.environmentOf(service) };
  await promisify(execFile)(process.execPath, [join(folder, 'dist', 'main.mjs'), 'rekey'], { cwd: folder, env });
}

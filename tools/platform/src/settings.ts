import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { parseEnv } from 'node:util';
import { findFreePorts, StartFailure } from '@app/embedded';
import type { ServiceDefinition } from './services.ts';
import { checkSetting, type Setting, type SettingGroup } from './setting.ts';
import { settingsFor } from './settings-table.ts';

/** Variables by name; an empty one counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What was set, and the defaults for the rest. Secrets that are made at the first start are absent until they are
 * filled in.
 */
export type Settings = {
  readonly all: readonly Setting[];
  /** The value, or an empty string. */
  get(name: string): string;
  port(name: string): number;
  /** Absolute; relative ones start at the root of the repository. */
  folder(name: string): string;
};

/** How to read the settings. */
export type SettingsSource = {
  readonly services: readonly ServiceDefinition[];
  readonly environment: Environment;
  readonly root: string;
  /** Ports that are not set are free ones instead of the defaults. */
  readonly hasFreePorts?: boolean;
};

const flatten = (groups: readonly SettingGroup[]): Setting[] => groups.flatMap((group) => group.settings);

/** Reads and checks every setting; fails with a sentence per fault. */
export async function readSettings(source: SettingsSource): Promise<Settings> {
  const all = flatten(settingsFor(source.services));
  const values = new Map<string, string>();
  for (const { name, kind } of all) {
    const value = source.environment[name]?.trim();
    if (value) values.set(name, kind === 'origin' ? value.replace(/\/+$/, '') : value);
  }
  if (source.hasFreePorts) await fillFreePorts(all, values);
  const read = createReader(all, values);
  const faults = all.flatMap((setting) => faultOf(setting, values.get(setting.name) ?? ''));
  faults.push(...sharedPorts(all, read));
  if (faults.length > 0) throw new StartFailure(faults.join('\n'));
  return {
    all,
    get: read,
    port: (name) => Number(read(name)),
    folder: (name) => (isAbsolute(read(name)) ? read(name) : join(source.root, read(name))),
  };
}

async function fillFreePorts(all: readonly Setting[], values: Map<string, string>): Promise<void> {
  const open = all.filter((setting) => setting.kind === 'port' && !values.has(setting.name));
  const ports = await findFreePorts(open.length);
  for (const [index, setting] of open.entries()) values.set(setting.name, `${ports[index]}`);
}

function createReader(all: readonly Setting[], values: ReadonlyMap<string, string>): (name: string) => string {
  const byName = new Map(all.map((setting) => [setting.name, setting]));
  const read = (name: string): string => {
    const setting = byName.get(name);
    if (!setting) throw new Error(`${name} is not in the table of settings`);
    const fallback = typeof setting.default === 'function' ? setting.default(read) : setting.default;
    return values.get(name) ?? fallback ?? '';
  };
  return read;
}

function faultOf(setting: Setting, value: string): string[] {
  if (value === '') return [];
  try {
    checkSetting(setting, value);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

function sharedPorts(all: readonly Setting[], read: (name: string) => string): string[] {
  const first = new Map<string, string>();
  const faults: string[] = [];
  for (const { name, kind } of all) {
    if (kind !== 'port') continue;
    const other = first.get(read(name));
    if (other) faults.push(`${other} and ${name} are both ${read(name)}. Each needs a port of its own.`);
    first.set(read(name), name);
  }
  return faults;
}

/** What `.env` in the root sets; an empty object when there is none. */
export function readEnvFile(root: string): Environment {
  const file = join(root, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

/** Names in `.env` that no part of the platform reads: most likely mistyped. */
export function unknownNames(services: readonly ServiceDefinition[], environment: Environment): string[] {
  const known = new Set(flatten(settingsFor(services)).map((setting) => setting.name));
  return Object.keys(environment).filter((name) => !known.has(name));
}

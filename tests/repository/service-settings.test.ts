import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { childEnvironment } from '../../tools/platform/src/child-environment.ts';
import { ROOT } from '../../tools/platform/src/root.ts';
import type { Server } from '../../tools/platform/src/servers.ts';
import { SERVICES, type ServiceDefinition } from '../../tools/platform/src/services.ts';
import { readSettings, type Settings } from '../../tools/platform/src/settings.ts';

/** The names of variables that a configuration file declares, one per line as `  NAME: …`. */
const namesIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^\s+([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+):/gm)].map((match) => match[1]!);

function handedTo(service: ServiceDefinition, settings: Settings): Set<string> {
  const nats = { isEmbedded: true, url: 'nats://operator:x@127.0.0.1:1' } as Server;
  const secrets = { SERVER_SECRET: 'x'.repeat(32) };
  const around = {
    root: ROOT,
    services: SERVICES,
    settings,
    secrets,
    postgresUrl: 'postgres://postgres:x@127.0.0.1:1/postgres',
    nats,
  };
  const optional = settings.all
    .filter((setting) => setting.readers.includes(service.name))
    .map((setting) => setting.name);
  return new Set([...Object.keys(childEnvironment(service, around)), ...optional]);
}

it.each(SERVICES)('$name is handed every variable that its configuration reads', async (service) => {
  const settings = await readSettings({ services: SERVICES, environment: {}, root: ROOT });
  const files = globSync(join(ROOT, service.folder, 'src', '{config,service}.ts'));
  if (service.kind !== 'sandbox') files.push(join(ROOT, 'packages', 'service', 'src', 'process-config.ts'));
  if (service.kind === 'service') files.push(join(ROOT, 'packages', 'service', 'src', 'config.ts'));
  const handed = handedTo(service, settings);
  const missing = files.flatMap(namesIn).filter((name) => !handed.has(name));
  expect(missing, 'add them to tools/platform/src/settings-table.ts').toEqual([]);
});

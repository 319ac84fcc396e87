import { statfsSync } from 'node:fs';
import { isPortFree, portTaken, StartFailure } from '@app/embedded';
import { grpcPortVariable, httpPortVariable, type ServiceDefinition } from './services.ts';
import type { Settings } from './settings.ts';

const MEGABYTE = 1024 * 1024;
/** A new PostgreSQL data folder takes 40 MB and its log 80 MB; the rest is room to work. */
const NEEDED_MEGABYTES = 250;

/**
 * Fails with a sentence when the disk of the data folder is nearly full: PostgreSQL would stop in the middle of
 * something.
 */
export function requireSpace(folder: string, neededMegabytes = NEEDED_MEGABYTES): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  if (free >= neededMegabytes) return;
  throw new StartFailure(
    `Only ${free} MB are free on the disk of ${folder}; the platform needs ${neededMegabytes} MB. Free some space, or set DATA_DIR to a folder on another disk.`,
  );
}

type Port = { readonly variable: string; readonly purpose: string; readonly host: string };

/**
 * Fails with a sentence for each port that is taken, before anything is started.
 * @param hosts where services and the gateway listen, when that is not the usual address
 */
export async function requirePorts(
  settings: Settings,
  services: readonly ServiceDefinition[],
  hosts: readonly string[] = [],
): Promise<void> {
  const ports = listPorts(settings, services, hosts);
  const checks = await Promise.all(
    ports.map(async (port) => ({ port, isFree: await isPortFree(settings.port(port.variable), port.host) })),
  );
  const taken = checks.filter((check) => !check.isFree);
  if (taken.length === 0) return;
  const sentences = taken.map(
    ({ port }) => portTaken(settings.port(port.variable), port.purpose, port.variable).message,
  );
  throw new StartFailure(sentences.join('\n'));
}

function listPorts(settings: Settings, services: readonly ServiceDefinition[], hosts: readonly string[]): Port[] {
  const loopback = '127.0.0.1';
  const onEach = (ports: readonly Port[]) =>
    hosts.length === 0 ? ports : hosts.flatMap((host) => ports.map((port) => ({ ...port, host })));
  return [
    ...(settings.get('POSTGRES_URL') ? [] : [{ variable: 'POSTGRES_PORT', purpose: 'PostgreSQL', host: loopback }]),
    ...(settings.get('NATS_URL') ? [] : [{ variable: 'NATS_PORT', purpose: 'NATS', host: loopback }]),
    ...services.flatMap((service): readonly Port[] => {
      const http = { variable: httpPortVariable(service), purpose: service.name, host: loopback };
      if (service.kind === 'gateway')
        return onEach([
          { ...http, host: settings.get('GATEWAY_HOST') },
          { variable: 'GATEWAY_OPS_PORT', purpose: 'the gateway (operations)', host: loopback },
        ]);
      if (service.kind === 'sandbox')
        return [http, { variable: 'SANDBOX_SMTP_PORT', purpose: 'the sandbox (mail)', host: loopback }];
      return onEach([http, { variable: grpcPortVariable(service), purpose: `${service.name} (gRPC)`, host: loopback }]);
    }),
  ];
}

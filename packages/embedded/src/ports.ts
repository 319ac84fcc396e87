import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { StartFailure } from './failure.ts';

/**
 * Below the range the kernel gives to outgoing connections (32768 and up), so that none of those can take the port
 * meanwhile.
 */
const LOWEST = 15_000;
const HIGHEST = 32_000;

/** Whether something can listen on this TCP port of `host` right now. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else if (error.code === 'EACCES')
        reject(new StartFailure(`Port ${port} may only be opened by root. Choose a port above 1023.`));
      else if (error.code === 'EADDRNOTAVAIL')
        reject(new StartFailure(`The address ${host} does not belong to this machine.`));
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * `count` different free TCP ports of the loopback address, one after the other from a random one. Nothing holds them
 * until somebody listens: two platforms that start at the same moment take rows that hardly ever meet, where ports
 * strewn over the whole range would meet once in fifteen times.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const range = HIGHEST - LOWEST;
  const first = Math.floor(Math.random() * range);
  const found: number[] = [];
  for (let step = 0; step < range && found.length < count; step++) {
    const port = LOWEST + ((first + step) % range);
    if (await isPortFree(port)) found.push(port);
  }
  if (found.length < count)
    throw new StartFailure(`No ${count} free ports between ${LOWEST} and ${HIGHEST} were found on 127.0.0.1.`);
  return found;
}

/** One free TCP port of the loopback address. */
export async function findFreePort(): Promise<number> {
  const [port] = await findFreePorts(1);
  return port!;
}

/** Inodes of sockets that listen (state 0A) on the port, from proc(5) `/proc/net/tcp` and `tcp6`. */
function listeningInodes(port: number): Set<string> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const row of readText(table).split('\n').slice(1)) {
      const fields = row.trim().split(/\s+/);
      if (fields[3] === '0A' && fields[1]?.endsWith(suffix)) inodes.add(`socket:[${fields[9]}]`);
    }
  }
  return inodes;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function holdsOneOf(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return sockets.has(readlinkSync(`/proc/${pid}/fd/${fd}`));
      } catch {
        return false;
      }
    });
  } catch {
    return false; // another user's process does not show its files
  }
}

/** The process that listens on the port, as `process 123 (node)`, or undefined when the system does not say. */
export function describePortHolder(port: number): string | undefined {
  const sockets = listeningInodes(port);
  if (sockets.size === 0) return undefined;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const pid = pids.find((candidate) => holdsOneOf(candidate, sockets));
  return pid && `process ${pid} (${readText(`/proc/${pid}/comm`).trim()})`;
}

/**
 * The sentences for a taken port.
 * @param purpose what the port is for, as in "the gateway"
 * @param variable the environment variable that chooses another port, when there is one
 */
export function portTaken(port: number, purpose: string, variable?: string): StartFailure {
  const holder = describePortHolder(port) ?? 'another process';
  const way = variable ? `, or choose another port by setting ${variable}` : '';
  return new StartFailure(`Port ${port}, which ${purpose} needs, is in use by ${holder}. Stop that process${way}.`);
}

/** Fails with a sentence when the port is taken; see {@link portTaken} for the parameters. */
export async function requireFreePort(port: number, purpose: string, variable?: string, host?: string): Promise<void> {
  if (!(await isPortFree(port, host))) throw portTaken(port, purpose, variable);
}

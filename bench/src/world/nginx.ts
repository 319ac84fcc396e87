import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '@app/embedded';

/** `NGINX_BIN`, or the one on the path; Debian keeps it where only administrators look. */
export function findNginx(): string | undefined {
  const named = process.env.NGINX_BIN;
  if (named) return named;
  return ['nginx', '/usr/sbin/nginx'].find((program) => !spawnSync(program, ['-v']).error);
}

/** What a case says that was skipped for the lack of it. */
export const WITHOUT_NGINX = 'nginx is not installed (Debian package nginx-light, or NGINX_BIN)';

export interface Nginx extends AsyncDisposable {
  readonly origin: string;
}

/** A plain reverse proxy with kept connections to whatever is behind it, and Debian's defaults for the rest. */
export async function startNginx(program: string, upstream: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'));
  const port = await findFreePort();
  writeFileSync(
    join(folder, 'nginx.conf'),
    `
    worker_processes auto;
    daemon off;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    events { worker_connections 768; }
    http {
      access_log ${folder}/access.log;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      sendfile on;
      tcp_nopush on;
      # By default it closes a connection after a thousand requests, which a load takes for a failure.
      keepalive_requests 1000000;
      upstream service { server ${new URL(upstream).host}; keepalive 64; }
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; }
      }
    }`,
  );
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const dispose = async (): Promise<void> => {
    child.kill('SIGQUIT');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries > 50 || child.exitCode !== null) {
      await dispose();
      throw new Error(`nginx (${program}) does not answer${existsSync(folder) ? `: see ${folder}/error.log` : ''}`);
    }
    await pause(100);
  }
  return { origin: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: dispose };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

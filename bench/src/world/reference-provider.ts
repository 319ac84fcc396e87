import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ReferenceProvider extends AsyncDisposable {
  readonly origin: string;
  readonly client: { readonly id: string; readonly secret: string };
}

/** Starts the npm package `oidc-provider` as it comes, in a process of its own. */
export async function startReferenceProvider(): Promise<ReferenceProvider> {
  const child = fork(fileURLToPath(new URL('./reference-provider.process.ts', import.meta.url)), {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = once(child, 'exit');
  const [ready] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error('The reference provider ended before it was ready'))),
  ])) as [{ port: number; client: ReferenceProvider['client'] }];
  return {
    origin: `http://127.0.0.1:${ready.port}`,
    client: ready.client,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}

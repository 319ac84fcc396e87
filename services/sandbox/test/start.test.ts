import { createServer } from 'node:net';
import { createLogger } from '@app/runtime';
import { describe, expect, it } from 'vitest';
import { readConfig, startSandbox } from '../src/sandbox.ts';

const logger = createLogger({ service: 'sandbox', level: 'silent' });
const config = (environment: Record<string, string> = {}) =>
  readConfig({ IDP_CLIENT_SECRET: 'secret', HTTP_PORT: '0', SANDBOX_SMTP_PORT: '0', ...environment });

describe('the start', () => {
  it('stops with a reason when a redirect address cannot be used', async () => {
    await expect(
      startSandbox(config({ IDP_REDIRECT_URIS: 'https://a.example/callback#part' }), logger),
    ).rejects.toThrow('redirect_uris must not contain fragments');
  });

  it('stops when the port for mail is taken, and frees the other', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    await expect(startSandbox(config({ SANDBOX_SMTP_PORT: `${port}` }), logger)).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await new Promise((resolve) => other.close(resolve));
  });

  it('uses the base address it is given, whatever it listens on', async () => {
    const sandbox = await startSandbox(config({ SANDBOX_BASE_URL: 'http://sandbox.example:8090/' }), logger);
    expect(sandbox.baseUrl).toBe('http://sandbox.example:8090');
    await sandbox.stop();
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderEnvExample } from '../src/env-example.ts';
import { ROOT } from '../src/root.ts';
import { isSandboxNeeded } from '../src/sandbox-needed.ts';
import { SERVICES } from '../src/services.ts';
import { type Environment, readSettings, unknownNames } from '../src/settings.ts';
import { settingsFor } from '../src/settings-table.ts';

const read = (environment: Environment) => readSettings({ services: SERVICES, environment, root: ROOT });

describe('settings', () => {
  it('.env.example lists every setting with its default', () => {
    expect(readFileSync(join(ROOT, '.env.example'), 'utf8')).toBe(renderEnvExample());
  });

  it('the defaults are those the documents name', async () => {
    const settings = await read({});
    expect(settings.get('PUBLIC_BASE_URL')).toBe('http://127.0.0.1:8080');
    expect(settings.get('APP_BASE_URL')).toBe('http://127.0.0.1:8080');
    expect(settings.get('SMTP_URL')).toBe('smtp://127.0.0.1:8025');
    expect(settings.get('IDP_ISSUER_URL')).toBe('http://127.0.0.1:8090/idp');
    expect(settings.get('RATE_LIMIT_SCALE')).toBe('1');
    expect(settings.get('TEST_HOOKS_ENABLED')).toBe('false');
    expect(settings.get('TRUSTED_PROXIES')).toBe('');
    expect(settings.port('LEDGER_GRPC_PORT')).toBe(9103);
    expect(settings.folder('DATA_DIR')).toBe(join(ROOT, '.data'));
  });

  it('addresses follow the ports they are made of, until they are set themselves', async () => {
    expect((await read({ GATEWAY_PORT: '18080' })).get('APP_BASE_URL')).toBe('http://127.0.0.1:18080');
    expect((await read({ GATEWAY_HOST: '0.0.0.0' })).get('PUBLIC_BASE_URL')).toBe('http://127.0.0.1:8080');
    const settings = await read({
      GATEWAY_PORT: '18080',
      PUBLIC_BASE_URL: 'https://books.example.com',
      SANDBOX_PORT: '18090',
    });
    expect(settings.get('APP_BASE_URL')).toBe('https://books.example.com');
    expect(settings.get('TAX_AUTHORITY_URL')).toBe('http://127.0.0.1:18090/tax');
  });

  it('the sandbox is left away where nothing leads to it', async () => {
    const real = {
      ...{ DEMO_COMPANY: 'false', SMTP_URL: 'smtp://mail.example.com', IDP_ISSUER_URL: 'https://idp.example.com' },
      ...{ AUTHORIZED_PARTIES_URL: 'https://parties.example.com', MACHINE_TOKEN_URL: 'https://machine.example.com' },
      ...{ BUSINESS_REGISTRY_URL: 'https://registry.example.com', FILING_PORTAL_URL: 'https://filing.example.com' },
      TAX_AUTHORITY_URL: 'https://tax.example.com',
    };
    const isNeeded = async (changes: Environment) => isSandboxNeeded(await read({ ...real, ...changes }));
    expect(await isNeeded({})).toBe(false);
    const standsIn = Object.keys(real).filter((name) => name.endsWith('_URL'));
    expect(await Promise.all(standsIn.map((name) => isNeeded({ [name]: '' })))).toEqual(standsIn.map(() => true));
    expect(await isNeeded({ DEMO_COMPANY: '' })).toBe(true);
    expect(await isNeeded({ TEST_HOOKS_ENABLED: 'true' })).toBe(true);
  });

  it('a slash at the end of the public address is taken away', async () => {
    expect((await read({ PUBLIC_BASE_URL: 'https://books.example.com/' })).get('PUBLIC_BASE_URL')).toBe(
      'https://books.example.com',
    );
  });

  it('an empty value means the default', async () => {
    expect((await read({ GATEWAY_PORT: '', LOG_LEVEL: ' ' })).get('GATEWAY_PORT')).toBe('8080');
  });

  it.each([
    [{ GATEWAY_PORT: '80a' }, 'GATEWAY_PORT is "80a". It must be a port, a whole number from 1 to 65535.'],
    [{ SANDBOX_PORT: '0' }, 'SANDBOX_PORT is "0". It must be a port, a whole number from 1 to 65535.'],
    [{ PUBLIC_BASE_URL: 'books.example.com' }, 'PUBLIC_BASE_URL is "books.example.com". It must be an origin such as'],
    [
      { PUBLIC_BASE_URL: 'https://example.com/books' },
      'PUBLIC_BASE_URL is "https://example.com/books". It must be an origin such as',
    ],
    [{ IDP_ISSUER_URL: 'idp' }, 'IDP_ISSUER_URL is "idp". It must be an address such as http://127.0.0.1:8080.'],
    [{ TEST_HOOKS_ENABLED: 'yes' }, 'TEST_HOOKS_ENABLED is "yes". It must be true or false.'],
    [{ RATE_LIMIT_SCALE: '-1' }, 'RATE_LIMIT_SCALE is "-1". It must be a whole number, 0 or more.'],
    [{ SERVER_SECRET: 'short' }, 'SERVER_SECRET has 5 characters. It must have at least 32 characters.'],
    [
      { DATA_ENCRYPTION_KEY: 'a'.repeat(44) },
      'DATA_ENCRYPTION_KEY has 44 characters. It must be 32 random bytes in base64, 44 characters that end with "=".',
    ],
    [{ GATEWAY_PORT: '8090' }, 'GATEWAY_PORT and SANDBOX_PORT are both 8090. Each needs a port of its own.'],
  ])('%o is refused with a sentence', async (environment, sentence) => {
    await expect(read(environment)).rejects.toThrow(sentence);
  });

  it('a name in .env that nothing reads is found', () => {
    expect(unknownNames(SERVICES, { GATEWAY_PROT: '1', GATEWAY_PORT: '2' })).toEqual(['GATEWAY_PROT']);
  });

  it('no name is listed twice', () => {
    const names = settingsFor(SERVICES).flatMap((group) => group.settings.map((setting) => setting.name));
    expect(names).toEqual([...new Set(names)]);
  });
});

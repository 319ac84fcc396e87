import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureGateway, startWorld, type World } from './fixture.ts';
import { send, startTools, type ToolWorld, toolCall } from './mcp-fixture.ts';

let world: World;
let gateway: FixtureGateway;
let tools: ToolWorld;
beforeAll(async () => {
  world = await startWorld();
  const cors = { origins: new Set(['https://app.example']), withCookies: undefined };
  gateway = await world.startGateway({ cors, ledger: new URL('http://127.0.0.1:9') });
  tools = await startTools(world);
});
afterAll(async () => {
  await tools?.close();
  await world?.close();
});

type Headers = Readonly<Record<string, string>>;

const ask = async (path: string, language: string | undefined, method = 'GET', headers: Headers = {}) => {
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    headers: { ...(language === undefined ? {} : { 'accept-language': language }), ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const messageOf = ({ text }: { text: string }): string => JSON.parse(text).error.message;
const token = { authorization: 'Bearer rw' };

describe('what the gateway says itself', () => {
  it.each([
    ['/api/v2/nothing', 'GET', {}, 404, 'Det finnes ingenting på denne adressen'],
    ['/api/v2/things/1', 'GET', {}, 401, 'Dette kallet må ha et gyldig tilgangstoken i Authorization-hodet'],
    ['/api/v2/things/1', 'GET', { authorization: 'Basic x' }, 401, expect.any(String)],
    [`/api/v2/${'x'.repeat(9_000)}`, 'GET', {}, 414, expect.stringMatching(/^Adressen er lengre enn/)],
    ['/api/v2/things/1', 'GET', token, 503, expect.stringMatching(/^Tjenesten ledger er utilgjengelig/)],
  ] as const)(
    '%#: a failure is in the language that is asked for',
    async (path, method, headers, status, norwegian) => {
      const [asked, other] = [
        await ask(path, 'nb-NO, en;q=0.5', method, headers),
        await ask(path, 'en', method, headers),
      ];
      expect([asked.status, messageOf(asked)]).toEqual([status, norwegian]);
      expect(asked.headers.get('content-language')).toBe('nb');
      expect(asked.headers.get('vary')).toBe('Origin, Accept-Language');
      expect([other.status, other.headers.get('content-language')]).toEqual([status, 'en']);
      const { error } = JSON.parse(other.text);
      expect(JSON.parse(asked.text).error).toMatchObject({ code: error.code });
      expect(messageOf(asked)).not.toBe(error.message);
    },
  );

  it('is English without the header, with another language, and with anything that is none', async () => {
    for (const language of [undefined, 'de', '*', 'nb;q=0', 'nb'.repeat(3_000), `${',;q='.repeat(2_000)}nb`]) {
      const answer = await ask('/api/v2/nothing', language);
      expect([answer.status, messageOf(answer)]).toEqual([404, 'There is nothing at this address']);
    }
  });

  it('is one answer with its length, also when the language is sent twice', async () => {
    const { statusCode, body } = await new Promise<{ statusCode: number | undefined; body: string }>(
      (resolve, reject) => {
        const asking = httpRequest(`${gateway.url}/api/v2/nothing`, {
          headers: ['Host', 'x', 'Accept-Language', 'de', 'Accept-Language', 'nn'],
        });
        asking.once('error', reject);
        asking.once('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ statusCode: response.statusCode, body: Buffer.concat(chunks).toString('utf8') }),
          );
        });
        asking.end();
      },
    );
    expect([statusCode, JSON.parse(body).error.message]).toEqual([404, 'Det finnes ingenting på denne adressen']);
  });

  it('stays English under OAuth, whose grammar is ASCII', async () => {
    const answer = await ask('/v2/oauth/nothing', 'nb');
    expect(JSON.parse(answer.text)).toEqual({
      error: 'invalid_request',
      error_description: 'There is nothing at this address',
    });
  });

  it('stands on a page in the language of the page', async () => {
    const page = (language: string) => ask('/nowhere', language, 'GET', { accept: 'text/html' });
    const [norwegian, english] = [await page('nb'), await page('en')];
    expect(norwegian.text).toContain('Det finnes ingenting på denne adressen');
    expect(english.text).toContain('There is nothing at this address');
    expect([norwegian, english].map(({ headers }) => headers.get('content-language'))).toEqual(['nb', 'en']);
    expect(norwegian.headers.get('vary')).toContain('Accept-Language');
  });
});

describe('what a tool answers', () => {
  const call = async (name: string, args: object, language: string) =>
    (await send(tools.gateway, toolCall(name, args), { headers: { 'accept-language': language } })).body;

  it('a failure of the gateway is in the language that is asked for', async () => {
    const args = { amount: '1.00', dry_run: 'yes' };
    const [norwegian, english] = [await call('create_thing', args, 'nb'), await call('create_thing', args, 'en')];
    expect(JSON.stringify(norwegian)).toContain('«dry_run» må være true eller false; ingenting ble utført');
    expect(JSON.stringify(english)).toContain('must be true or false; nothing was executed');
    const said = async (more: object) => JSON.stringify(await call('create_thing', { amount: '1.00', ...more }, 'nb'));
    expect(await said({ dryRun: true })).toContain('«dryRun» finnes ikke: skriv dry_run; ingenting ble utført');
    expect(await said({ when: '2026' })).toMatch(/«when» finnes ikke: argumentene er .*amount.*; ingenting ble utført/);
  });

  it('a result that is none keeps its numbers to the digit', async () => {
    const args =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_thing","arguments":{"amount":98765432109876543.210}}}';
    const { text } = await send(tools.gateway, args, { headers: { 'accept-language': 'nb' } });
    expect(text).toContain('98765432109876543.210');
  });
});

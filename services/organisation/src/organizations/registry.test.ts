import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createUpstream } from '@app/upstream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRegistry, type Registry } from './registry.ts';

/** What a registry might send that the sandbox never does. */
let answer: (response: ServerResponse) => void;
let registry: Registry;
const server = createServer((_request, response) => answer(response));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/registry`;
  registry = createRegistry(
    createUpstream({ name: 'registry', baseUrl, backoffMillis: 1, breaker: { failures: 1_000 } }),
  );
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const json = (text: string, status = 200) => {
  answer = (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(text);
};
const failed = { status: 502, code: 'integration.upstream_failed' };

it.each([
  ['no JSON', '<html>'],
  ['no object', '[]'],
  ['another number', '{"organisasjonsnummer":"347525537","navn":"X"}'],
  ['no name', '{"organisasjonsnummer":"310433217"}'],
])('an answer with %s is a failure of the registry', async (_what, text) => {
  json(text);
  await expect(registry.find('310433217')).rejects.toMatchObject(failed);
});

it('an answer nobody announced is a failure, 404 and 410 say that the number is unknown', async () => {
  json('{}', 204);
  await expect(registry.find('310433217')).rejects.toMatchObject(failed);
  for (const status of [404, 410]) {
    json('{}', status);
    expect(await registry.find('310433217')).toBeUndefined();
    expect(await registry.roles('310433217')).toEqual([]);
  }
});

it('an entry with fields of another shape is taken without them, cleaned of what cannot be stored', async () => {
  json(`{"organisasjonsnummer":"310433217","navn":" A\\u0000\\ud800 AS ","antallAnsatte":"many","naeringskode1":7,"kapital":{"belop":1e3},
    "forretningsadresse":{"adresse":["c/o B","Gata 1"],"landkode":"norge"},"slettedato":"2020-01-01","registreringsdatoEnhetsregisteret":"soon"}`);
  expect(await registry.find('310433217')).toMatchObject({
    name: 'A\ufffd AS',
    employeeCount: null,
    industryCode: null,
    shareCapital: '1e3',
    streetAddress: 'c/o B, Gata 1',
    countryCode: 'NO',
    isDissolved: true,
    registeredOn: null,
  });
});

it('the capital is read from its text, never through a float', async () => {
  json('{"organisasjonsnummer":"310433217","navn":"A","kapital":{"belop":123456789012345.10}}');
  expect((await registry.find('310433217'))?.shareCapital).toBe('123456789012345.10');
});

it('a search leaves out what is no entry, and an empty one has no list', async () => {
  json('{"_embedded":{"enheter":[{"organisasjonsnummer":"310433217","navn":"A"},{"navn":"B"},7]}}');
  expect((await registry.search('a', 5)).map(({ name }) => name)).toEqual(['A']);
  json('{"page":{}}');
  expect(await registry.search('a', 5)).toEqual([]);
});

it('roles are those held now, by people and by firms', async () => {
  json(`{"rollegrupper":[{"roller":[
    {"type":{"kode":"DAGL"},"person":{"navn":{"fornavn":"Kari","mellomnavn":"Li","etternavn":"Nordmann"}},"fratraadt":false},
    {"type":{"kode":"MEDL"},"person":{"navn":{"fornavn":"Ola","etternavn":"Gone"}},"fratraadt":true},
    {"type":{"kode":"REVI"},"enhet":{"navn":["REVISJON","AS"]}},
    {"type":{"kode":"LEDE"}}, 7]}]}`);
  expect(await registry.roles('310433217')).toEqual([
    { role: 'DAGL', personName: 'Kari Li Nordmann', organizationName: null },
    { role: 'REVI', personName: null, organizationName: 'REVISJON AS' },
  ]);
});

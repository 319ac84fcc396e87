import { allEndpoints } from '@app/api/endpoints';
import { expect, it } from 'vitest';
import {
  createFinder,
  curlOf,
  lookupIn,
  operationOf,
  ordered,
  partOf,
  placesOf,
  pythonOf,
  records,
  requestOf,
  typescriptOf,
} from '../src/index.ts';

const shown = allEndpoints.filter(({ hidden }) => !hidden);
const named = (operation: string) => shown.find((endpoint) => operationOf(endpoint) === operation)!;
const running = shown.filter(({ example, name }) => !example?.cannotRun && !name.startsWith('testing.'));
const none = lookupIn(new Map());

it('every record that an example names has its source, and no source is left over', () => {
  const used = new Set(running.flatMap((endpoint) => placesOf(endpoint).map(({ record }) => record)));
  expect([...used].filter((record) => records[record] === undefined)).toEqual([]);
  const byOthers = new Set([...JSON.stringify(records).matchAll(/"@([^"]+)"/g)].map((match) => match[1]!));
  expect(Object.keys(records).filter((record) => !used.has(record) && !byOthers.has(record))).toEqual([]);
});

it('what a sample names was made before, what removes it comes last, and the order is always the same', () => {
  const order = ordered(running, records).map(operationOf);
  const inOrder = (...names: string[]) =>
    expect(names.map((name) => order.indexOf(name))).toEqual(
      names.map((name) => order.indexOf(name)).sort((a, b) => a - b),
    );
  inOrder('createTag', 'getTag', 'updateTag', 'deactivateTag');
  inOrder('createClient', 'issueToken', 'revokeToken', 'deleteClient');
  inOrder('createClientAccount', 'createSaftImport', 'commitSaftImport', 'removeClientAccount');
  expect(new Set(order).size).toBe(running.length);
  expect(ordered(running, records).map(operationOf)).toEqual(order);
});

it('the operations that cannot be run as they stand are few, and each says why', () => {
  const apart = shown.filter(({ example }) => example?.cannotRun !== undefined);
  expect(apart.map(operationOf)).toEqual([
    'authorize',
    'answerConsent',
    'refreshSession',
    'returnFromIdentityProvider',
    'exchangeSignupCode',
    'completeSignup',
  ]);
  for (const { example } of apart) expect(example!.cannotRun).toMatch(/^[A-Z].*\.$/);
});

it('samples wait for each other in a circle: the mistake is named', () => {
  const [one, other] = [named('listTags'), named('listProjects')];
  const circle = [
    { ...one, example: { ...one.example, after: ['listProjects'] } },
    { ...other, example: { ...other.example, after: ['listTags'] } },
  ];
  expect(() => ordered(circle, records)).toThrow('These samples wait for each other: listTags, listProjects');
});

it('a value that is not known is a variable with the words for it, in each language', () => {
  const request = requestOf(named('updateTag'), 'http://127.0.0.1:8080/', none);
  expect(curlOf(request)).toBe(
    [
      "TAG_ID='4'  # `id` that createTag answered",
      'curl -X PUT "http://127.0.0.1:8080/api/v2/tags/$TAG_ID" \\',
      '  -H "Authorization: Bearer $TOKEN" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"color":"#8a4b2a"}'`,
    ].join('\n'),
  );
  expect(pythonOf(request)).toContain('    f"http://127.0.0.1:8080/api/v2/tags/{TAG_ID}",\n    method="PUT",');
  expect(typescriptOf(request)).toContain(
    "const tagId = 4; // `id` that createTag answered\nconst answer = await client.organisation.updateTag({ id: tagId, color: '#8a4b2a' });",
  );
});

it('a value that is known stands where the variable would, as a number where the example has one', () => {
  const request = requestOf(
    named('createTag'),
    'http://127.0.0.1:8080',
    lookupIn(new Map([['client-accounts/2', 77]])),
  );
  expect(curlOf(request)).toContain(`-d '{"client_account_id":77,"name":"messe","color":"#1a6b4f"}'`);
  expect(request.variables).toEqual([]);
});

it('variables of a body stand outside the quotes of the shell, and quotes of a text are kept', () => {
  const endpoint = named('createTag');
  const quoting = {
    ...endpoint,
    example: { ...endpoint.example, body: { client_account_id: 2, name: "l'été $HOME" } },
  };
  const text = curlOf(requestOf(quoting, 'http://127.0.0.1:8080', none));
  expect(text).toContain(`"client_account_id": '"$CLIENT_ACCOUNT_ID"',\n  "name": "l'\\''été $HOME"`);
});

it('every sample is written in every language without a trace of what stands for a variable inside', () => {
  for (const endpoint of shown) {
    const request = requestOf(endpoint, 'http://127.0.0.1:8080', none);
    for (const text of [curlOf(request), pythonOf(request), typescriptOf(request)])
      expect([operationOf(endpoint), /\0|\[object|undefined/.test(text)]).toEqual([operationOf(endpoint), false]);
  }
});

it('records are found in lists that are asked for once, under the conditions of their source', async () => {
  const asked: string[] = [];
  const lists: Readonly<Record<string, unknown>> = {
    '/api/v2/client-accounts': {
      data: [
        { id: 9, unique_name: 'another' },
        { id: 5, unique_name: 'nordlys-kaffebrenneri-as' },
      ],
    },
    '/api/v2/departments?client_account_id=5': {
      data: [
        { id: 1, name: 'Butikk' },
        { id: 3, name: 'Kontor' },
      ],
    },
  };
  const finder = createFinder(allEndpoints, records, async (_, path) => {
    asked.push(path);
    return lists[path];
  });
  expect(await Promise.all(['departments/1', 'departments/3'].map(finder.valueFor))).toEqual([1, 3]);
  expect(asked).toEqual(Object.keys(lists));
});

it('a part of an answer may be a parameter of an address in it', () => {
  const answer = { url: 'http://books.example/logo?expires=5&key=a%2Bb', rows: [{ id: 1 }] };
  expect([partOf(answer, 'url?key'), partOf(answer, 'rows.0.id'), partOf(answer, 'none.id')]).toEqual([
    'a+b',
    1,
    undefined,
  ]);
  expect(partOf(answer.url, '?expires')).toBe('5');
});

it('the parameters of a signed link are of one answer: each answer is signed for another moment', () => {
  const alone = Object.entries(records).filter(([, source]) => source.kind === 'found' && source.at.includes('?'));
  expect(alone.map(([name]) => name)).toEqual([]);
});

import { allEndpoints } from '@app/api/endpoints';
import { Failure } from '@app/contract/failure';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createToolCatalog } from '../src/mcp/catalog.ts';
import { successResult } from '../src/mcp/tool-result.ts';
import { startWorld, type World } from './fixture.ts';
import { BASE } from './fixture-service.ts';
import { request, send, startTools, type ToolWorld, toolCall } from './mcp-fixture.ts';

let world: World;
let tools: ToolWorld;

beforeAll(async () => {
  world = await startWorld();
  tools = await startTools(world);
});
afterAll(async () => {
  await tools?.close();
  await world?.close();
});
beforeEach(() => void tools.reached.splice(0));

const ask: (message: unknown, options?: Parameters<typeof send>[2]) => ReturnType<typeof send> = (message, options) =>
  send(tools.gateway, message, options);
const call = async (name: string, args?: unknown, options?: Parameters<typeof send>[2]) =>
  (await ask(toolCall(name, args), options)).body.result;

describe('tools/list', () => {
  it('describes every tool, in the order of the declarations [MCP-R04]', async () => {
    const { tools: listed } = (await ask(request('tools/list'))).body.result;
    expect(listed.map(({ name }: { name: string }) => name)).toEqual([
      'list_things',
      'get_thing',
      'create_thing',
      'delete_thing',
      'get_thing_report',
      'get_silence',
      'list_pages',
      'list_entries',
      'create_entry',
    ]);
    expect(listed[2]).toEqual({
      name: 'create_thing',
      title: 'Create a thing',
      description: 'Create a thing. It is new.',
      inputSchema: {
        type: 'object',
        properties: {
          with: { type: 'string' },
          amount: {},
          note: { type: 'string' },
          dry_run: expect.objectContaining({ type: 'boolean' }),
        },
        required: ['amount'],
      },
      outputSchema: {
        type: 'object',
        properties: {
          id: { type: ['integer', 'null'] },
          amount: {},
          more: expect.objectContaining({ type: 'object' }),
          dry_run: expect.objectContaining({ type: 'boolean' }),
        },
      },
      annotations: { title: 'Create a thing', readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    });
    for (const { name, annotations, inputSchema } of listed) {
      expect([name, typeof annotations.readOnlyHint]).toEqual([name, 'boolean']);
      expect([name, 'dry_run' in inputSchema.properties]).toEqual([name, !annotations.readOnlyHint]);
    }
    expect(listed[3].annotations.destructiveHint).toBe(true);
    expect((await ask(request('tools/list', { cursor: 'anything' }))).body.result).toEqual({ tools: listed });
  });

  it('shows a token without write only what reads [SCP-R09]', async () => {
    const { tools: listed } = (await ask(request('tools/list'), { token: 'read' })).body.result;
    expect(listed.map(({ name }: { name: string }) => name)).toEqual([
      'list_things',
      'get_thing',
      'get_thing_report',
      'get_silence',
      'list_pages',
      'list_entries',
    ]);
    for (const { annotations } of listed) expect(annotations.readOnlyHint).toBe(true);
  });
});

describe('tools/call', () => {
  it('answers with text and structure of the same data [MCP-R05]', async () => {
    const result = await call('list_things', {});
    expect(result).toEqual({
      content: [{ type: 'text', text: '{"data":[{"id":1,"amount":"10.00"}]}' }],
      structuredContent: { data: [{ id: 1, amount: '10.00' }] },
      isError: false,
    });
    expect((await call('get_thing', { id: '5' })).structuredContent.id).toBe(5);
    expect((await call('delete_thing', { id: 5 })).structuredContent).toEqual({});
  });

  it('keeps every digit, of arguments and of results', async () => {
    const { text } = await ask(toolCall('get_thing', { id: 5 }));
    expect(text).toContain('"amount":12345678901234567.10');
    const { text: created } = await ask(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_thing","arguments":{"amount":98765432109876543.210}}}',
    );
    expect(created).toContain('"amount":98765432109876543.210');
    await ask(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_things","arguments":{"limit":1.50}}}',
    );
    expect(tools.reached.at(-1)?.url).toBe('/api/v2/things?limit=1.50');
  });

  it('asks the endpoint with the caller, the address and the id of the request', async () => {
    await call(
      'list_things',
      { name: 'ø & æ', other: null },
      { headers: { 'x-request-id': 'from-the-client', 'accept-language': 'en' } },
    );
    expect(tools.reached).toHaveLength(1);
    const [{ method, url, headers, address, dryRun }] = tools.reached as [ToolWorld['reached'][number]];
    expect([method, url, address, dryRun]).toEqual([
      'GET',
      '/api/v2/things?name=%C3%B8+%26+%C3%A6',
      '127.0.0.1',
      false,
    ]);
    expect(headers).toMatchObject({
      authorization: 'Bearer rw',
      'x-request-id': 'from-the-client',
      'accept-language': 'en',
    });
  });

  it('dry_run is the same request, rolled back, and the result is marked and has no id or number [MCP-R21]', async () => {
    const result = await call('create_thing', { amount: '1.00', dry_run: true });
    expect(result).toMatchObject({
      structuredContent: { id: null, amount: '1.00', dry_run: true },
      _meta: { dry_run: true },
      isError: false,
    });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    expect(tools.reached.at(-1)).toMatchObject({ method: 'POST', dryRun: true });
    const real = await call('create_thing', { amount: '1.00', dry_run: false });
    expect(real.structuredContent).toEqual({ id: 7, amount: '1.00' });
    expect(real).not.toHaveProperty('_meta.dry_run');
    expect(tools.reached.at(-1)).toMatchObject({ dryRun: false });
    expect((await call('delete_thing', { id: '1', dry_run: true })).structuredContent).toEqual({ dry_run: true });
    const refused = await call('get_thing', { id: 404 });
    expect(refused).not.toHaveProperty('_meta.dry_run');
  });

  it('of what a dry run would store, the parts have no ids either; what is there already keeps its own [MCP-R21]', async () => {
    const { structuredContent } = await call('create_entry', { lines: 2, dry_run: true });
    expect(structuredContent).toMatchObject({
      id: null,
      sequence_number: null,
      posted_at: null,
      account: { id: 7 },
      dry_run: true,
    });
    for (const line of structuredContent.lines)
      expect(line).toMatchObject({ id: null, journal_entry_id: null, account_id: 7 });
    expect((await call('create_entry', { lines: 1 })).structuredContent).toMatchObject({ id: 7, lines: [{ id: 100 }] });
  });

  it('a list gives 20 rows unless more are asked for [MCP-R22]', async () => {
    const paged = await call('list_pages', {});
    expect([paged.structuredContent.data.length, tools.reached.at(-1)?.url]).toEqual([20, '/api/v2/pages?per_page=20']);
    expect((await call('list_pages', { per_page: 50, page: 2 })).structuredContent.data).toHaveLength(50);

    const { data, meta, more, left_out } = (await call('list_entries', {})).structuredContent;
    expect(data).toHaveLength(20);
    expect(data[0]).not.toHaveProperty('lines');
    expect(left_out).toContain('"with": "lines"');
    expect(meta).toEqual({ records: 134, next_cursor: null });
    expect(more).toMatchObject({
      field: 'data',
      rows_shown: 20,
      rows_in_all: 134,
      how: expect.stringContaining('max_rows 100'),
    });
    expect(tools.reached.at(-1)?.url).toBe('/api/v2/entries');

    const all = (await call('list_entries', { max_rows: 100, with: 'lines.account' })).structuredContent;
    expect([all.data.length, all.data[0].lines.length, all.meta.next_cursor]).toEqual([100, 2, 'a-cursor']);
    expect(all).not.toHaveProperty('more');
  });

  it('no result is larger than 60 kB; what was left out is said, with the way to it [MCP-R22]', async () => {
    for (const [name, args] of [
      ['list_pages', { per_page: 500, size: 1_000 }],
      ['list_pages', { per_page: 20, page: 3, size: 5_000 }],
      ['list_pages', { per_page: 1_000, size: 55 }],
      ['create_entry', { lines: 2_000 }],
      ['create_entry', { lines: 2_000, dry_run: true }],
      ['list_pages', { size: 70_000 }],
    ] as const) {
      const result = await call(name, args);
      const what = JSON.stringify([name, args]);
      expect(Buffer.byteLength(result.content[0].text), what).toBeLessThanOrEqual(60_000);
      expect(JSON.parse(result.content[0].text), what).toEqual(result.structuredContent);
      const { more, data = [], lines = [] } = result.structuredContent;
      expect([more.rows_shown, result.isError], what).toEqual([data.length + lines.length, false]);
      // No less is given than fits.
      if (more.rows_shown > 0 && !('size' in args && args.size > 1_000))
        expect(Buffer.byteLength(result.content[0].text), what).toBeGreaterThan(58_000);
    }
    const { more } = (await call('list_pages', { per_page: 500, size: 1_000 })).structuredContent;
    const next = /per_page (\d+) and page (\d+)/.exec(more.how)!;
    const { data } = (await call('list_pages', { per_page: Number(next[1]), page: Number(next[2]), size: 1_000 }))
      .structuredContent;
    expect(data[0].id).toBe(more.rows_shown);
  });

  it('a list is no single value: true and 5 are not read out of [true] and [5]', async () => {
    for (const args of [
      { flag: [true] },
      { flag: { a: 1 } },
      { page: [1] },
      { per_page: [20] },
      { size: { toString: '5' } },
    ]) {
      const { body } = await ask(toolCall('list_pages', args));
      expect([args, body.error?.code]).toEqual([args, -32602]);
    }
    for (const max_rows of [0, 1_001, 1.5, '20', [20], true]) {
      const { body } = await ask(toolCall('list_entries', { max_rows }));
      expect([max_rows, body.error?.code]).toEqual([max_rows, -32602]);
    }
    expect(tools.reached).toEqual([]);
    await call('list_entries', { with: ['lines', 'lines.account'] });
    expect(tools.reached.at(-1)?.url).toBe('/api/v2/entries?with=lines%2Clines.account');
  });

  it('passes an idempotency key on: its own, or that of the request', async () => {
    await ask(toolCall('create_thing', { amount: 1 }, { _meta: { idempotencyKey: 'mine' } }), {
      headers: { 'idempotency-key': 'other' },
    });
    expect(tools.reached.at(-1)?.headers['idempotency-key']).toBe('mine');
    await ask(toolCall('create_thing', { amount: 1 }), { headers: { 'idempotency-key': 'other' } });
    expect(tools.reached.at(-1)?.headers['idempotency-key']).toBe('other');
    await ask(toolCall('create_thing', { amount: 1 }));
    expect(tools.reached.at(-1)?.headers).not.toHaveProperty('idempotency-key');
    tools.reached.splice(0);
    for (const idempotencyKey of ['', 'line\nbreak', 5, 'x'.repeat(256)]) {
      const { result } = (await ask(toolCall('create_thing', { amount: 1 }, { _meta: { idempotencyKey } }))).body;
      expect([result.isError, result.structuredContent.error.code]).toEqual([true, 'common.validation_error']);
    }
    expect(tools.reached).toEqual([]);
  });

  it('a tool without scope for it is 403 with -32003, before anything is executed [MCP-R09] [SCP-R08]', async () => {
    for (const [name, args] of [
      ['create_thing', { amount: 1 }],
      ['create_thing', { amount: 1, dry_run: true }],
      ['delete_thing', {}],
    ] as const) {
      const { status, headers, body } = await ask(toolCall(name, args, {}), { token: 'read' });
      expect([status, body.id, body.error.code, body.error.data.code]).toEqual([
        403,
        1,
        -32003,
        'common.insufficient_scope',
      ]);
      expect(headers.get('www-authenticate')).toBe(
        'Bearer error="insufficient_scope", scope="write", resource_metadata="https://books.example/.well-known/oauth-protected-resource/mcp"',
      );
    }
    expect(tools.reached).toEqual([]);
    expect((await call('list_things', {}, { token: 'read' })).isError).toBe(false);
  });

  it('an unknown tool or arguments nobody can ask with give -32602 in a plain 200, and nothing is asked [MCP-R08]', async () => {
    for (const params of [
      { name: 'no_such_tool' },
      { name: 'List_Things' },
      { name: 'constructor' },
      {},
      { name: 5 },
      { name: 'list_things', arguments: [] },
      { name: 'list_things', arguments: 'x' },
      { name: 'get_thing', arguments: {} },
      { name: 'get_thing', arguments: { id: null } },
      { name: 'get_thing', arguments: { id: '..' } },
      { name: 'delete_thing', arguments: { id: '.' } },
      { name: 'create_thing', arguments: { amount: 1, dry_run: 'true' } },
      { name: 'create_thing', arguments: { amount: 1, dry_run: null } },
    ]) {
      const { status, body } = await ask(request('tools/call', params));
      expect([params, status, body.error?.code]).toEqual([params, 200, -32602]);
    }
    expect(tools.reached).toEqual([]);
  });

  it('an argument that a tool does not have is refused with the one that was meant: a write that was to be tried is none [MCP-R08]', async () => {
    const refusal = async (name: string, args: object) => (await ask(toolCall(name, args))).body.error;
    expect(await refusal('create_thing', { amount: 1, dryRun: true })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('no argument "dryRun": write dry_run; nothing was executed'),
    });
    expect((await refusal('list_entries', { from_date: '2026-01-01' })).message).toContain(
      'no argument "from_date": the arguments are date_from, with, max_rows',
    );
    for (const [name, args] of [
      ['create_thing', { amount: 1, toString: 1 }],
      ['list_things', { client_account_id: 2 }],
      ['get_thing_report', { page: 2 }],
    ] as const)
      expect([name, (await refusal(name, args)).code]).toEqual([name, -32602]);
    expect(tools.reached).toEqual([]);
    // What changes nothing is no reason to refuse.
    for (const args of [{ per_page: 20 }, { dry_run: true }])
      expect((await call('list_entries', args)).isError).toBe(false);
  });

  it('an argument cannot lead a call to another endpoint', async () => {
    for (const id of ['1/../../users', '1?x=1', '1#', '%2e%2e', '../users', '1\u0000']) {
      const result = await call('get_thing', { id });
      expect([id, result.isError, result.structuredContent.error.code]).toEqual([id, true, 'common.not_found']);
    }
    for (const { url } of tools.reached) expect(url).toMatch(/^\/api\/v2\/things\/[^/?]+$/);
  });

  it('what an endpoint refuses is a result that says so in the v2 error object [MCP-R10]', async () => {
    const missing = await call('get_thing', { id: 404 }, { headers: { 'x-request-id': 'mine' } });
    const error = {
      code: 'things.not_found',
      message: 'There is no thing 404',
      request_id: 'mine',
      doc_url: `${BASE}/docs/errors/things.not_found`,
    };
    expect(missing).toEqual({
      content: [{ type: 'text', text: JSON.stringify({ error }) }],
      structuredContent: { error },
      isError: true,
    });
    expect((await call('get_thing_report', {})).structuredContent).toEqual({
      error: {
        code: 'common.forbidden',
        message: 'The report is not yours',
        request_id: expect.any(String),
        doc_url: `${BASE}/docs/errors/common.forbidden`,
      },
    });
  });

  it('a service that is away is a refusal too, and says that it may be tried again', async () => {
    const result = await call('get_silence', {});
    expect([result.isError, result.structuredContent.error.code]).toEqual([true, 'common.service_unavailable']);
  });

  it('the rate limit of an endpoint counts its tool', async () => {
    const limited = await startTools(world, {
      checkLimit: async () => ({ headers: {}, failure: new Failure('common.rate_limited', 429, 'Too often') }),
    });
    const { body } = await send(limited.gateway, toolCall('list_things', {}));
    expect([body.result.structuredContent.error.code, limited.reached.length]).toEqual(['common.rate_limited', 0]);
    await limited.close();
  });
});

const isList = (value: unknown): value is { readonly data: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);

/** The tools that docs/contract/tool-endpoint.md names. */
const namedReading =
  'list_client_accounts get_client_account list_journal_entries get_journal_entry list_journal_entry_lines list_general_ledger_accounts get_account_balances list_tax_codes get_balance_sheet get_income_statement get_trial_balance get_general_ledger get_accounts_payable get_accounts_receivable list_business_partners get_business_partner list_bank_accounts list_bank_transactions get_bank_transaction list_vouchers get_voucher list_documents get_document list_items list_projects list_departments list_assets list_reconciliations list_external_reconciliations list_reconciliation_periods list_payroll_runs list_questions list_tasks get_cap_table'.split(
    ' ',
  );
const namedWriting =
  'create_journal_entry update_journal_entry cancel_journal_entry* create_business_partner create_document update_document create_reconciliation create_external_reconciliation delete_reconciliation* create_bank_transaction_statement create_voucher_statement answer_question create_task update_task create_item post_payroll_run*'.split(
    ' ',
  );

/** Those of them whose endpoints do not exist yet. */
const absent: ReadonlySet<string> = new Set(['list_payroll_runs', 'post_payroll_run']);
const present = [...namedReading, ...namedWriting.map((mark) => mark.replace('*', ''))].filter(
  (name) => !absent.has(name),
);

describe('the tools of the platform', () => {
  const catalog = createToolCatalog(allEndpoints);
  const listed = catalog.listFor(new Set(['read', 'write']));

  it('say by their output schema what results have, dry runs and cut ones included [MCP-R23]', () => {
    const tools = new Map(listed.map(({ name }) => [name, catalog.find(name)!]));
    const faults: unknown[] = [];
    for (const [name, tool] of tools) {
      const { outputSchema } = tool.description;
      expect([name, outputSchema.type, Object.keys(outputSchema.properties).length > 1]).toEqual([
        name,
        'object',
        true,
      ]);
      const example: unknown = tool.endpoint.example?.answer;
      const schema = z.fromJSONSchema(outputSchema as never);
      const called = { tool, arguments: {}, requestId: 'r', publicBaseUrl: BASE, language: undefined };
      const long = isList(example)
        ? { ...example, data: Array.from({ length: 1_000 }, () => example.data[0]) }
        : example;
      for (const [answer, isDryRun] of [
        [example, false],
        [long, false],
        [example, !tool.isReadOnly],
      ] as const) {
        const { structuredContent, isError } = successResult(answer, { ...called, isDryRun });
        const read = schema.safeParse(JSON.parse(JSON.stringify(structuredContent)));
        if (isError || !read.success) faults.push([name, isDryRun, structuredContent, read.error?.issues]);
      }
    }
    expect(faults).toEqual([]);
    // What is of another type is seen.
    const entry = z.fromJSONSchema(tools.get('get_journal_entry')!.description.outputSchema as never);
    expect(entry.safeParse({ id: 'seven' }).success).toBe(false);
  });

  it('that the contract names are there as soon as their endpoint is, and say truthfully what reads, writes and destroys [MCP-R19] [MCP-R20]', () => {
    const hints = new Map(listed.map(({ name, annotations }) => [name, annotations]));
    expect([...hints.keys()]).toEqual(expect.arrayContaining(present));
    for (const name of namedReading.filter((each) => hints.has(each)))
      expect([name, hints.get(name)]).toEqual([
        name,
        expect.objectContaining({ readOnlyHint: true, destructiveHint: false }),
      ]);
    for (const mark of namedWriting) {
      const name = mark.replace('*', '');
      if (!hints.has(name)) continue;
      expect([name, hints.get(name)]).toEqual([
        name,
        expect.objectContaining({ readOnlyHint: false, destructiveHint: mark.endsWith('*') }),
      ]);
    }
  });

  it('take at least the path of their endpoint as required arguments, and describe themselves', () => {
    for (const { name, description, inputSchema } of listed) {
      const { endpoint } = catalog.find(name)!;
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect([name, inputSchema.required ?? []]).toEqual([name, expect.arrayContaining(inPath)]);
      expect(description.length).toBeGreaterThan(10);
    }
  });
});

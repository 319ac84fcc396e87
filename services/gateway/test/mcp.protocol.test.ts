import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWorld, type World } from './fixture.ts';
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
const initialize = (protocolVersion: string) =>
  request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } });

describe('the revisions with initialize', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])(
    '%s is answered as asked, in JSON, without a session [MCP-R01]',
    async (version) => {
      const { status, headers, body } = await ask(initialize(version));
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('mcp-session-id')).toBeNull();
      expect(headers.get('x-request-id')).toMatch(/.{8,}/);
      expect(body).toMatchObject({
        jsonrpc: '2.0',
        id: 1,
        result: {
          protocolVersion: version,
          capabilities: { tools: { listChanged: false } },
          serverInfo: { name: 'accounting-platform', version: expect.stringMatching(/^\d/) },
          instructions: expect.stringContaining('dry_run'),
        },
      });
    },
  );

  it('another revision asked for gets 2025-11-25', async () => {
    for (const asked of ['2024-11-05', '1.0', '2099-01-01'])
      expect((await ask(initialize(asked))).body.result.protocolVersion).toBe('2025-11-25');
  });

  it('MCP-Protocol-Version: the three are accepted, absence too, others are 400 [MCP-R17]', async () => {
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26'])
      expect((await ask(request('ping'), { headers: { 'mcp-protocol-version': version } })).status).toBe(200);
    expect((await ask(request('ping'))).status).toBe(200);
    for (const version of ['2024-11-05', '2099-01-01', 'latest', '2025-11-25, 2025-06-18']) {
      const refused = await ask(request('ping', undefined, 'x'), { headers: { 'mcp-protocol-version': version } });
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({
        jsonrpc: '2.0',
        id: 'x',
        error: { message: expect.stringContaining('2025-11-25') },
      });
    }
    expect((await ask(initialize('2025-06-18'), { headers: { 'mcp-protocol-version': '2024-11-05' } })).status).toBe(
      400,
    );
  });

  it('ping answers with nothing in it [MCP-R02]', async () => {
    const { status, body } = await ask(request('ping', undefined, 'p'));
    expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 'p', result: {} }]);
  });

  it('notifications are taken with 202 and no body [MCP-R03]', async () => {
    for (const method of [
      'notifications/initialized',
      'notifications/cancelled',
      'notifications/unheard_of',
      'tools/call',
    ]) {
      const params = method === 'tools/call' ? { name: 'delete_thing', arguments: { id: '1' } } : undefined;
      const { status, text, headers } = await ask({ jsonrpc: '2.0', method, ...(params ? { params } : {}) });
      expect([method, status, text, headers.get('content-type')]).toEqual([method, 202, '', null]);
    }
    expect(tools.reached).toEqual([]);
  });

  it('takes what every client accepts, and whatever the header Accept says', async () => {
    for (const accept of ['application/json, text/event-stream', 'application/json', 'text/event-stream', '*/*'])
      expect((await ask(request('ping'), { headers: { accept } })).body.result).toEqual({});
  });

  it('headers that repeat the body may not contradict it', async () => {
    const call = toolCall('list_things', {});
    expect((await ask(call, { headers: { 'mcp-method': 'tools/call', 'mcp-name': 'list_things' } })).status).toBe(200);
    for (const headers of [{ 'mcp-method': 'tools/list' }, { 'mcp-name': 'get_thing' }] as Record<string, string>[]) {
      tools.reached.splice(0);
      const refused = await ask(call, { headers });
      expect([refused.status, refused.body.error.code, tools.reached.length]).toEqual([400, -32020, 0]);
    }
  });
});

describe('malformed messages', () => {
  it('what cannot be parsed gives -32700 [MCP-R06]', async () => {
    for (const text of ['', '{', '{"jsonrpc":"2.0",}', 'ping', `${'['.repeat(70)}1${']'.repeat(70)}`]) {
      const { status, body } = await ask(text);
      expect([text.slice(0, 20), status, body.error.code, body.id]).toEqual([text.slice(0, 20), 400, -32700, null]);
    }
  });

  it('what is no message gives -32600', async () => {
    for (const body of [
      'null',
      '1',
      '"ping"',
      '{}',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    ]) {
      const answer = await ask(body);
      expect([body, answer.status, answer.body.error.code]).toEqual([body, 400, -32600]);
    }
  });

  it('a batch is refused with -32600, whatever it holds [MCP-R16]', async () => {
    for (const batch of [[], [request('ping')], [request('ping'), toolCall('delete_thing', { id: '1' })]]) {
      const { status, body } = await ask(batch);
      expect([status, body.error.code]).toEqual([400, -32600]);
    }
    expect(tools.reached).toEqual([]);
  });

  it('an unknown method gives -32601 in a plain 200 [MCP-R07]', async () => {
    for (const method of ['tools/destroy', 'resources/list', 'prompts/list', 'server/discover', 'constructor']) {
      const { status, body } = await ask(request(method, {}));
      expect([method, status, body.error.code, body.id]).toEqual([method, 200, -32601, 1]);
    }
  });

  it('another content type is 415 with a JSON-RPC error', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'text/plain; a=application/json',
    ]) {
      const { status, body } = await ask(request('ping'), { headers: { 'content-type': type } });
      expect([type, status, body.jsonrpc, typeof body.error.code]).toEqual([type, 415, '2.0', 'number']);
    }
    expect(
      (await ask(request('ping'), { headers: { 'content-type': 'Application/JSON; charset=utf-8' } })).status,
    ).toBe(200);
  });

  it('a body above the limit is 413', async () => {
    const { status, body } = await ask(JSON.stringify(request('ping', { pad: 'x'.repeat(10 * 1024 * 1024) })));
    expect([status, body.error.code]).toEqual([413, 'common.payload_too_large']);
  });
});

describe('who may call', () => {
  it('GET and DELETE are 405: there are no streams and no sessions [MCP-R13]', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers } = await ask(undefined, { method });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
  });

  it('a foreign origin is 403, before anything else is looked at [MCP-R14]', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://books.example',
      'https://books.example.evil',
      'https://books.example:8443',
    ])
      expect([origin, (await ask(request('ping'), { headers: { origin } })).status]).toEqual([origin, 403]);
    const foreign = await ask(request('ping'), { token: null, headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('www-authenticate')).toContain('resource_metadata="https://books.example/');
    for (const origin of ['https://books.example', 'https://app.example'])
      expect([origin, (await ask(request('ping'), { headers: { origin } })).status]).toEqual([origin, 200]);
  });

  it('no token is 401 and names the metadata of this endpoint [MCP-R18]', async () => {
    const metadata =
      'Bearer realm="api", resource_metadata="https://books.example/.well-known/oauth-protected-resource/mcp"';
    const missing = await ask(request('ping'), { token: null });
    expect([missing.status, missing.headers.get('www-authenticate'), missing.body.error.code]).toEqual([
      401,
      metadata,
      'common.unauthorized',
    ]);
    const bad = await ask(request('ping'), { token: 'unknown' });
    expect([bad.status, bad.headers.get('www-authenticate')]).toEqual([401, `${metadata}, error="invalid_token"`]);
    expect(bad.body.error.request_id).toBe(bad.headers.get('x-request-id'));
  });

  it('the session token of a person is 401 [MCP-R15]', async () => {
    const { status, headers } = await ask(request('ping'), { token: 'session' });
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('oauth-protected-resource/mcp'),
    ]);
  });

  it('what is refused leaves a record: a bad token, a scope, a tool; a call without a token leaves none', async () => {
    const refusals: object[] = [];
    const recording = await startTools(world, { refused: ({ status, code }) => void refusals.push({ status, code }) });
    const call = (message: unknown, options?: Parameters<typeof send>[2]) => send(recording.gateway, message, options);
    try {
      await call(request('ping'));
      await call(request('ping'), { token: null });
      expect(refusals).toEqual([]);
      await call(request('ping'), { token: 'expired' });
      await call(toolCall('create_thing', {}), { token: 'read' });
      expect(refusals).toEqual([
        { status: 401, code: 'common.unauthorized' },
        { status: 403, code: 'common.insufficient_scope' },
      ]);
    } finally {
      await recording.close();
    }
  });

  it('a token without scopes is 403, and every 401 and 403 names the metadata [PPL-R15]', async () => {
    const { status, headers, body } = await ask(request('ping'), { token: 'none' });
    expect([status, body.error.code]).toEqual([403, 'common.insufficient_scope']);
    expect(headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="read", resource_metadata="https://books.example/.well-known/oauth-protected-resource/mcp"',
    );
  });
});

describe('revision 2026-07-28', () => {
  const version = '2026-07-28';
  const modern = (method: string, params: object = {}) =>
    request(method, {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': version,
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    });
  const headersOf = (method: string, name?: string) => ({
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  });

  it('server/discover says what there is', async () => {
    const { status, body } = await ask(modern('server/discover'), { headers: headersOf('server/discover') });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      capabilities: { tools: {} },
      instructions: expect.stringContaining('dry_run'),
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'accounting-platform' } },
    });
  });

  it('lists and calls tools without a handshake, in JSON', async () => {
    const listed = await ask(modern('tools/list'), { headers: headersOf('tools/list') });
    expect(listed.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(listed.body.result).toMatchObject({
      resultType: 'complete',
      cacheScope: 'private',
      tools: expect.any(Array),
    });
    const called = await ask(modern('tools/call', { name: 'list_things', arguments: {} }), {
      headers: headersOf('tools/call', 'list_things'),
    });
    expect(called.body.result).toMatchObject({ structuredContent: { data: [{ id: 1 }] }, isError: false });
  });

  it('headers that disagree with the body are 400 and nothing is executed', async () => {
    const call = modern('tools/call', { name: 'create_thing', arguments: { amount: 1 } });
    const right = headersOf('tools/call', 'create_thing');
    for (const headers of [
      { ...right, 'mcp-protocol-version': '2025-11-25' },
      { ...right, 'mcp-method': 'tools/list' },
      { ...right, 'mcp-name': 'list_things' },
      { ...right, 'mcp-name': `=?base64?${Buffer.from('list_things').toString('base64')}?=` },
      { 'mcp-protocol-version': version, 'mcp-name': 'create_thing' },
      { 'mcp-method': 'tools/call', 'mcp-name': 'create_thing' },
    ] as Record<string, string>[]) {
      const { status, body } = await ask(call, { headers });
      expect([headers, status, body.error.code]).toEqual([headers, 400, -32020]);
    }
    expect(tools.reached).toEqual([]);
  });

  it('metadata that is missing or of another revision is 400', async () => {
    const bare = await ask(request('tools/list', {}), { headers: headersOf('tools/list') });
    expect([bare.status, bare.body.error.code]).toEqual([400, -32602]);
    const future = await ask(modern('tools/list'), {
      headers: { ...headersOf('tools/list'), 'mcp-protocol-version': '2027-01-01' },
    });
    expect([future.status, future.body.error]).toEqual([400, expect.objectContaining({ code: -32022 })]);
    expect(future.body.error.data.supported).toContain(version);
  });

  it('a method it does not know, and subscriptions, give -32601', async () => {
    for (const method of ['tools/destroy', 'subscriptions/listen', 'ping']) {
      const { headers, body } = await ask(modern(method), { headers: headersOf(method) });
      expect([method, body.error.code, headers.get('content-type')]).toEqual([
        method,
        -32601,
        'application/json; charset=utf-8',
      ]);
    }
  });

  it('asks for the scope of a tool as the others do', async () => {
    const { status, body } = await ask(modern('tools/call', { name: 'create_thing', arguments: {} }), {
      token: 'read',
      headers: headersOf('tools/call', 'create_thing'),
    });
    expect([status, body.error.code]).toEqual([403, -32003]);
  });
});

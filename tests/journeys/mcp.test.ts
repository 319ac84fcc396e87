import { findFreePort } from '@app/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Assistant, connectAssistant } from '../src/assistant.ts';
import { Browser } from '../src/browser.ts';
import { runConformance, startBearerProxy } from '../src/conformance.ts';
import { inspect } from '../src/inspector.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, call, createNumbers, newOwner, type Owner } from '../src/system.ts';

let system: Addresses;
let owner: Owner;
let stranger: Owner;
let assistant: Assistant;
const numbers = createNumbers();

beforeAll(async () => {
  system = sharedSystem();
  owner = await newOwner(system, numbers);
  stranger = await newOwner(system, numbers);
  assistant = await connectAssistant(system.gateway, owner);
});

afterAll(async () => {
  await assistant?.client.close();
});

// biome-ignore lint/suspicious/noExplicitAny: journeys look into whatever was answered
type Structured = any;
const use = async (
  name: string,
  args: Record<string, unknown> = {},
  by = assistant,
): Promise<{ isError: boolean; content: Structured }> => {
  const result = await by.client.callTool({ name, arguments: args });
  return { isError: result.isError === true, content: result.structuredContent };
};
const entryOf = (account: number, amount = '100.00') => ({
  client_account_id: account,
  description: 'Reise',
  lines: [
    { posting_date: '2026-03-02', account_code: '7140', debit: amount, credit: '0' },
    { posting_date: '2026-03-02', account_code: '1920', debit: '0', credit: amount },
  ],
});
const postMessage = (token: string, method: string, params?: unknown) =>
  call(system.gateway, 'POST', '/mcp', {
    token,
    body: { jsonrpc: '2.0', id: 1, method, ...(params ? { params } : {}) },
  });

describe('an assistant that knows only the address', () => {
  it('finds its way to a token, registers itself as a public client, and is let in', async () => {
    const { information, issued, asked } = assistant.keeper;
    expect(information).toMatchObject({ client_id: expect.any(String), token_endpoint_auth_method: 'none' });
    expect(information).not.toHaveProperty('client_secret');
    expect(asked?.searchParams.get('code_challenge_method')).toBe('S256');
    expect(asked?.searchParams.get('resource')).toBe(`${system.gateway}/mcp`);
    expect(issued).toEqual([
      expect.objectContaining({ token_type: 'Bearer', refresh_token: expect.any(String), scope: 'read write' }),
    ]);
    expect(assistant.client.getServerVersion()).toMatchObject({ name: 'accounting-platform' });
    expect(assistant.client.getInstructions()).toContain('dry_run');
  });

  it('sees the tools and the companies of the person', async () => {
    const { tools } = await assistant.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['list_client_accounts', 'create_journal_entry', 'get_trial_balance']),
    );
    const { content } = await use('list_client_accounts');
    expect(content.data.map(({ id }: { id: number }) => id)).toEqual([owner.clientAccountId]);
  });

  it('rehearses an entry without a trace, then posts it [MCP-R11]', async () => {
    const list = async () =>
      (await use('list_journal_entries', { client_account_id: owner.clientAccountId, include_drafts: true })).content;
    const dryRun = await use('create_journal_entry', { ...entryOf(owner.clientAccountId, '1234.50'), dry_run: true });
    expect(dryRun).toMatchObject({
      isError: false,
      content: { dry_run: true, id: null, sequence_number: null, posted_at: null, is_draft: false },
    });
    expect((await list()).meta.records).toBe(0);
    const refused = await use('create_journal_entry', { ...entryOf(owner.clientAccountId), lines: [], dry_run: true });
    expect(refused).toMatchObject({ isError: true, content: { error: { code: 'common.validation_error' } } });

    const posted = await use('create_journal_entry', entryOf(owner.clientAccountId, '1234.50'));
    expect(posted).toMatchObject({ isError: false, content: { sequence_number: 1 } });
    expect(posted.content).not.toHaveProperty('dry_run');
    expect((await list()).data.map(({ id }: { id: number }) => id)).toEqual([posted.content.id]);

    const { id } = posted.content;
    const undone = await use('cancel_journal_entry', {
      id,
      cancelled: 'Y',
      cancellation_reason: 'Prøve',
      dry_run: true,
    });
    expect(undone).toMatchObject({ isError: false, content: { id: null, cancelled: 'Y', dry_run: true } });
    expect((await use('get_journal_entry', { id })).content).toMatchObject({ id, cancelled: posted.content.cancelled });

    const report = await use('get_trial_balance', {
      client_account_id: owner.clientAccountId,
      date_from: '2026-01-01',
      date_to: '2026-12-31',
    });
    expect(
      report.content.data.find((row: { account_code: string }) => row.account_code === '7140').outgoing_balance,
    ).toBe(1234.5);
  });

  it('posts VAT as the instructions say: the code tells the account, the dry run the amount, and nobody else adds or asks for the line', async () => {
    const { content: codes } = await use('list_tax_codes', {
      active_on: '2026-03-02',
      with: 'tax_account,acquisition_tax_account',
    });
    const { acquisition_tax_account } = codes.data.find(({ code }: { code: string }) => code === '1');
    const settings = `/api/v2/client-accounts/${owner.clientAccountId}/settings`;
    await call(system.gateway, 'PATCH', settings, { token: owner.token, body: { vat_liable: true } });
    const posting_date = '2026-03-02';
    const vatLine = { debit: '250.00', credit: '0', tax_line: true, tax_for_line: 1 };
    const supplies = [
      { posting_date, account_code: '6800', debit: '1000.00', credit: '0', tax_code: '1' },
      { posting_date, account_code: acquisition_tax_account.account_code, ...vatLine },
      { posting_date, account_code: '1920', debit: '0', credit: '1250.00' },
    ];
    const rehearse = async (lines: readonly object[]) =>
      (await use('create_journal_entry', { client_account_id: owner.clientAccountId, lines, dry_run: true })).content;
    const rehearsed = await rehearse(supplies);
    expect([rehearsed.lines[0].tax_amount, rehearsed.lines[1].debit, rehearsed.lines.length]).toEqual([
      '250.00',
      '250.00',
      3,
    ]);
    const without = await rehearse([supplies[0]!, { ...supplies[2], credit: '1000.00' }]);
    expect([without.dry_run, without.lines[0].tax_amount, without.lines.length]).toEqual([true, '250.00', 2]);
    expect(assistant.client.getInstructions()).toContain('is not refused');
  });

  it('repeats a write with a key and books once', async () => {
    const write = () =>
      assistant.client.callTool({
        name: 'create_journal_entry',
        arguments: entryOf(owner.clientAccountId, '77.00'),
        _meta: { idempotencyKey: 'assistant-1' },
      });
    const [first, second] = [await write(), await write()] as Structured[];
    expect(first.isError).toBe(false);
    expect(second.structuredContent.id).toBe(first.structuredContent.id);
  });

  it('reaches no more than the person: the refusals are those of the endpoints [MCP-R12]', async () => {
    const token = assistant.keeper.current!.access_token;
    const account = stranger.clientAccountId;
    const both = [
      [
        'list_journal_entries',
        { client_account_id: account },
        'GET',
        `/api/v2/journal-entries?client_account_id=${account}`,
      ],
      ['get_client_account', { id: account }, 'GET', `/api/v2/client-accounts/${account}`],
      ['create_journal_entry', entryOf(account), 'POST', '/api/v2/journal-entries/'],
      ['get_journal_entry', { id: 999_999 }, 'GET', '/api/v2/journal-entries/999999'],
    ] as const;
    for (const [name, args, method, path] of both) {
      const { isError, content } = await use(name, args);
      const { body } = await call(system.gateway, method, path, {
        token,
        ...(method === 'POST' ? { body: args } : {}),
      });
      expect([name, isError, content.error.code, content.error.message]).toEqual([
        name,
        true,
        body.error.code,
        body.error.message,
      ]);
    }
  });

  it('renews its token by itself when the old one has ended', async () => {
    const { keeper } = assistant;
    const before = keeper.issued.length;
    keeper.current = { ...keeper.current!, access_token: `${keeper.current!.access_token.slice(0, -6)}AAAAAA` };
    expect((await use('list_client_accounts')).isError).toBe(false);
    expect(keeper.issued).toHaveLength(before + 1);
    expect(keeper.current.access_token).toBe(keeper.issued.at(-1)!.access_token);
    expect(keeper.issued.at(-1)!.refresh_token).not.toBe(keeper.issued.at(-2)!.refresh_token);
  });

  it('speaks revision 2026-07-28 as well', async () => {
    const modern = await connectAssistant(system.gateway, owner, { revision: '2026-07-28' });
    try {
      const { content } = await use('list_client_accounts', {}, modern);
      expect(content.data).toHaveLength(1);
      const dryRun = await use('create_journal_entry', { ...entryOf(owner.clientAccountId), dry_run: true }, modern);
      expect(dryRun.content.dry_run).toBe(true);
    } finally {
      await modern.client.close();
    }
  });

  it('only reads when the person unticks the box', async () => {
    const reader = await connectAssistant(system.gateway, owner, { write: false });
    try {
      expect(reader.keeper.current?.scope).toBe('read');
      const { tools } = await reader.client.listTools();
      expect(tools.length).toBeGreaterThan(5);
      for (const { name, annotations } of tools) expect([name, annotations?.readOnlyHint]).toEqual([name, true]);
      const token = reader.keeper.current!.access_token;
      const refused = await postMessage(token, 'tools/call', {
        name: 'create_journal_entry',
        arguments: entryOf(owner.clientAccountId),
      });
      expect([refused.status, refused.body.error.code]).toEqual([403, -32003]);
    } finally {
      await reader.client.close();
    }
  });
});

describe('tokens of another kind', () => {
  it('a session token and a token bound to the API are refused at the tool endpoint', async () => {
    expect((await postMessage(owner.token, 'ping')).status).toBe(401);
    const client = await call(system.gateway, 'POST', '/v2/oauth/clients', {
      token: owner.token,
      body: { client_name: 'Bundet', redirect_uris: '', grant_types: 'client_credentials' },
    });
    const tokenFor = async (resource?: string): Promise<string> => {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client.body.client_id,
        client_secret: client.body.client_secret,
        ...(resource ? { resource } : {}),
      });
      return (
        (await (await fetch(`${system.gateway}/v2/oauth/token`, { method: 'POST', body: form })).json()) as {
          access_token: string;
        }
      ).access_token;
    };
    for (const [resource, status] of [
      [undefined, 200],
      [`${system.gateway}/mcp`, 200],
      [`${system.gateway}/api/v2`, 401],
      ['https://elsewhere.example', 401],
    ] as const)
      expect([resource, (await postMessage(await tokenFor(resource), 'ping')).status]).toEqual([resource, status]);
  });
});

describe('the official conformance package', () => {
  it.each([
    ['server-initialize', '2025-11-25'],
    ['ping', '2025-11-25'],
    ['tools-list', '2025-11-25'],
    ['tools-list', '2026-07-28'],
    ['dns-rebinding-protection', '2025-11-25'],
    ['http-header-validation', '2026-07-28'],
  ])('finds nothing wrong with %s of %s', async (scenario, revision) => {
    const proxy = await startBearerProxy(system.gateway, assistant.keeper.current!.access_token);
    try {
      const { code, output } = await runConformance([
        'server',
        '--url',
        `${proxy.url}/mcp`,
        '--scenario',
        scenario,
        '--spec-version',
        revision,
      ]);
      expect(output).toContain('SUCCESS');
      expect([code, output]).toEqual([0, expect.not.stringMatching(/FAILURE|WARNING|SKIPPED/)]);
    } finally {
      await proxy.close();
    }
  });

  it('finds nothing wrong with the authorization server and a public client', async () => {
    // The program listens there a second or two from now: nobody is given such a port meanwhile.
    const port = await findFreePort();
    const registered = await call(system.gateway, 'POST', '/v2/oauth/register', {
      body: {
        client_name: 'Conformance',
        redirect_uris: [`http://127.0.0.1:${port}/callback`],
        token_endpoint_auth_method: 'none',
      },
    });
    const browsing: Promise<unknown>[] = [];
    const base = [
      'authorization',
      '--url',
      system.gateway,
      '--client-id',
      registered.body.client_id,
      '--port',
      String(port),
    ];
    const { code, output } = await runConformance([...base, '--resource', `${system.gateway}/mcp`], (line) => {
      if (!line.startsWith(`${system.gateway}/v2/oauth/authorize`)) return;
      browsing.push(new Browser().authorize(new URL(line), owner).then((back) => fetch(back)));
    });
    await Promise.all(browsing);
    for (const scenario of ['authorization-server-metadata-endpoint', 'authorization-code-grant'])
      expect([code, output]).toEqual([0, expect.stringContaining(`${scenario}: 1 passed, 0 failed`)]);
    expect(browsing).toHaveLength(1);
  });
});

describe('the official inspector', () => {
  const ask = (token: string, ...args: string[]) => inspect(`${system.gateway}/mcp`, token, args);
  const tokenOf = ({ keeper }: Assistant) => keeper.current!.access_token;

  it('sees the tools of an assistant, and finds no schema that a client cannot read', async () => {
    const { code, answer, remarks } = await ask(tokenOf(assistant), '--method', 'tools/list', '--strict');
    const { tools } = await assistant.client.listTools();
    const names = (answer.tools as { name: string }[]).map(({ name }) => name);
    expect(names.sort()).toEqual(tools.map(({ name }) => name).sort());
    // It remarks on nullable fields, which a client of another dialect may have to rewrite, and calls no schema wrong.
    expect([code, remarks.match(/^Error: .*/gm)]).toEqual([0, null]);
  });

  it('calls a tool, is refused what the person may not see, and gets nowhere without a token [MCP-R12]', async () => {
    const call = (token: string, tool: string, ...args: string[]) =>
      ask(token, '--method', 'tools/call', '--tool-name', tool, ...args);
    const token = tokenOf(assistant);
    const accounts = await call(token, 'list_client_accounts');
    expect([accounts.code, accounts.answer.isError]).toEqual([0, false]);
    expect(accounts.answer.structuredContent.data.map(({ id }: { id: number }) => id)).toEqual([owner.clientAccountId]);

    const foreign = await call(
      token,
      'list_journal_entries',
      '--tool-arg',
      `client_account_id=${stranger.clientAccountId}`,
    );
    expect(foreign.answer).toMatchObject({ isError: true });
    expect(JSON.stringify(foreign.answer)).toContain('accounting.client_account_access_denied');

    const nobody = await ask('x.y.z', '--method', 'tools/list');
    expect([nobody.code === 0, nobody.answer]).toEqual([false, undefined]);
  });
});

import { endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';

const MessageId = z.union([z.string(), z.int()]);
const Version = z.literal('2.0').describe('Version of JSON-RPC: always 2.0.');

/** One message of JSON-RPC 2.0: a request with an id, or a notification without. */
export const ToolMessageIn = z.object({
  jsonrpc: Version,
  id: MessageId.optional().describe('Id of the request, which its answer repeats; a notification has none.'),
  method: z.string().meta({ description: 'What is asked for.', examples: ['tools/call'] }),
  params: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'What the method needs.', examples: [{ name: 'list_client_accounts', arguments: {} }] }),
});

/** The answer to a request: a result or an error. */
export const ToolMessageOut = z.object({
  jsonrpc: Version,
  id: MessageId.nullable().describe('Id of the request; null when it could not be read.'),
  result: z.record(z.string(), z.unknown()).optional().describe('What was asked for; or an error instead.'),
  error: z
    .object({
      code: z.int().describe('Code of JSON-RPC.'),
      message: z.string().describe('What went wrong, for people.'),
      data: z.unknown().optional().describe('More about it.'),
    })
    .optional()
    .describe('What is wrong with the message itself.'),
});

export const callTools = endpoint({
  name: 'tools.call',
  operationId: 'callTools',
  summary: 'The tool endpoint for assistants (Model Context Protocol)',
  description:
    "Streamable HTTP without sessions and without event streams: one JSON-RPC message per request, answered in JSON; a notification is answered 202. Revisions 2025-03-26, 2025-06-18 and 2025-11-25 begin with `initialize`; 2026-07-28 sends its metadata with every request and may ask `server/discover`. Takes an access token, no session token. Every tool stands for one endpoint of this API and takes its query parameters and body fields as arguments; a token without `write` sees and calls only the tools that read. Tools that write take `dry_run`: the call is validated and executed, everything is taken back, and the answer says what it would have been. A call that fails is a result with `isError` and the error object of the endpoint. The `Idempotency-Key` of a call, in the header or as `_meta.idempotencyKey`, is the endpoint's. Errors of the protocol itself (400, 415, and 403 for a tool that the token may not call) are JSON-RPC errors.",
  service: 'gateway',
  method: 'POST',
  path: '/mcp',
  scope: 'read',
  envelope: standard,
  body: ToolMessageIn,
  status: 200,
  output: ToolMessageOut,
  example: {
    sender: 'client',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_client_accounts', arguments: {} } },
    answer: { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: '{"data":[…]}' }], isError: false } },
  },
  replies: {
    202: { description: 'A notification was taken; no body' },
    415: { description: 'The message is not `application/json`: an error of JSON-RPC', output: ToolMessageOut },
  },
});

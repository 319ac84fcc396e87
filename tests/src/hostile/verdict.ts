import { accessDocumentation } from '@app/access';
import { oauth, standard } from '@app/api/envelopes';
import { errorCatalogue } from '@app/api/errors/index';
import type { AnyEndpoint, Envelope, Method } from '@app/contract';
import { failuresOf } from '@app/contract/openapi';
import type { Attack, Outcome } from './send.ts';

/** Words of the inside: stacks, statements, drivers, paths, values that were printed by mistake. */
const inside =
  /\bat [\w.<>]+ \(|\.m?[jt]s:\d|node_modules|\/work\/|\/tmp\/|postgres|drizzle|SQLSTATE|syntax error|relation "|column "|duplicate key|violates|\bselect .{1,80} from\b|insert into|ECONN|\[object Object\]|\bTypeError|\bRangeError|Cannot read|is not a function|\bzod\b|Invalid input/i;

/** Codes that any request may meet before an endpoint has a say. */
const everywhere: ReadonlySet<string> = new Set([
  'common.not_found', 'common.method_not_allowed', 'common.payload_too_large', 'common.validation_error', 'common.unsupported_media_type',
]); // biome-ignore format: one list

/** What is wrong with an answer; undefined when it is as documented. */
export function faultOf(endpoint: AnyEndpoint, attack: Attack, { status, headers, text }: Outcome): string | undefined {
  const method = (attack.method === 'HEAD' ? 'GET' : attack.method) as Method;
  const documented = failuresOf(endpoint, method, { errors: errorCatalogue, access: accessDocumentation });
  if (status >= 500 && !(status === 502 && documented.some((failure) => failure.status === 502))) return `is ${status}`;
  const id = headers['x-request-id'];
  if (typeof id !== 'string' || id === '') return 'has no X-Request-Id';
  const sent = attack.headers['x-request-id'];
  if (sent !== undefined && sent !== id && status !== 400) return `has another request id than was sent: ${id}`;
  if (headers['x-injected'] !== undefined) return 'let a header be injected';
  if (status < 400) return undefined;
  const leak = inside.exec(text);
  if (leak) return `shows the inside: ${leak[0]}`;
  if (attack.method === 'HEAD') return undefined;
  if (String(headers['content-type']).startsWith('text/html') && endpoint.forPeople) return undefined;
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `has the type ${headers['content-type']}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'is no JSON';
  }
  const general = endpoint.envelope.name === 'oauth' ? oauth : standard;
  const envelope = [general, endpoint.envelope].find((each) => isIn(each, body));
  if (!envelope) return 'is in no documented envelope';
  if (status === 401 && endpoint.auth !== 'public' && headers['www-authenticate'] === undefined)
    return 'is 401 without WWW-Authenticate';
  if (envelope.name !== 'standard') return undefined;
  const { code, request_id } = (body as { error: { code: string; request_id: string } }).error;
  if (request_id !== id) return `has the request id ${request_id} in its body and ${id} in its header`;
  const isKnown = documented.some((failure) => failure.code === code && failure.status === status);
  return isKnown || everywhere.has(code)
    ? undefined
    : `has the code ${code} with ${status}, which is not documented for ${endpoint.name}`;
}

/** In an envelope and nothing beside it. */
function isIn(envelope: Envelope, body: unknown): boolean {
  const parsed = envelope.schema.safeParse(body);
  return (
    parsed.success &&
    JSON.stringify(Object.keys(parsed.data as object).sort()) === JSON.stringify(Object.keys(body as object).sort())
  );
}

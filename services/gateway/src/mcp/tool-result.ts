import { standard } from '@app/api/envelopes';
import { UnparsedNumber } from '@app/contract';
import type { Failure } from '@app/contract/failure';
import { isObject } from './read-message.ts';

/** What `tools/call` answers with. */
export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** Structured results are objects: a plain array or value comes as `data`, an empty answer as `{}`. A rehearsal says that it was one. */
export function successResult(answer: unknown, isRehearsal: boolean): ToolResult {
  const isPlain = isObject(answer) && !(answer instanceof UnparsedNumber);
  return resultOf(isPlain ? answer : answer === undefined ? {} : { data: answer }, isRehearsal, false);
}

/** The failure of an endpoint in the one form that tools know, whatever the envelope of its area. */
export function refusedResult(status: number, answer: unknown, requestId: string, isRehearsal: boolean): ToolResult {
  return resultOf({ error: errorOf(status, answer, requestId) }, isRehearsal, true);
}

/** A failure before or instead of an answer of the endpoint. */
export const failureResult = (failure: Failure, requestId: string, isRehearsal: boolean): ToolResult =>
  resultOf(standard.render(failure, requestId) as { error: object }, isRehearsal, true);

function resultOf(content: Readonly<Record<string, unknown>>, isRehearsal: boolean, isError: boolean): ToolResult {
  const structuredContent = isRehearsal ? { ...content, dry_run: true } : content;
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent, isError };
}

const codes: Readonly<Record<number, string>> = {
  400: 'common.validation_error',
  401: 'common.unauthorized',
  403: 'common.forbidden',
  404: 'common.not_found',
  405: 'common.method_not_allowed',
  406: 'common.not_acceptable',
  409: 'common.conflict',
  413: 'common.payload_too_large',
  415: 'common.unsupported_media_type',
  429: 'common.rate_limited',
  502: 'common.upstream_unavailable',
  503: 'common.service_unavailable',
};

/** Reports, filing and OAuth endpoints have envelopes without our codes: their status stands for the code that it has everywhere else. */
function errorOf(status: number, answer: unknown, requestId: string): object {
  const said = isObject(answer) ? answer : {};
  if (isObject(said.error)) return said.error;
  const texts = [said.message, said.error_description, said.error];
  const message = texts.find((text) => typeof text === 'string') ?? `The endpoint answered ${status} without saying why`;
  return { code: codes[status] ?? (status >= 500 ? 'common.internal_error' : 'common.validation_error'), message, request_id: requestId };
}

import { standard } from '@app/api/envelopes';
import { docUrlOf, errorPagePath, UnparsedNumber } from '@app/contract';
import { Failure } from '@app/contract/failure';
import type { Tool } from '@app/contract/tools';
import { norwegianError, prefersNorwegian } from '@app/translation';
import { fitAnswer, MAX_RESULT_BYTES } from './fit-answer.ts';
import { markDryRun } from './mark-dry-run.ts';
import { isObject } from './read-message.ts';

type Content = Readonly<Record<string, unknown>>;

/** What `tools/call` answers with. */
export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Content;
  readonly isError: boolean;
  /**
   * Of a dry run alone: beside the result as well as in it, so that a client that shows only parts of results shows it.
   */
  readonly _meta?: { readonly dry_run: true };
}

/** Which call a result belongs to. */
export interface Called {
  readonly tool: Tool;
  readonly arguments: Content;
  readonly requestId: string;
  readonly publicBaseUrl: string;
  readonly isDryRun: boolean;
  /** `Accept-Language` of the caller. */
  readonly language: string | undefined;
}

/** Structured results are objects: a plain array or value comes as `data`, an empty answer as `{}`. */
export function successResult(answer: unknown, called: Called): ToolResult {
  const isPlain = isObject(answer) && !(answer instanceof UnparsedNumber);
  const content = isPlain ? answer : answer === undefined ? {} : { data: answer };
  const fitting = fitAnswer(called.tool, called.arguments, called.isDryRun ? markDryRun(content) : content);
  return fitting ? resultOf(fitting, called.isDryRun, false) : failureResult(tooLarge(called.tool), called);
}

const tooLarge = ({ isReadOnly }: Tool): Failure =>
  new Failure(
    'common.payload_too_large',
    413,
    isReadOnly
      ? `The answer is larger than the ${MAX_RESULT_BYTES} bytes that a tool gives; ask a narrower question`
      : `The call was carried out; its answer is larger than the ${MAX_RESULT_BYTES} bytes that a tool gives. Read the result with the tool that reads it`,
    { details: { limit: MAX_RESULT_BYTES } },
  );

/** The failure of an endpoint in the one form that tools know, whatever the envelope of its area. */
export const refusedResult = (status: number, answer: unknown, called: Called): ToolResult =>
  errorResult(errorOf(status, answer, called), called);

/** A failure before or instead of an answer of the endpoint. */
export function failureResult(failure: Failure, called: Omit<Called, 'tool' | 'arguments'>): ToolResult {
  const docUrl = docUrlOf(called.publicBaseUrl, failure);
  const { error } = standard.render(failure, called.requestId, docUrl) as { error: Content };
  return errorResult(error, called);
}

/** Services have answered in the caller's language already; what the gateway says becomes Norwegian here. */
function errorResult(said: Content, { isDryRun, language }: Pick<Called, 'isDryRun' | 'language'>): ToolResult {
  const error = prefersNorwegian(language) ? norwegianError(said) : said;
  return resultOf({ error, ...(isDryRun ? { dry_run: true } : {}) }, isDryRun, true);
}

function resultOf(structuredContent: Content, isDryRun: boolean, isError: boolean): ToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
    isError,
    ...(isDryRun ? { _meta: { dry_run: true } } : {}),
  };
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

/**
 * Reports, filing and OAuth endpoints have envelopes without our codes: their status stands for the code that it has
 * everywhere else.
 */
function errorOf(
  status: number,
  answer: unknown,
  { requestId, publicBaseUrl }: Pick<Called, 'requestId' | 'publicBaseUrl'>,
): Content {
  const said = isObject(answer) ? answer : {};
  if (isObject(said.error)) return said.error;
  const texts = [said.message, said.error_description, said.error];
  const message =
    texts.find((text) => typeof text === 'string') ?? `The endpoint answered ${status} without saying why`;
  const code = codes[status] ?? (status >= 500 ? 'common.internal_error' : 'common.validation_error');
  return { code, message, request_id: requestId, doc_url: publicBaseUrl + errorPagePath(code) };
}

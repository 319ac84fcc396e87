import type { IncomingMessage, ServerResponse } from 'node:http';
import { allEndpoints } from '@app/api/endpoints';
import { oauth, standard } from '@app/api/envelopes';
import { type AnyEndpoint, type Envelope, failureAnswer, failurePageAnswer, prefersPage, send } from '@app/contract';
import type { Failure } from '@app/contract/failure';
import { failurePage } from '@app/pages';
import { languageOf } from '@app/runtime';
import { inLanguageOf } from '@app/translation';
import { createEnvelopes } from './envelope-at.ts';

const envelopeAt = createEnvelopes(allEndpoints);

/** Before the resource is known failures have the standard envelope, on OAuth endpoints their own (GENX-R21). */
export const envelopeOf = (endpoint: AnyEndpoint | undefined, target = ''): Envelope => {
  if (!endpoint) return envelopeAt(target);
  return endpoint.envelope.name === 'oauth' ? oauth : standard;
};

const forPrograms = /^\/(api|v2|public|mcp|\.well-known|health|testing|openapi\.json|users)(\/|\?|$)/;

/**
 * Does a person's browser ask for something that people visit? An address that nobody owns is one, unless it looks like
 * the API's.
 */
const isVisit = (request: IncomingMessage, endpoint: AnyEndpoint | undefined): boolean =>
  (endpoint ? endpoint.forPeople === true : !forPrograms.test(request.url ?? '')) &&
  prefersPage(request.headers.accept);

/** Answers a failure of the gateway's own. */
export function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  failure: Failure,
  endpoint: AnyEndpoint | undefined,
  publicBaseUrl: string,
): void {
  const requestId = String(response.getHeader('X-Request-Id') ?? '');
  const asked = request.headers['accept-language'];
  const answer = isVisit(request, endpoint)
    ? failurePageAnswer(failure, requestId, languageOf(asked), ({ code, status, message }, id, language) => {
        const retryAfter = status === 429 ? Number(response.getHeader('Retry-After')) : undefined;
        return failurePage({ code, status, message, retryAfter }, id, language);
      })
    : inLanguageOf(failureAnswer(failure, envelopeOf(endpoint, request.url), requestId, publicBaseUrl), asked);
  send(response, answer, { secret: endpoint?.secret });
}

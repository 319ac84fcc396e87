import type { IncomingMessage, ServerResponse } from 'node:http';
import { oauth, standard } from '@app/api/envelopes';
import { type AnyEndpoint, failureAnswer, failurePageAnswer, prefersPage, send } from '@app/contract';
import type { Failure } from '@app/contract/failure';
import { failurePage } from '@app/pages';
import { languageOf } from '@app/runtime';

const underOauth = /^\/(public\/)?v2\/oauth\//;

/**
 * Before the resource is known failures have the standard envelope, on OAuth endpoints their own (GENX-R21); so has an
 * address among them that is none, which a client cannot tell from one.
 */
export const envelopeOf = (endpoint: AnyEndpoint | undefined, address = '') =>
  (endpoint ? endpoint.envelope.name === 'oauth' : underOauth.test(address)) ? oauth : standard;

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
  send(
    response,
    isVisit(request, endpoint)
      ? failurePageAnswer(
          failure,
          requestId,
          languageOf(request.headers['accept-language']),
          ({ code, status, message }, id, language) =>
            failurePage(
              {
                code,
                status,
                message,
                retryAfter: status === 429 ? Number(response.getHeader('Retry-After')) : undefined,
              },
              id,
              language,
            ),
        )
      : failureAnswer(failure, envelopeOf(endpoint, request.url), requestId, publicBaseUrl),
    { secret: endpoint?.secret },
  );
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import type { ApiOptions } from './api-options.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { Failure } from './failure.ts';
import { isForeignForm } from './foreign-form.ts';

type Origins = Pick<ApiOptions, 'publicBaseUrl' | 'webApp'>;

/**
 * The headers of a request as its operation may see them: cookies only where the declaration says so, so that no page
 * that uses one can be forgotten. What another site's page sends to change something is refused (PPL-R14); a call that
 * takes JSON, or a bearer token, is let through without cookies instead, since no form can be one.
 * @throws Failure 403 `common.forbidden`
 */
export function headersFor(
  origins: Origins,
  endpoint: AnyEndpoint,
  { headers, method }: Pick<Request, 'headers' | 'method'>,
): IncomingHttpHeaders {
  if (!endpoint.cookies) return headers.cookie === undefined ? headers : withoutCookie(headers);
  if (method === 'GET' || method === 'HEAD' || !isForeign(origins, endpoint, headers)) return headers;
  if (endpoint.auth === 'public' && !isJson(endpoint, headers))
    throw new Failure(
      'common.forbidden',
      403,
      'The form was sent from another site; open our own page and send it from there',
    );
  return withoutCookie(headers);
}

/** The web application is not a stranger, but it has calls to make and no forms to send. */
function isForeign({ publicBaseUrl, webApp }: Origins, endpoint: AnyEndpoint, headers: IncomingHttpHeaders): boolean {
  const isWebApp = webApp !== undefined && webApp !== publicBaseUrl && headers.origin === webApp;
  return !(isWebApp && (!takesForm(endpoint) || isJson(endpoint, headers))) && isForeignForm(headers, publicBaseUrl);
}

const withoutCookie = ({ cookie: _, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders => headers;

const takesForm = (endpoint: AnyEndpoint): boolean => endpoint.bodyType?.includes('form') ?? false;

const isJson = (endpoint: AnyEndpoint, headers: IncomingHttpHeaders): boolean =>
  endpoint.body !== undefined &&
  endpoint.bodyType !== 'application/x-www-form-urlencoded' &&
  /^application\/json\b/i.test(headers['content-type'] ?? '');

/** Can a request of this endpoint be refused for where it was sent from? */
export const refusesForeignForms = (endpoint: AnyEndpoint): boolean =>
  endpoint.cookies && endpoint.auth === 'public' && (endpoint.body === undefined || takesForm(endpoint));

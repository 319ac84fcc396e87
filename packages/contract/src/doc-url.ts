import type { Envelope } from './endpoint.ts';
import type { Failure } from './failure.ts';

/** The page that explains a code: its cause, what to do, and an answer with it. */
export const errorPagePath = (code: string): string => `/docs/errors/${encodeURIComponent(code)}`;

/** The absolute address of the page that explains a failure, under the code that the envelope shows. */
export const docUrlOf = (publicBaseUrl: string, failure: Failure, envelope?: Pick<Envelope, 'codeOf'>): string =>
  publicBaseUrl + errorPagePath(envelope?.codeOf?.(failure) ?? failure.code);

/** The header that leads to such a page, whatever the envelope (RFC 8288; the relation `help` of the IANA registry). */
export const helpLink = (docUrl: string): string => `<${docUrl}>; rel="help"`;

const link = /\/docs\/errors\/([\w.%-]+)>; rel="help"/;

/** The code that such a header is about; undefined for any other header. */
export const codeOfHelpLink = (header: unknown): string | undefined =>
  typeof header === 'string' ? link.exec(header)?.[1] : undefined;

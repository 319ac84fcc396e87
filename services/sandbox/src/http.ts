import type { Logger } from '@app/runtime';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Faults, System } from './faults.ts';

/** A mistake of the caller, in one sentence. Each system writes it in its own envelope. */
export class CallerError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** How one system writes an error; protocols differ in this. */
export type RenderError = (
  response: Response,
  error: { status: number; code: string; message: string },
  request: Request,
) => void;

/** Lets a call pass, or makes it late, or makes it fail, as the control interface ordered. */
export function injectFaults(faults: Faults, system: System, render: RenderError): RequestHandler {
  return async (request, response, next) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const status = await faults.meet(system, gone.signal);
    if (response.destroyed) return;
    if (status === null) return next();
    render(
      response,
      { status, code: 'sandbox_fault', message: `The sandbox was set to fail this call with status ${status}.` },
      request,
    );
  };
}

/**
 * The last handler of a router. A mistake of the caller is explained to the caller, anything else is ours and goes to
 * the log.
 */
export function renderErrors(render: RenderError, logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const known = asCallerError(error);
    if (known === undefined) logger.error({ err: error, method: request.method }, 'request failed');
    render(
      response,
      known ?? { status: 500, code: 'server_error', message: 'The sandbox failed; its log says why.' },
      request,
    );
  };
}

// What body parsers and routers throw carries a status below 500; their texts may quote the body, so they get words of
// our own.
function asCallerError(error: unknown): CallerError | undefined {
  if (error instanceof CallerError) return error;
  const status = (error as { status?: unknown }).status;
  if (status === 413) return new CallerError(413, 'payload_too_large', 'The body is larger than the sandbox accepts.');
  if (status === 415)
    return new CallerError(
      415,
      'unsupported_media_type',
      'The body is written in a media type or character set that is not supported.',
    );
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new CallerError(status, 'invalid_request', 'The request could not be read.');
  return undefined;
}

/** `{error: {code, message}}`: the control interface and everything outside the four systems. */
export const renderPlainError: RenderError = (response, { status, code, message }) => {
  response.status(status).json({ error: { code, message } });
};

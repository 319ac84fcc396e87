import type { Request, RequestHandler } from 'express';
import { CallerError } from '../http.ts';
import type { MachineTokens } from './machine-token.ts';

/** Passes calls with a machine token that has not expired; others are answered 401. */
export const requireMachineToken =
  (tokens: MachineTokens): RequestHandler =>
  async (request, _response, next) => {
    if (!(await tokens.accepts(bearerOf(request)))) {
      throw new CallerError(
        401,
        'invalid_token',
        'Send a bearer token that POST /machine/token gave and that has not expired.',
      );
    }
    next();
  };

const bearerOf = (request: Request): string => /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';

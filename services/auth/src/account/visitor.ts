import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '@app/contract/failure';
import type { AuthDeps } from '../deps.ts';
import type { PageVisitor } from '../pages/account/frame.ts';
import { type BrowserSession, findBrowserSession } from '../sessions/session.ts';

/** A person on the pages of their own account. */
export interface Visitor extends BrowserSession, PageVisitor {}

type Deps = Pick<AuthDeps, 'db' | 'clock' | 'cookies'>;

/**
 * What a page of this session puts into its forms. Derived from the session's secret id, so nothing is stored: it ends
 * with the session, and neither says anything about the other session of the same person, nor can be turned back into
 * the id.
 */
const formTokenOf = (sessionId: string): string =>
  createHmac('sha256', sessionId).update('forms of the account pages').digest('base64url');

export async function findVisitor(deps: Deps, headers: IncomingHttpHeaders): Promise<Visitor | undefined> {
  const session = await findBrowserSession(deps, headers);
  const id = deps.cookies.readSession(headers);
  return session && id !== undefined ? { ...session, formToken: formTokenOf(id) } : undefined;
}

/** @throws Failure 400 for a form that stood on a page of another login */
export function requireOwnForm(visitor: Visitor, token: string | undefined): void {
  const [sent, expected] = [Buffer.from(token ?? ''), Buffer.from(visitor.formToken)];
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected))
    throw new Failure(
      'common.validation_error',
      400,
      'The form belongs to another login; open the page again and send it from there',
    );
}

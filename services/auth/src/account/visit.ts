import type { IncomingHttpHeaders } from 'node:http';
import { html, type Reply, redirect } from '@app/contract';
import type { Language, Page } from '@app/pages';
import type { AuthDeps } from '../deps.ts';
import { languageFor } from '../sessions/language.ts';
import { loginAddress } from '../sessions/next.ts';
import { findVisitor, requireOwnForm, type Visitor } from './visitor.ts';

/** What is known of a request for a page. */
export interface Visit {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export const show = (status: number, page: Page): Reply => html(status, page.markup, page.headers);

/** Shows a page to whoever is logged in; others log in first and come back. */
export async function visit(
  deps: AuthDeps,
  { url, headers }: Visit,
  draw: (visitor: Visitor, language: Language) => Promise<Reply>,
): Promise<Reply> {
  const visitor = await findVisitor(deps, headers);
  return visitor ? draw(visitor, languageFor(headers, visitor)) : redirect(loginAddress(url));
}

/**
 * Takes a form of an account page.
 * @param page where the form stands: a person whose login has ended comes back to it, to look before sending anything
 * again
 * @throws Failure 400 for a form from a page of another login
 */
export async function answerForm(
  deps: AuthDeps,
  { headers, body }: Visit & { readonly body: { readonly csrf_token?: string | undefined } },
  page: string,
  act: (visitor: Visitor, language: Language) => Promise<Reply>,
): Promise<Reply> {
  const visitor = await findVisitor(deps, headers);
  if (!visitor) return redirect(loginAddress(page), 303);
  requireOwnForm(visitor, body.csrf_token);
  return act(visitor, languageFor(headers, visitor));
}

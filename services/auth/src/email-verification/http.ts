import { emailVerificationPage, verifyEmail as verifyEndpoint } from '@app/api/auth/index';
import { type Api, html, prefersPage, type Reply } from '@app/contract';
import { Failure } from '@app/contract/failure';
import type { Page } from '@app/pages';
import { shownName } from '@app/runtime';
import { fullName } from '../credentials/user.ts';
import type { AuthDeps } from '../deps.ts';
import { confirmedPage, confirmPage, takenPage, unknownPage } from '../pages/mailed-links/email-verification-pages.ts';
import { findVerification, verifyEmail } from './verify.ts';

export function serveEmailVerifications(api: Api, deps: AuthDeps): void {
  api.serve(emailVerificationPage, async ({ params, language, requestId }) => {
    const context = { language, requestId };
    const open = await findVerification(deps, params.token);
    if (!open) return show(404, unknownPage(context));
    const { link, user } = open;
    return show(
      200,
      confirmPage(context, { email: link.email, name: shownName(fullName(user)), expiresAt: link.expiresAt }),
    );
  });

  api.serve(verifyEndpoint, async ({ params, headers, language, requestId }) => {
    const context = { language, requestId };
    const isPage = prefersPage(headers.accept);
    try {
      const email = (await verifyEmail(deps, params.token)).email!;
      return isPage ? show(200, confirmedPage(context, email)) : { email, email_verified: true as const };
    } catch (failure) {
      if (!isPage || !(failure instanceof Failure)) throw failure;
      return show(failure.status, failure.code === 'user.email_taken' ? takenPage(context) : unknownPage(context));
    }
  });
}

const show = (status: number, page: Page): Reply => html(status, page.markup, page.headers);

import {
  newPasswordPage,
  passwordResetPage,
  requestPasswordReset,
  resetPassword as resetEndpoint,
} from '@app/api/auth/index';
import { type Api, empty, html, prefersPage, type Reply } from '@app/contract';
import { Failure } from '@app/contract/failure';
import type { Language, Page } from '@app/pages';
import { shownName } from '@app/runtime';
import { fullName } from '../credentials/user.ts';
import type { AuthDeps } from '../deps.ts';
import {
  changedPage,
  choosePage,
  deadLinkPage,
  forgottenPage,
  type PageContext,
  sentPage,
} from '../pages/mailed-links/password-reset-pages.ts';
import { requestReset } from './request.ts';
import { findReset, resetPassword } from './reset.ts';

export function servePasswordResets(api: Api, deps: AuthDeps): void {
  api.serve(passwordResetPage, async (visit) => show(200, forgottenPage(contextOf(visit))));

  api.serve(requestPasswordReset, async ({ body, headers, ...visit }) => {
    await requestReset(deps, body.email);
    return prefersPage(headers.accept) ? show(202, sentPage(contextOf(visit))) : empty(202);
  });

  api.serve(newPasswordPage, async ({ params, ...visit }) => {
    const open = await findReset(deps, params.token);
    if (!open) return show(404, deadLinkPage(contextOf(visit)));
    return show(200, choosePage(contextOf(visit), { email: open.link.email, name: shownName(fullName(open.user)) }));
  });

  api.serve(resetEndpoint, async ({ params, body, headers, ...visit }) => {
    const isPage = prefersPage(headers.accept);
    try {
      await resetPassword(deps, params.token, body.password);
      return isPage ? show(200, changedPage(contextOf(visit))) : empty(204);
    } catch (failure) {
      if (!isPage || !(failure instanceof Failure) || failure.status !== 400) throw failure;
      const open = await findReset(deps, params.token);
      if (!open) return show(400, deadLinkPage(contextOf(visit)));
      return show(
        400,
        choosePage(contextOf(visit), { email: open.link.email, name: shownName(fullName(open.user)) }, true),
      );
    }
  });
}

function contextOf({
  language,
  requestId,
  url,
}: {
  readonly language: Language;
  readonly requestId: string;
  readonly url: string;
}): PageContext {
  return { language, requestId, base: url.startsWith('/public/') ? '/public/v2/oauth' : '/v2/oauth' };
}

const show = (status: number, page: Page): Reply => html(status, page.markup, page.headers);

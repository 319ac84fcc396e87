import { invitationForm, invitationPage } from '@app/api/organisation/invitation-pages';
import { acceptInvitation as acceptEndpoint } from '@app/api/organisation/invitations';
import { type Api, Failure, html, type Reply, redirect } from '@app/contract';
import type { Language, Page } from '@app/pages';
import { type AcceptDependencies, acceptInvitation, cookiesOf } from '../accept.ts';
import { acceptedPage, closedPage, unknownPage } from './closed-pages.ts';
import { type Field, faultOf, fieldFault } from './faults.ts';
import { findOffer, type OfferDependencies } from './offer.ts';
import { type OfferPageOptions, offerPage } from './offer-page.ts';

type Dependencies = AcceptDependencies & OfferDependencies & { readonly publicBaseUrl: string };

interface Visit {
  readonly params: { readonly token: string };
  readonly language: Language;
  readonly requestId: string;
}

/** A form that was refused. */
interface Refused extends Required<Pick<OfferPageOptions, 'faults' | 'sent' | 'isKnown'>> {
  readonly status: number;
}

/**
 * The page that the mail of an invitation leads to: what is offered, and the API's own acceptance behind a form without
 * script.
 */
export function serveInvitationPages(api: Api, deps: Dependencies): void {
  api.serve(invitationPage, (visit) => answer(deps, visit));

  api.serve(invitationForm, async ({ body, commandKey, params, language, address, requestId }) => {
    const visit = { params, language, requestId };
    const { first_name = '', last_name = '', email = '', password = '' } = body;
    const sent = { firstName: first_name, lastName: last_name };
    const fields = acceptEndpoint.body!.safeParse({ first_name, last_name, email, password });
    if (!fields.success) {
      const wrong = new Set(fields.error.issues.map(({ path }) => path[0] as Field));
      const faults = [...wrong].map((field) => fieldFault(field, !body[field]?.trim(), language));
      const isKnown = body.known === 'yes' && !wrong.has('first_name') && !wrong.has('last_name');
      return answer(deps, visit, { status: 400, faults, sent, isKnown });
    }
    try {
      const { first_name: firstName, last_name: lastName, ...proof } = fields.data;
      const { registered } = await acceptInvitation(deps, {
        ...proof,
        token: params.token,
        firstName,
        lastName,
        language,
        commandKey,
        address,
      });
      // Seen again at its own address, so that a reload sends nothing twice.
      const headers = { 'Set-Cookie': cookiesOf(registered), 'Referrer-Policy': 'no-referrer' };
      return redirect(`/invitations/${encodeURIComponent(params.token)}`, 303, headers);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      const { code, status } = failure;
      const isKnown =
        code === 'invitation.invalid_password' || (body.known === 'yes' && code !== 'invitation.weak_password');
      return answer(deps, visit, { status, faults: [faultOf(code, language)], sent, isKnown });
    }
  });
}

/** The page of the invitation as it stands now, with what was refused when it is still open. */
async function answer(
  deps: OfferDependencies,
  { params, language, requestId }: Visit,
  refused?: Refused,
): Promise<Reply> {
  const context = { language, requestId };
  const offer = await findOffer(deps, params.token);
  if (!offer) return show(404, unknownPage(context));
  const { refusal } = offer;
  if (!refusal) return show(refused?.status ?? 200, offerPage({ ...context, ...refused, offer }));
  const status = refused ? refusal.status : gone.has(refusal.code) ? 410 : 200;
  return show(
    status,
    refusal.code === 'invitation.already_accepted'
      ? acceptedPage(offer, context)
      : closedPage(offer, refusal.reason, context),
  );
}

/** Will not be good again. */
const gone = new Set(['invitation.expired', 'invitation.cancelled']);

const show = (status: number, page: Page): Reply => html(status, page.markup, page.headers);

import { card, html, icons, type Language, type Page, renderPage, showMoment } from '@app/pages';
import { roleNames } from '../role-names.ts';
import type { Offer } from './offer.ts';
import { accepted, alreadyIn, type ClosedReason, closed, helper, offer as offerWords, unknown } from './words.ts';

interface PageContext {
  readonly language: Language;
  readonly requestId: string;
}

const logIn = '/v2/oauth/login?next=%2Faccount';

/** What whoever has said yes sees, right after and ever since: where to go next. */
export function acceptedPage(offer: Offer, { language, requestId }: PageContext): Page {
  const { company, role, email, acceptedAt } = offer;
  return renderPage({
    language,
    title: accepted.title[language],
    requestId,
    body: card(
      html`<div class="seal" aria-hidden="true">${icons.check}</div>
<h1>${accepted.title[language]}</h1>
<p class="lead">${accepted.lead[language]}</p>
<dl class="facts">
<dt>${accepted.company[language]}</dt><dd><strong>${company}</strong></dd>
<dt>${accepted.role[language]}</dt><dd>${roleNames[role][language]}</dd>
<dt>${accepted.user[language]}</dt><dd>${email}</dd>
${acceptedAt ? html`<dt>${accepted.at[language]}</dt><dd>${showMoment(acceptedAt, language)}${offerWords.oslo[language]}</dd>` : null}
</dl>
<div class="actions"><a class="button" href="${logIn}">${accepted.logIn[language]}</a></div>
<h2>${accepted.next[language]}</h2>
<ul class="rights">
<li><a href="/docs"><span><strong>${accepted.docs[language]}</strong><span>${accepted.docsText[language]}</span></span>${icons.next}</a></li>
<li><a href="/account/api-access"><span><strong>${accepted.access[language]}</strong><span>${accepted.accessText[language]}</span></span>${icons.next}</a></li>
</ul>`,
      'wide',
    ),
  });
}

/** Why an invitation cannot be accepted, and what to do. */
export function closedPage(offer: Offer, reason: ClosedReason, context: PageContext): Page {
  const { language } = context;
  const { title, text } = closed[reason];
  return plainPage(
    title[language],
    text[language]({ inviter: offer.inviter ?? helper[language], company: offer.company }),
    context,
  );
}

export const unknownPage = (context: PageContext): Page =>
  plainPage(unknown.title[context.language], unknown.text[context.language], context);

const plainPage = (title: string, text: string, { language, requestId }: PageContext): Page =>
  renderPage({
    language,
    title,
    requestId,
    body: card(html`<div class="seal calm" aria-hidden="true">${icons.warning}</div>
<h1>${title}</h1>
<p class="lead">${text}</p>
<hr>
<p class="small">${alreadyIn[language]} <a href="${logIn}">${accepted.logIn[language]}</a></p>`),
  });

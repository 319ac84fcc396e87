import { card, html, icons, type Language, type Page, renderPage } from '@app/pages';
import { shownName } from '@app/runtime';
import { stagesList } from './stages.ts';
import { done, start } from './words.ts';

export interface DonePageOptions {
  readonly language: Language;
  readonly firstName: string;
  readonly email: string;
  /** Undefined when it cannot be had at this moment. */
  readonly company: string | undefined;
  /** `repeated`: the form was sent twice, and this answer logs nobody in. */
  readonly kind: 'new' | 'known' | 'repeated';
  readonly requestId: string;
}

/** What was made, and where to go next. */
export function donePage({ language, firstName, email, company, kind, requestId }: DonePageOptions): Page {
  const lead = { new: done.newUser, known: done.known, repeated: done.repeated }[kind][language](shownName(firstName));
  return renderPage({
    language,
    title: done.title[language],
    requestId,
    body: card(
      html`${stagesList(language, 2)}
<div class="seal" aria-hidden="true">${icons.check}</div>
<h1>${done.title[language]}</h1>
<p class="lead">${lead}</p>
<dl class="facts">
${company === undefined ? null : html`<dt>${done.company[language]}</dt><dd><strong>${company}</strong></dd>`}
<dt>${done.role[language]}</dt><dd>${done.owner[language]}</dd>
<dt>${done.madeTitle[language]}</dt><dd>${done.made[language]}</dd>
<dt>${done.user[language]}</dt><dd>${email}${kind === 'new' ? html`<br>${done.confirm[language]}` : null}</dd>
</dl>
${kind === 'repeated' ? html`<div class="actions"><a class="button" href="/v2/oauth/login">${start.logIn[language]}</a></div>` : null}
<h2>${done.next[language]}</h2>
<ul class="rights">
<li><a href="/docs"><span><strong>${done.docs[language]}</strong><span>${done.docsText[language]}</span></span>${icons.next}</a></li>
<li><a href="/account/api-access/new"><span><strong>${done.access[language]}</strong><span>${done.accessText[language]}</span></span>${icons.next}</a></li>
</ul>`,
      'wide',
    ),
  });
}

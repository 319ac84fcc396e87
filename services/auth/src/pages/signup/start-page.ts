import { card, html, type Language, notice, type Page, renderPage } from '@app/pages';
import { start } from './words.ts';

/**
 * Where it begins: what will happen, and one button. @param options.isMild the fault is nobody's: the person changed
 * their mind
 */
export function startPage(options: {
  readonly language: Language;
  readonly fault?: string;
  readonly isMild?: boolean;
  readonly requestId: string;
}): Page {
  const { language, fault, isMild = false, requestId } = options;
  return renderPage({
    language,
    isPassage: true,
    title: start.title[language],
    requestId,
    body: card(html`<h1>${start.title[language]}</h1>
<p class="lead">${start.lead[language]}</p>
${fault ? notice(fault, isMild ? 'wait' : 'bad') : null}
<ol class="rights">
${start.steps.map(
  ({ name, text }, index) =>
    html`<li><span class="mark number" aria-hidden="true">${index + 1}</span><span><strong>${name[language]}</strong><span>${text[language]}</span></span></li>`,
)}
</ol>
<form method="post" action="/sign-up/start">
<div class="actions"><button class="button" type="submit">${start.go[language]}</button></div>
</form>
<hr>
<p class="small">${start.privacy[language]}</p>
<p class="small">${start.known[language]} <a href="/v2/oauth/login">${start.logIn[language]}</a></p>`),
  });
}

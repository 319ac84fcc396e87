import { card, type Html, html, icons, type Language, type Page, renderPage, type Words } from '@app/pages';

/** What a page of a mailed link, or one that asks for such a link, is rendered with. */
export interface LinkPageContext {
  readonly language: Language;
  readonly requestId: string;
}

export interface LinkPageHead {
  readonly title: Words;
  readonly lead: Words;
  /** Follows the lead on its line. */
  readonly about?: Html;
  /** Shown where something is over: done, or closed to this link. */
  readonly seal?: 'done' | 'closed';
}

const seals: Readonly<Record<NonNullable<LinkPageHead['seal']>, Html>> = {
  done: html`<div class="seal" aria-hidden="true">${icons.check}</div>
`,
  closed: html`<div class="seal calm" aria-hidden="true">${icons.warning}</div>
`,
};

/** A page of one sheet: heading, lead, and what the person sees or fills in. */
export function linkPage(
  { language, requestId }: LinkPageContext,
  { title, lead, about, seal }: LinkPageHead,
  content: Html,
): Page {
  return renderPage({
    language,
    title: title[language],
    requestId,
    body: card(html`${seal ? seals[seal] : null}<h1>${title[language]}</h1>
<p class="lead">${lead[language]}${about ? html` ${about}` : null}</p>
${content}`),
  });
}

/** The button that sends a form. */
export const sendButton = (label: string): Html =>
  html`<div class="actions"><button class="button" type="submit">${label}</button></div>`;

/** Where the person goes from here. */
export const wayOn = (href: string, label: string): Html =>
  html`<div class="actions"><a class="button" href="${href}">${label}</a></div>`;

import { html } from './html.ts';
import { card, type Language, type Page, renderPage } from './page.ts';

export interface NoticePageOptions {
  readonly language: Language;
  /** What happened, in a few words. */
  readonly title: string;
  /** What it means and what the person can do now. */
  readonly text: string;
  /** The stable code and the exact sentence, for whoever builds the application. */
  readonly code?: string;
  /** Whom the code and the sentence are for; the developer by default. */
  readonly codeLabel?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly next?: { readonly href: string; readonly label: string };
}

const forDevelopers = { nob: 'For den som lager programmet', eng: 'For the developer of the application' };

/** A page that says what happened: an error, a finished step. */
export const noticePage = (options: NoticePageOptions): Page =>
  renderPage({
    language: options.language,
    title: options.title,
    ...(options.requestId ? { requestId: options.requestId } : {}),
    body: card(html`<h1>${options.title}</h1>
<p class="lead">${options.text}</p>
${options.next ? html`<div class="actions"><a class="button" href="${options.next.href}">${options.next.label}</a></div>` : null}
${
  options.code
    ? html`<hr><p class="small">${options.codeLabel ?? forDevelopers[options.language]}</p><p class="small"><code>${options.code}</code>${options.detail ? html`: ${options.detail}` : null}</p>`
    : null
}`),
  });

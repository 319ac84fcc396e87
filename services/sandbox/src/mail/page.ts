import {
  contentSecurityPolicy,
  type Html,
  html,
  type Language,
  pageHeaders,
  showMoment,
  theme,
  verbatim,
} from '@app/pages';
import type { ReceivedMail } from './mailbox.ts';

const words = {
  title: { nob: 'E-post som er sendt', eng: 'Mail that was sent' },
  lead: {
    nob: 'Sandkassen tar imot all e-post og leverer den ikke videre. Den nyeste står først.',
    eng: 'The sandbox receives every mail and delivers none. The newest comes first.',
  },
  only: { nob: 'Bare det som er sendt til', eng: 'Only what was sent to' },
  all: { nob: 'Vis all e-post', eng: 'Show all mail' },
  none: { nob: 'Ingen e-post ennå', eng: 'No mail yet' },
  to: { nob: 'Til', eng: 'To' },
  noSubject: { nob: '(uten emne)', eng: '(no subject)' },
  more: { nob: 'Eldre e-post finnes som JSON på samme adresse.', eng: 'Older mail is at this address as JSON.' },
} as const;

/** Mails on the page; programs get all of them as JSON. */
const SHOWN = 50;

const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/;

/** What the mailbox holds, for a person: the links in the mails lead on. */
export function mailPage(mails: readonly ReceivedMail[], recipient: string | undefined, language: Language) {
  const text = (name: keyof typeof words): string => words[name][language];
  const page = html`<!doctype html>
<html lang="${language === 'nob' ? 'nb' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${text('title')}</title>${verbatim(`<style>${theme}</style>`)}</head>
<body><main><div class="sheet"><h1>${text('title')}</h1><p class="lead">${text('lead')}</p>
${recipient === undefined ? null : html`<p>${text('only')} <strong>${recipient}</strong>. <a href="/sandbox/mail">${text('all')}</a></p>`}
${mails.length === 0 ? html`<div class="entry empty"><h2>${text('none')}</h2></div>` : null}
${mails.slice(0, SHOWN).map((mail) => showMail(mail, language))}
${mails.length > SHOWN ? html`<p class="small">${text('more')}</p>` : null}</div></main></body></html>`;
  return { markup: page.markup, headers: pageHeaders(contentSecurityPolicy({ styles: [theme] })) };
}

function showMail({ subject, to, received_at, text, attachments }: ReceivedMail, language: Language): Html {
  const paragraphs = (text ?? '').trim().split(/\n\s*\n/);
  return html`<article class="entry"><h2>${subject === '' ? words.noSubject[language] : subject}</h2>
<p class="small">${words.to[language]} ${to}, ${showMoment(new Date(received_at), language)}</p>
${paragraphs.map((paragraph) => html`<p>${showLines(paragraph)}</p>`)}
${attachments.map(({ file_name, content_type }) => html`<p class="small">${file_name} (${content_type})</p>`)}</article>`;
}

const showLines = (paragraph: string): readonly Html[] =>
  paragraph
    .split('\n')
    .map((line, index) => html`${index === 0 ? null : html`<br>`}${line.split(ADDRESS).map(showPart)}`);

/** Every second part of a line is an address: the split keeps what it splits by. */
const showPart = (part: string, index: number): Html | string =>
  index % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : part;

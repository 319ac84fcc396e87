import { html } from '@app/pages';
import type { Language } from '@app/runtime';

/** A mail as its writer makes it: the same words as text and as HTML. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface LetterWords {
  readonly language: Language;
  readonly subject: string;
  readonly greeting: string;
  readonly lead: string;
  /** What to do, and where. */
  readonly action?: { readonly label: string; readonly link: string };
  readonly closing: readonly string[];
}

/** BCP 47, as the mail's header and its HTML say it. */
export const languageTag = (language: Language): 'nb' | 'en' => (language === 'nob' ? 'nb' : 'en');

const fallback: Readonly<Record<Language, string>> = {
  nob: 'Virker ikke knappen? Kopier denne adressen til nettleseren:',
  eng: 'Does the button not work? Copy this address into your browser:',
};

/**
 * Lays a letter out, as text and as HTML that needs nothing from the network. Names in its words went through
 * `shownName` before.
 */
export function layOut({ language, subject, greeting, lead, action, closing }: LetterWords): Letter {
  const called = action ? [`${action.label}:\n${action.link}`] : [];
  return {
    subject,
    text: `${[greeting, lead, ...called, ...closing].join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="${languageTag(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:24px 12px;background:#f5f3ee;color:#1b2420;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" align="center" width="100%" style="max-width:520px;background:#fffefb;border:1px solid #dcd8ce;border-radius:16px" cellpadding="0" cellspacing="0"><tr><td style="padding:32px">
<p style="margin:0 0 16px">${greeting}</p>
<p style="margin:0 0 24px">${lead}</p>
${action ? html`<p style="margin:0 0 24px"><a href="${action.link}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#0f5f49;color:#ffffff;font-weight:600;text-decoration:none">${action.label}</a></p>\n` : null}${closing.map((line) => html`<p style="margin:0 0 16px">${line}</p>\n`)}${action ? html`<p style="margin:0;font-size:14px;color:#55615b">${fallback[language]}<br><a href="${action.link}" style="color:#0f5f49;word-break:break-all">${action.link}</a></p>\n` : null}</td></tr></table>
</body>
</html>
`.markup,
  };
}

const moments: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  nob: new Intl.DateTimeFormat('nb-NO', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Oslo' }),
  eng: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Oslo' }),
};

/** `28. november 2026 kl. 14:05`, in Oslo. */
export const letterMoment = (moment: Date, language: Language): string => moments[language].format(moment);

import { type Html, html } from '@app/pages';

/** A little CommonMark, as our own descriptions use it: paragraphs, `##` headings, `code` and addresses of our own. */
export function showProse(text: string): readonly Html[] {
  return text
    .split(/\n{2,}/)
    .flatMap((block) => splitHeading(block.trim()))
    .filter((block) => block !== '')
    .map((block) =>
      block.startsWith('## ')
        ? html`<h2 id="${slugOfHeading(block.slice(3))}">${showInline(block.slice(3))}</h2>`
        : html`<p>${showInline(block.replaceAll('\n', ' '))}</p>`,
    );
}

const splitHeading = (block: string): string[] => {
  const end = block.startsWith('## ') ? block.indexOf('\n') : -1;
  return end < 0 ? [block] : [block.slice(0, end), block.slice(end + 1)];
};

/** The anchor of a heading. */
export const slugOfHeading = (text: string): string => text.toLowerCase().replace(/[^a-z]+/g, '-');

/** Text with `code`; a path below /docs becomes a link. */
export function showInline(text: string): readonly (Html | string)[] {
  return text.split(/(`[^`]+`)/).map((part) => {
    if (!part.startsWith('`')) return part;
    const code = part.slice(1, -1);
    return /^\/docs(\/[a-z]+)*$/.test(code)
      ? html`<a href="${code}"><code>${code}</code></a>`
      : html`<code>${code}</code>`;
  });
}

import { type Html, html } from '@app/pages';

const JSON_PARTS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?)/g;

/** JSON with its keys, texts and numbers distinguished. */
export function showJson(value: unknown): Html {
  const text = JSON.stringify(value, null, 2) ?? '';
  const pieces: (Html | string)[] = [];
  let last = 0;
  for (const match of text.matchAll(JSON_PARTS)) {
    const [whole, string, colon, word, number] = match;
    pieces.push(text.slice(last, match.index));
    if (string !== undefined && colon !== undefined) pieces.push(html`<span class="k">${string}</span>${colon}`);
    else if (string !== undefined) pieces.push(html`<span class="s">${string}</span>`);
    else pieces.push(html`<span class="n">${word ?? number}</span>`);
    last = match.index + whole.length;
  }
  pieces.push(text.slice(last));
  return html`<pre class="code" tabindex="0"><code>${pieces}</code></pre>`;
}

/** A command for a shell. */
export const showShell = (text: string): Html => html`<pre class="code wrap" tabindex="0"><code>${text}</code></pre>`;

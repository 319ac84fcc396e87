import { anchorOf, blockOf, plainText, type Token, type Tokens } from '@app/guides';
import { type Html, html } from '@app/pages';

/** Where code of a guide stands in place of the address that the guides are written with. */
export type Here = (code: string) => string;

/** The body of a guide. @throws Error for what guides do not use: nothing is left out without anybody noticing */
export const showMarkdown = (tokens: readonly Token[], here: Here): readonly Html[] =>
  tokens.filter(({ type }) => type !== 'space').map((token) => showBlock(token as Tokens.Generic, here));

function showBlock(token: Tokens.Generic, here: Here): Html {
  switch (token.type) {
    case 'heading': {
      if (token.depth !== 2) throw new Error(`A heading of a guide is of depth ${token.depth}: ${token.text}`);
      return html`<h2 id="${anchorOf(plainText(token as Token))}">${showInline(token.tokens, here)}</h2>`;
    }
    case 'paragraph':
      return html`<p>${showInline(token.tokens, here)}</p>`;
    case 'list':
      return showList(token as Tokens.List, here);
    case 'table':
      return showTable(token as Tokens.Table, here);
    case 'code':
      return showCode(token as Tokens.Code, here);
    default:
      throw new Error(`A guide holds a block that has no looks: ${token.type}`);
  }
}

function showList({ ordered, items }: Tokens.List, here: Here): Html {
  const rows = items.map(
    (item) =>
      html`<li>${item.tokens.flatMap((token) =>
        // A tight item holds its words without a paragraph.
        token.type === 'text' ? showInline((token as Tokens.Text).tokens, here) : showBlock(token, here),
      )}</li>`,
  );
  return ordered ? html`<ol class="steps">${rows}</ol>` : html`<ul class="points">${rows}</ul>`;
}

function showTable({ header, rows }: Tokens.Table, here: Here): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${header.map(({ tokens }) => html`<th scope="col">${showInline(tokens, here)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(({ tokens }) => html`<td>${showInline(tokens, here)}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** What is run, what it prints, or a file to save. */
export function showCode({ lang, text }: Pick<Tokens.Code, 'lang' | 'text'>, here: Here): Html {
  const { kind, name } = blockOf({ lang: lang ?? '', text });
  if (kind === 'output')
    return html`<div class="printed"><p class="small">It prints</p><pre class="code" tabindex="0" role="group" aria-label="What is printed"><code>${here(text)}</code></pre></div>`;
  const code = (label: string) =>
    html`<pre class="code ${kind === 'shell' ? 'wrap' : ''}" data-copy="" tabindex="0" role="group" aria-label="${label}"><code>${here(text)}</code></pre>`;
  if (kind === 'shell') return code('Commands');
  return html`<div class="saved"><p class="small">Save as <code>${name}</code></p>${code(`The file ${name ?? ''}`)}</div>`;
}

function showInline(tokens: readonly Token[] | undefined, here: Here): readonly (Html | string)[] {
  return (tokens ?? []).map((given) => {
    const token = given as Tokens.Generic;
    switch (token.type) {
      case 'text':
      case 'escape':
        return token.text as string;
      case 'codespan':
        return html`<code>${here(token.text)}</code>`;
      case 'strong':
        return html`<strong>${showInline(token.tokens, here)}</strong>`;
      case 'em':
        return html`<em>${showInline(token.tokens, here)}</em>`;
      case 'link':
        return html`<a href="${token.href}">${showInline(token.tokens, here)}</a>`;
      default:
        throw new Error(`A guide holds words that have no looks: ${token.type}`);
    }
  });
}

import type { ErrorCatalogue } from '@app/contract/openapi';
import { html } from '@app/pages';
import { groupPath, type RenderedPage, renderFrame } from './layout.ts';
import type { Reference } from './model.ts';

/** Every error code: status, what happened, what to do, and the calls that answer with it. */
export function renderErrors(reference: Reference, catalogue: ErrorCatalogue): RenderedPage {
  const uses = usesOf(reference);
  const areas = Map.groupBy(Object.entries(catalogue), ([code]) =>
    code.includes('.') ? code.split('.')[0]! : 'oauth',
  );
  const main = html`<h1>Error codes</h1>
<p class="lead">Branch on the code: several share a status. Every error carries the request id; send it when you report one.</p>
<ul class="jump">${[...areas.keys()].map((area) => html`<li><a href="#area-${area}">${area}</a></li>`)}</ul>
${[...areas].map(
  ([
    area,
    rows,
  ]) => html`<section aria-labelledby="area-${area}"><h2 id="area-${area}">${area === 'oauth' ? 'OAuth' : area}</h2>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">What happened</th><th scope="col">What to do</th></tr></thead>
<tbody>${rows.map(
    ([
      code,
      { status, meaning, fix },
    ]) => html`<tr id="${code}"><th scope="row"><a href="#${code}"><code>${code}</code></a></th>
<td>${[status].flat().map((each) => html`<span class="status bad">${each}</span> `)}</td><td>${meaning}</td>
<td>${fix}${uses.has(code) && !code.startsWith('common.') ? html`<div class="small">Answered by ${uses.get(code)?.map((use, index) => html`${index > 0 ? ', ' : null}<a href="${use.href}">${use.summary}</a>`)}</div>` : null}</td></tr>`,
  )}</tbody></table></section>`,
)}`;
  return renderFrame({ reference, title: 'Error codes', path: '/docs/errors', main });
}

/** Which operations answer with a code. */
function usesOf(
  reference: Reference,
): ReadonlyMap<string, readonly { readonly href: string; readonly summary: string }[]> {
  const uses = new Map<string, { href: string; summary: string }[]>();
  for (const area of reference.areas) {
    for (const group of area.groups) {
      for (const operation of group.operations) {
        for (const code of new Set(operation.failures.flatMap(({ codes }) => codes))) {
          const list = uses.get(code) ?? [];
          list.push({ href: `${groupPath(area.name, group.slug)}#${operation.anchor}`, summary: operation.summary });
          uses.set(code, list);
        }
      }
    }
  }
  return uses;
}

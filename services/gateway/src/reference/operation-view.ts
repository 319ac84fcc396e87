import { type Html, html } from '@app/pages';
import { showJson } from './code.ts';
import type { Installation } from './demo-values.ts';
import type { Answer, Operation, Parameter, Reference, Schema } from './model.ts';
import { showInline, showProse } from './prose.ts';
import { showSamples } from './samples-view.ts';
import { describe, showFields, typeOf } from './schema-view.ts';

export const showMethod = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

export const showMethods = ({ method, otherMethods }: Operation): readonly Html[] =>
  [method, ...otherMethods].map(showMethod);

/** The parameters of a path stand out. */
export const showPath = (path: string): Html =>
  html`<code class="path">${path.split(/(\{\w+\})/).map((part) => (part.startsWith('{') ? html`<i>${part}</i>` : part))}</code>`;

/** One operation: words and fields on the left, a request and its answer on the right. */
export function showOperation(reference: Reference, operation: Operation, installation: Installation): Html {
  const { anchor, path, aliases, summary } = operation;
  return html`<article class="operation" id="${anchor}" aria-labelledby="${anchor}-title">
<header><a class="try" href="/docs/try/${operation.id}">Try it</a><h2 id="${anchor}-title"><a href="#${anchor}">${summary}</a></h2>
<p class="line">${showMethods(operation)} ${showPath(path)}</p>
${aliases.length > 0 ? html`<p class="also">Also at ${aliases.map((alias, index) => [index > 0 ? ', ' : '', showPath(alias)])}</p>` : null}
${showFacts(operation)}</header>
<div class="columns">
<div class="words">${showProse(operation.description)}
${showParameters(reference, operation, 'path', 'Path')}
${showParameters(reference, operation, 'query', 'Query')}
${showBody(reference, operation)}
${operation.answers.map((answer) => showAnswer(reference, answer))}
${showFailures(operation)}</div>
<aside class="samples" aria-label="Example: ${summary}">
<h3>Request</h3>${showSamples(operation, installation)}
${showSampleAnswer(operation)}
</aside>
</div>
</article>`;
}

function showFacts({ credential, scope, roles, limit }: Operation): Html {
  const who =
    credential === 'none' ? 'Public' : credential === 'session' ? 'Session token' : `Scope ${scope ?? 'none'}`;
  return html`<ul class="facts"><li>${who}</li>${roles.length > 0 && roles.length < 6 ? html`<li>Roles ${roles.join(', ')}</li>` : null}${
    limit
      ? html`<li>${limit.requests} requests per ${limit.windowSeconds === 3600 ? 'hour' : limit.windowSeconds === 60 ? 'minute' : `${limit.windowSeconds} s`}</li>`
      : null
  }</ul>`;
}

function showParameters(
  reference: Reference,
  operation: Operation,
  where: Parameter['in'],
  title: string,
): Html | null {
  const parameters = operation.parameters.filter((parameter) => parameter.in === where);
  if (parameters.length === 0) return null;
  return html`<h3>${title}</h3><ul class="fields">${parameters.map(
    ({ name, schema, required, description }) => html`<li>
<div class="field-head"><code class="name">${name}</code> <span class="type">${typeOf(reference, schema)}</span>${required ? html` <span class="must">required</span>` : null}</div>
${describe(reference, description === undefined ? schema : { ...schema, description })}</li>`,
  )}</ul>`;
}

function showBody(reference: Reference, { body }: Operation): Html | null {
  const [content] = body?.content ?? [];
  if (!body || !content) return null;
  const types = body.content.map(({ type }) => type).join(', ');
  return html`<h3>Body <span class="type">${types}${body.isRequired ? '' : ', optional'}</span></h3>${content.schema ? showFields(reference, content.schema) : null}`;
}

function showAnswer(reference: Reference, answer: Answer): Html {
  const json = answer.content.find(({ type }) => type === 'application/json');
  const types = answer.content.map(({ type }) => type).join(', ');
  const fields = json?.schema ? showFields(reference, json.schema) : null;
  return html`<h3><span class="status good">${answer.status}</span> ${showInline(answer.description)} <span class="type">${types}</span></h3>
${fields ? html`<details class="answer"><summary>${titleOf(reference, json?.schema)}</summary>${fields}</details>` : null}`;
}

function titleOf(reference: Reference, schema: Schema | undefined): string {
  const type = schema ? typeOf(reference, schema) : 'object';
  return type === 'object' ? 'Fields' : type;
}

/** Failures by status; each code leads to its row in the catalogue. */
function showFailures({ failures }: Operation): Html | null {
  if (failures.length === 0) return null;
  return html`<h3>Errors</h3><ul class="failures">${failures.map(
    ({ status, codes }) =>
      html`<li><span class="status bad">${status}</span> ${codes.map((code) => html`<a href="/docs/errors#${code}"><code>${code}</code></a> `)}</li>`,
  )}</ul>`;
}

function showSampleAnswer({ answers }: Operation): Html | null {
  const [answer] = answers;
  if (!answer) return null;
  const example = answer.content.find(({ type }) => type === 'application/json')?.example;
  const sample = example === undefined ? null : showJson(example);
  const types = answer.content.map(({ type }) => type).join(', ');
  const nothing = html`<p class="small">${types === '' ? 'No body.' : types}</p>`;
  return html`<h3>Answer <span class="status good">${answer.status}</span></h3>${sample ?? nothing}`;
}

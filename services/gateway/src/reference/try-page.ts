import { DEMO_PASSWORD } from '@app/demo/password';
import { contentSecurityPolicy, type Html, html, verbatim } from '@app/pages';
import { senders, Variable } from '@app/samples';
import type { DemoValues, Installation } from './demo-values.ts';
import { groupPath, type RenderedPage, renderFrame } from './layout.ts';
import type { Area, Group, Operation, Parameter, Reference } from './model.ts';
import { showMethod, showMethods, showPath } from './operation-view.ts';
import { sampleOf } from './samples-view.ts';
import { typeOf } from './schema-view.ts';
import { style } from './style.ts';
import { tryScript } from './try-script.ts';

const tryPath = (operation: Operation): string => `/docs/try/${operation.id}`;

const policy = contentSecurityPolicy({ styles: [style], scripts: [tryScript], connect: ["'self'"] });
const scripted = { head: html``, policy };

/** `/docs/try` and the form of one operation below it; undefined for an operation that does not exist. */
export function renderTry(reference: Reference, path: string, installation: Installation): RenderedPage | undefined {
  const { values } = installation;
  if (path === '/docs/try') {
    const main = html`<h1>Try it</h1><p class="lead">Calls go to this installation and count: use a test company.</p>${showCredential(values)}
${reference.areas.map((area) => showCalls(area))}${program()}`;
    return renderFrame({ reference, title: 'Try it', path, main, extra: scripted });
  }
  for (const area of reference.areas) {
    for (const group of area.groups) {
      const operation = group.operations.find((each) => tryPath(each) === path);
      if (operation)
        return renderFrame({
          reference,
          title: `Try: ${operation.summary}`,
          path,
          main: showForm(reference, area, group, operation, filledFrom(operation, installation), values),
          extra: scripted,
        });
    }
  }
  return undefined;
}

const program = (): Html => verbatim(`<script>${tryScript}</script>`);

const showCalls = (area: Area): Html =>
  html`<h2>${area.title}</h2><ul class="toc">${area.groups.flatMap((group) =>
    group.operations.map(
      (operation) =>
        html`<li>${showMethods(operation)} <a href="${tryPath(operation)}" title="${operation.summary}">${showPath(operation.path)}</a></li>`,
    ),
  )}</ul>`;

/** Sign-in gives a session token; any other token can be pasted. It stays in this tab. */
const showCredential = (
  values: DemoValues,
): Html => html`<noscript><p class="warn">Trying calls needs JavaScript; the reference shows each call for the shell.</p></noscript>
<details class="sheet credential"><summary>Credential${values.size === 0 ? null : ': the owner of the demo company, unless you sign in or paste a token'}</summary>
${values.size === 0 ? null : html`<p class="send"><button id="demo" type="button" data-email="${senders.owner.email ?? ''}" data-password="${DEMO_PASSWORD}">Sign in as the owner of the demo company</button></p>`}
<form id="sign-in" class="row"><label>Email<input name="email" type="email" autocomplete="username" required></label><label>Password<input name="password" type="password" autocomplete="current-password" required></label><button>Sign in</button></form>
<p class="small" id="sign-in-said" role="status"></p>
<label>Token<input id="token" autocomplete="off" spellcheck="false" placeholder="An access token or the session token of a sign-in"></label></details>`;

/** What fields are filled with: the values of the sample, by the place and name of the field. */
interface Filled {
  readonly fields: ReadonlyMap<string, unknown>;
  readonly body: unknown;
}

/** The sample's values where they are known, and those of the example for the rest. */
function filledFrom(operation: Operation, installation: Installation): Filled {
  const request = sampleOf(operation, installation);
  const plain = (_: string, value: unknown): unknown => (value instanceof Variable ? value.example : value);
  const {
    params = {},
    query = {},
    body,
  } = JSON.parse(JSON.stringify(request ?? {}, (key, value) => (key === 'endpoint' ? undefined : plain(key, value))));
  const placed = (where: string, fields: object) =>
    Object.entries(fields).map(([name, value]) => [`${where} ${name}`, value] as const);
  return { fields: new Map([...placed('path', params), ...placed('query', query)]), body };
}

function showForm(
  reference: Reference,
  area: Area,
  group: Group,
  operation: Operation,
  filled: Filled,
  values: DemoValues,
): Html {
  const { method, path, summary, parameters, body, answers, credential, anchor } = operation;
  const content = body?.content[0];
  const types = [...new Set(answers.flatMap((answer) => answer.content.map(({ type }) => type)))];
  const example = filled.body ?? content?.example;
  const isForm = content?.type === 'application/x-www-form-urlencoded';
  const text = isForm
    ? new URLSearchParams((example ?? {}) as Record<string, string>).toString()
    : JSON.stringify(example, null, 2);
  return html`<h1>${summary}</h1><p class="line">${showMethod(method)} ${showPath(path)}</p>
<p class="lead"><a href="${groupPath(area.name, group.slug)}#${anchor}">Read about this call</a></p>
${showCredential(values)}
<form id="call" class="sheet" data-method="${method}" data-path="${path}" data-credential="${credential === 'none' ? 'no' : 'yes'}" data-type="${content?.type ?? ''}">
${parameters
  .filter((parameter) => parameter.in !== 'header')
  .map((parameter) =>
    showInput(reference, {
      ...parameter,
      example: filled.fields.get(`${parameter.in} ${parameter.name}`) ?? parameter.example,
    }),
  )}
${content ? html`<label>Body <span class="type">${content.type}</span><textarea name="body" rows="12" spellcheck="false">${text ?? ''}</textarea></label>` : null}
${types.length > 1 ? html`<label>Answer as<select name="accept">${types.map((type) => html`<option>${type}</option>`)}</select></label>` : null}
<p class="send"><button>Send</button> <span id="said" role="status"></span></p></form>
<section id="answer" aria-label="Answer" hidden><h2>Answer <span class="status" id="status"></span></h2>
<pre class="code" tabindex="0"><code id="body"></code></pre><details><summary>Headers</summary><pre class="code" tabindex="0"><code id="headers"></code></pre></details></section>
${program()}`;
}

function showInput(reference: Reference, { name, in: where, schema, required, description, example }: Parameter): Html {
  const words = html`<span class="name">${name}</span> <span class="type">${typeOf(reference, schema)}${required ? ', required' : ''}${description === undefined ? '' : ` · ${description}`}</span>`;
  const { enum: choices, type } = reference.resolve(schema).schema;
  const values = type === 'boolean' ? [true, false] : choices;
  return values
    ? html`<label>${words}<select name="${name}" data-in="${where}"><option></option>${values.map((value) =>
        String(value) === String(example)
          ? html`<option selected>${String(value)}</option>`
          : html`<option>${String(value)}</option>`,
      )}</select></label>`
    : html`<label>${words}<input name="${name}" data-in="${where}" value="${example === undefined ? '' : String(example)}" autocomplete="off"></label>`;
}

import { contentSecurityPolicy, type Html, html, verbatim } from '@app/pages';
import { groupPath, type RenderedPage, renderFrame } from './layout.ts';
import type { Area, Group, Operation, Parameter, Reference } from './model.ts';
import { showMethod, showMethods, showPath } from './operation-view.ts';
import { typeOf } from './schema-view.ts';
import { style } from './style.ts';
import { tryScript } from './try-script.ts';

const tryPath = (operation: Operation): string => `/docs/try/${operation.id}`;

const policy = contentSecurityPolicy({ styles: [style], scripts: [tryScript], connect: ["'self'"] });
const scripted = { head: html``, policy };

/** `/docs/try` and the form of one operation below it; undefined for an operation that does not exist. */
export function renderTry(reference: Reference, path: string): RenderedPage | undefined {
  if (path === '/docs/try') {
    const main = html`<h1>Try it</h1><p class="lead">Calls go to this installation and count: use a test company.</p>${showCredential()}
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
          main: showForm(reference, area, group, operation),
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
const showCredential =
  (): Html => html`<noscript><p class="warn">Trying calls needs JavaScript; the reference shows each call for the shell.</p></noscript>
<details class="sheet credential"><summary>Credential</summary>
<form id="sign-in" class="row"><label>Email<input name="email" type="email" autocomplete="username" required></label><label>Password<input name="password" type="password" autocomplete="current-password" required></label><button>Sign in</button></form>
<p class="small" id="sign-in-said" role="status"></p>
<label>Token<input id="token" autocomplete="off" spellcheck="false" placeholder="An access token or the session token of a sign-in"></label></details>`;

function showForm(reference: Reference, area: Area, group: Group, operation: Operation): Html {
  const { method, path, summary, parameters, body, answers, credential, anchor } = operation;
  const content = body?.content[0];
  const types = [...new Set(answers.flatMap((answer) => answer.content.map(({ type }) => type)))];
  const example = content?.example;
  const isForm = content?.type === 'application/x-www-form-urlencoded';
  const text = isForm
    ? new URLSearchParams((example ?? {}) as Record<string, string>).toString()
    : JSON.stringify(example, null, 2);
  return html`<h1>${summary}</h1><p class="line">${showMethod(method)} ${showPath(path)}</p>
<p class="lead"><a href="${groupPath(area.name, group.slug)}#${anchor}">Read about this call</a></p>
${showCredential()}
<form id="call" class="sheet" data-method="${method}" data-path="${path}" data-credential="${credential === 'none' ? 'no' : 'yes'}" data-type="${content?.type ?? ''}">
${parameters.filter((parameter) => parameter.in !== 'header').map((parameter) => showInput(reference, parameter))}
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

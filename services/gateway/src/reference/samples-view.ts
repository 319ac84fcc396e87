import { allEndpoints } from '@app/api/endpoints';
import type { AnyEndpoint } from '@app/contract';
import { type Html, html } from '@app/pages';
import {
  curlOf,
  lookupIn,
  operationOf,
  pythonOf,
  requestOf,
  type SampleRequest,
  type Sender,
  senders,
  typescriptOf,
} from '@app/samples';
import { showShell } from './code.ts';
import type { Installation } from './demo-values.ts';
import type { Operation } from './model.ts';

const declared: ReadonlyMap<string, AnyEndpoint> = new Map(
  allEndpoints.map((endpoint) => [operationOf(endpoint), endpoint]),
);

/** The request of an operation's sample; undefined for an operation that is not declared. */
export function sampleOf({ id }: Operation, { baseUrl, values, year }: Installation): SampleRequest | undefined {
  const endpoint = declared.get(id);
  return endpoint && requestOf(endpoint, baseUrl, lookupIn(values), year);
}

/** The sample of an operation for the shell, and folded up in TypeScript and Python. */
export function showSamples(operation: Operation, installation: Installation): Html | null {
  const request = sampleOf(operation, installation);
  if (!request) return null;
  const { cannotRun, sender = 'owner' } = request.endpoint.example ?? {};
  const group = `sample-${operation.anchor}`;
  const { variable, who } = senders[sender as Sender];
  return html`${cannotRun === undefined ? null : html`<p class="small">Not run as it stands: ${cannotRun}</p>`}
${request.token === undefined ? null : html`<p class="small"><code>${variable}</code>: the token of ${who}</p>`}
<details name="${group}" open><summary>curl</summary>${showShell(curlOf(request))}</details>
<details name="${group}"><summary>TypeScript</summary>${showShell(typescriptOf(request))}</details>
<details name="${group}"><summary>Python</summary>${showShell(pythonOf(request))}</details>`;
}

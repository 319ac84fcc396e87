import type { AnyEndpoint } from '@app/contract';
import type { SampleRequest } from '@app/samples';
import type { Credentials } from '../samples/samples.ts';
import { type Attack, attacksOn, type IdOf, type Sent } from './attacks.ts';
import type { Kind } from './kinds.ts';
import { MARK, type OtherCompany } from './other-company.ts';
import { settled } from './settled.ts';

/** What a request got that names another company's record, and what the same one got with an id that nobody has. */
export interface Compared extends Pick<Attack, 'place' | 'field'> {
  readonly title: string;
  readonly unknown: Answer;
  readonly foreign: Answer;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

export type Comparison = ReturnType<typeof createComparison>;

/** Of nobody, whatever the kind. */
const nobody: IdOf = (kind) => unknown[kind] ?? 987_654_321;
const unknown: Partial<Readonly<Record<Kind, string>>> = {
  'account-codes': '6895',
  clients: 'app_aaaaaaaaaaaaaaaaaaaaaaaa',
};

/** Sends requests with ids of another company and compares them with ids of nobody, over HTTP and as calls of tools. */
export function createComparison(other: OtherCompany) {
  const compared: Compared[] = [];
  const faults: string[] = [];

  const compare = async (title: string, attack: Attack, send: (sent: Sent) => Promise<Answer>): Promise<void> => {
    const theirs: IdOf = (kind) => other.ids[kind];
    const [unknown, foreign] = [await send(attack.with(nobody)), await send(attack.with(theirs))];
    const ids = attack.kinds.flatMap((kind) => [nobody(kind), theirs(kind)]);
    const { place, field } = attack;
    compared.push({ title, place, field, unknown, foreign });
    const fault = faultOf(compared.at(-1)!, ids);
    if (fault !== undefined) faults.push(`${title}: ${fault}\n  ${described(unknown)}\n  ${described(foreign)}`);
  };

  return {
    compared: compared as readonly Compared[],
    faults: faults as readonly string[],
    /** What is tried before the sample of an endpoint is sent, which shows that the request was sound otherwise. */
    before: async (
      endpoint: AnyEndpoint,
      sound: SampleRequest,
      { sender, token, tools }: Credentials,
    ): Promise<void> => {
      // Administrators of the platform reach every company.
      if (sender === 'administrator') return;
      for (const attack of attacksOn(endpoint, sound)) {
        await compare(attack.title, attack, (sent) => overHttp(sent, token));
        const tool = endpoint.tool?.name;
        if (tool === undefined || tools === undefined) continue;
        await compare(`${attack.title} of ${tool}`, attack, (sent) => asTool(sound.baseUrl, tool, sent, tools));
      }
    },
  };
}

const withoutId = (text: string, id: number | string): string =>
  text.replace(/"request_id":"[^"]*"/g, '"request_id":""').replace(new RegExp(`(?<![\\w-])${id}(?![\\w-])`, 'g'), '#');

const described = ({ status, text }: Answer): string => `${status} ${text.slice(0, 300)}`;

/**
 * What is wrong with the two answers; undefined when a stranger learns nothing from them.
 * @param ids that were sent, the first one of nobody
 */
function faultOf({ place, field, unknown, foreign }: Compared, ids: readonly (number | string)[]): string | undefined {
  if (foreign.text.toLowerCase().includes(MARK.toLowerCase())) return 'shows what the other company has';
  const without = ({ text }: Answer) => ids.reduce<string>(withoutId, text);
  const isAlike = unknown.status === foreign.status && without(unknown) === without(foreign);
  const rule = settled[place] ?? (field.part === 'params' && !isAlike ? ofPath : undefined);
  if (rule === undefined && !isAlike) return 'tells it from an id of nobody';
  if (rule !== undefined && isAlike) return 'tells it no longer from an id of nobody: strike it from what is settled';
  if (rule !== undefined && !rule.statuses.every((status, n) => isAnsweredWith([unknown, foreign][n]!, status)))
    return `is not answered with ${rule.statuses.join(' and ')}`;
  const name = field.path.filter((part) => part !== '[]').at(-1)!;
  const isLookedAt = isEmptyList(unknown) || [ids[0], name].some((word) => unknown.text.includes(String(word)));
  return isLookedAt || saysLittle.test(unknown.text) ? undefined : 'was refused, or taken, without regard to the id';
}

const ofPath = { statuses: [404, 403] } as const;

/** Refusals that name no id on purpose: of clients, and of links. */
const saysLittle = /"invalid_client"|"common.not_found","message":"The link/;

/** Tools answer 200, with the failure of the endpoint in it. */
const isAnsweredWith = ({ status, text }: Answer, expected: number): boolean =>
  status === expected || (status === 200 && /"error":\{"code"/.test(text));

const isEmptyList = ({ status, text }: Answer): boolean =>
  status === 200 && (text === '[]' || text.includes('"data":[]') || text.includes('"records":0'));

async function overHttp({ address, method, type, accept, body }: Sent, token: string | undefined): Promise<Answer> {
  const response = await fetch(address, {
    ...{ method, redirect: 'manual' },
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(accept === undefined ? {} : { accept }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

async function asTool(baseUrl: string, name: string, sent: Sent, token: string): Promise<Answer> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: sent.arguments } };
  const response = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(message),
  });
  const { result, error } = (await response.json()) as { result?: { structuredContent: unknown }; error?: unknown };
  return { status: response.status, text: JSON.stringify(result?.structuredContent ?? error) };
}

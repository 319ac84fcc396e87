import type { ServerResponse } from 'node:http';

/** What is found out about a request of a client while it is served. */
export interface RequestNote {
  clientId?: string;
  /** The tool that was called. */
  tool?: string;
  /** The code of a refusal that stands in an answer of success, as those of tools do. */
  code?: string;
}

const notes = new WeakMap<ServerResponse, RequestNote>();

/** Adds to what is known of a request. */
export function noteOn(response: ServerResponse, more: RequestNote): void {
  const known = notes.get(response);
  if (known) Object.assign(known, more);
  else notes.set(response, more);
}

export const noteOf = (response: ServerResponse): RequestNote | undefined => notes.get(response);

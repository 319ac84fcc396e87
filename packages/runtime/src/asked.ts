import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Where Node.js says that a server of this process, of either protocol, has been asked something. */
const ASKED = ['http.server.request.start', 'http2.server.stream.start'];

/** Calls the listener for each request and call that servers of this process get. @returns what ends that */
export function onAsked(listener: () => void): () => void {
  for (const channel of ASKED) subscribe(channel, listener);
  return () => {
    for (const channel of ASKED) unsubscribe(channel, listener);
  };
}

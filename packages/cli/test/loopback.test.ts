import { request } from 'node:http';
import { expect, it } from 'vitest';
import { openLoopback } from '../src/loopback.ts';

/** Sends a path as it is, which `fetch` would put in order first; gives the status. */
const send = (address: string, path: string, method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    request({ hostname, port, path, method }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .once('error', reject)
      .end();
  });

it('only the answer to its own request ends the wait: others of this machine neither end nor break it', async () => {
  const loopback = await openLoopback(0, new AbortController().signal);
  try {
    const answer = loopback.answerTo('mine');
    for (const path of [
      '/callback',
      '/callback?state=theirs&code=x',
      '/callback?error=access_denied',
      '/?state=mine',
      '//',
      '/%',
    ])
      expect([path, await send(loopback.redirectUri, path)]).toEqual([path, 404]);
    expect(await send(loopback.redirectUri, '/callback?state=mine&code=x', 'POST')).toBe(404);
    expect(await send(loopback.redirectUri, '/callback?state=mine&code=right')).toBe(200);
    expect((await answer).get('code')).toBe('right');
  } finally {
    loopback.close();
  }
});

it('a person who has had enough ends the wait, before it or in it', async () => {
  const before = await openLoopback(0, AbortSignal.abort(new Error('enough')));
  await expect(before.answerTo('mine')).rejects.toThrow('enough');
  before.close();
  const enough = new AbortController();
  const within = await openLoopback(0, enough.signal);
  const answer = within.answerTo('mine');
  enough.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
  within.close();
});

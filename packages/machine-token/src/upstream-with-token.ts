import { createUpstream, isRepeatable, type Upstream, type UpstreamOptions } from '@app/upstream';
import type { MachineToken } from './machine-token.ts';

/**
 * An outside system that knows us by a machine token. Once it refuses the token (401), whose life may have been cut
 * short there, it is asked again with a new one, where the call may be repeated.
 */
export function createUpstreamWithToken(
  options: Omit<UpstreamOptions, 'headers'> & { readonly token: MachineToken },
): Upstream {
  const { token, ...others } = options;
  const upstream = createUpstream({
    ...others,
    headers: async () => ({ authorization: `Bearer ${await token.get()}` }),
  });
  return {
    async request(request) {
      const response = await upstream.request(request);
      if (response.status !== 401) return response;
      token.forget();
      return isRepeatable(request) ? upstream.request(request) : response;
    },
  };
}

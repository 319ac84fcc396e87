/** Does an address lead to the machine that it is opened on? */
export const isThisMachine = (address: string): boolean =>
  /^(([\w-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(address).hostname);

/**
 * The origin of the sandbox: it is the identity provider where that one stands on this machine.
 * @param identityProvider its issuer
 */
export const sandboxOf = (identityProvider: string): string | undefined =>
  isThisMachine(identityProvider) ? new URL(identityProvider).origin : undefined;

/** Is it a name or an address of the machine that asks (RFC 6761 section 6.3)? An IPv6 address may stand in brackets. */
export const isLoopbackHost = (host: string): boolean =>
  /^(([\w-]+\.)*localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);

/** Does an address lead to the machine that it is opened on? */
export const isThisMachine = (address: string): boolean => isLoopbackHost(new URL(address).hostname);

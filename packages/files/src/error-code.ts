/** By which the system names what failed, as in "ENOENT"; undefined where it was not the system. */
export const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;

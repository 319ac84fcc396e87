import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, fit for URLs and forms: codes, refresh tokens, session ids, client secrets. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * What is stored of such a value. It is random and long, so a fast digest is enough (RFC 9700 asks a slow one of
 * passwords only).
 */
export const digestOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** Compares digests in constant time. */
export const sameDigest = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

import { describe, expect, it } from 'vitest';
import { covers, narrowScope, parseScope } from './scope.ts';

describe('parseScope', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    [' \t', undefined],
    ['read', 'read'],
    ['write', 'write'],
    ['write  read', 'read write'],
    ['read read', 'read'],
    ['read:profile', 'read'],
    ['read:accounting', 'read'],
    ['write:profile', 'read write'],
    ['write:accounting read:profile', 'read write'],
  ])('%j is %j', (text, scope) => expect(parseScope(text)).toBe(scope));

  it.each(['admin', 'READ', 'read,write', 'constructor', 'read:payroll', '__proto__'])('refuses %j', (text) =>
    expect(() => parseScope(text)).toThrow(expect.objectContaining({ code: 'invalid_scope', status: 400 })),
  );
});

describe('narrowScope', () => {
  it('write covers read, and read never covers write', () => {
    expect([
      covers('write', 'read'),
      covers('read write', 'write'),
      covers('read', 'read'),
      covers('read', 'write'),
    ]).toEqual([true, true, true, false]);
  });

  it('gives what is wanted, all of it when nothing is named, and refuses more', () => {
    expect([
      narrowScope('read write', 'read'),
      narrowScope('read', undefined),
      narrowScope('write', 'read write'),
    ]).toEqual(['read', 'read', 'read write']);
    expect(() => narrowScope('read', 'write')).toThrow(expect.objectContaining({ code: 'invalid_scope' }));
  });
});

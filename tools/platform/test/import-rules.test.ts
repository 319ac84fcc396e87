import { describe, expect, it } from 'vitest';
import { type Exceptions, faultsOfImports } from '../src/import-rules.ts';
import { modulesOf } from '../src/imports.ts';

const NONE: Exceptions = { stores: [], knots: [] };

/** Imports written as `from -> to`. */
const faults = (imports: readonly string[], exceptions = NONE) => {
  const read = imports.map((line) => {
    const [from = '', to = ''] = line.split(' -> ');
    return { from, to };
  });
  return faultsOfImports(read, exceptions);
};

describe('what a file imports', () => {
  it('is read from imports, types, re-exports and literal dynamic imports, and from nothing that only looks like one', () => {
    const text = `
      import { a } from './a.ts';
      import type { B } from '@app/b';
      export * from './c.ts';
      export type { D } from './d.ts';
      const e = await import('./e.ts');
      const f = await import(name);
      // import { g } from './g.ts';
      const h = "import { h } from './h.ts'";
    `;
    expect(modulesOf('x.ts', text)).toEqual(['./a.ts', '@app/b', './c.ts', './d.ts', './e.ts']);
  });
});

describe('an import is refused', () => {
  it('of a service by a service or a package, though tests may start the sandbox', () => {
    expect(faults(['services/auth/src/main.ts -> services/ledger'])[0]).toMatch(/a service does not import a service/);
    expect(faults(['packages/db/test/a.test.ts -> services/ledger/src/service.ts'])[0]).toMatch(
      /a package does not import a service/,
    );
    expect(faults(['services/auth/src/main.ts -> services/sandbox'])).toHaveLength(1);
    expect(
      faults(['services/auth/test/mailbox.ts -> services/sandbox', 'services/auth/src/main.ts -> packages/db']),
    ).toEqual([]);
  });

  it('of a store from another aggregate, but not from its own, a test or the composition', () => {
    const store = 'services/auth/src/users/store.ts';
    expect(faults([`services/auth/src/tokens/issue.ts -> ${store}`])[0]).toMatch(
      /only from within the folder of its aggregate/,
    );
    expect(faults(['services/auth/src/tokens/issue.ts -> services/auth/src/users/name-store.ts'])).toHaveLength(1);
    const allowed = ['src/users/pages/show.ts', 'src/service.ts', 'test/users.test.ts', 'src/tokens/issue.test.ts'];
    expect(faults(allowed.map((from) => `services/auth/${from} -> ${store}`))).toEqual([]);
  });

  it('that closes a circle of folders, over any number of them', () => {
    const chain = ['a/1.ts -> b/1.ts', 'b/2.ts -> c/1.ts'].map((line) =>
      line.replace(/(\w\/)/g, 'services/auth/src/$1'),
    );
    expect(faults(chain)).toEqual([]);
    expect(faults([...chain, 'services/auth/src/c/2.ts -> services/auth/src/a/2.ts'])).toEqual([
      'services/auth/src: a, b, c import each other in a circle.',
    ]);
  });
});

describe('files that import each other', () => {
  it('are refused, in one folder and wherever they are, over any number of files', () => {
    expect(faults(['packages/db/src/a.ts -> packages/db/src/b.ts', 'bench/src/b.ts -> bench/src/a.ts'])).toEqual([]);
    expect(
      faults(['packages/db/src/a.ts -> packages/db/src/b.ts', 'packages/db/src/b.ts -> packages/db/src/a.ts']),
    ).toEqual(['packages/db/src/a.ts, packages/db/src/b.ts import each other in a circle, of types at least.']);
    const chain = [
      'bench/src/a.ts -> bench/src/b.ts',
      'bench/src/b.ts -> bench/src/c.ts',
      'bench/src/c.ts -> bench/src/a.ts',
    ];
    expect(faults(chain)).toHaveLength(1);
  });
});

describe('an exception', () => {
  const use = 'services/auth/src/tokens/issue.ts -> services/auth/src/users/store.ts';
  const back = 'services/auth/src/users/end.ts -> services/auth/src/tokens/end.ts';
  const exceptions: Exceptions = {
    stores: [{ of: 'services/auth/src/users', usedBy: ['tokens'], why: 'known' }],
    knots: [{ source: 'services/auth/src', folders: ['tokens', 'users'] }],
  };

  it('allows what it names', () => {
    expect(faults([use, back], exceptions)).toEqual([]);
  });

  it('that is not needed any more is a fault, so that the list only gets shorter', () => {
    expect(faults([], exceptions)).toEqual([
      expect.stringMatching(/^tokens does not import the store of .*any more/),
      expect.stringMatching(/^services\/auth\/src: tokens, users are not this knot any more/),
    ]);
  });
});

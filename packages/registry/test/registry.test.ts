import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backendNames, type Service, serviceNames, services } from '../src/index.ts';

const rows: readonly Service[] = services;
const folder = join(import.meta.dirname, '..', '..', '..', 'services');

describe('the table of services', () => {
  it('gives every service a name and a number of its own', () => {
    expect(new Set(serviceNames).size).toBe(serviceNames.length);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
  });

  it('has names that the database, the broker, containers, charts and variables all take', () => {
    for (const { name } of rows) expect(name).toMatch(/^[a-z][a-z0-9]{1,30}$/);
  });

  it('has numbers whose ports reach neither those of the next service nor those of the gateway', () => {
    for (const { number } of rows)
      expect([Number.isInteger(number), number > 0, number < 80]).toEqual([true, true, true]);
  });

  it('names every folder of services but those of the gateway and the sandbox', () => {
    const found = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package.json')));
    expect(found.sort()).toEqual([...serviceNames, 'sandbox'].sort());
  });

  it('says of each what it does, in a sentence', () => {
    for (const { title, description } of rows) {
      expect(title).toMatch(/^\p{Lu}/u);
      expect(description).toMatch(/^\p{Lu}.*\.$/u);
    }
    expect(backendNames).toEqual(rows.map(({ name }) => name));
  });
});

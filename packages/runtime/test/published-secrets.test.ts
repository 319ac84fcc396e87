import { expect, it } from 'vitest';
import { ConfigError, refusePublishedSecrets } from '../src/index.ts';

const published = {
  DATABASE_URL: 'postgres://ledger:only-for-this-machine@postgres:5432/accounting',
  DATA_ENCRYPTION_KEY: 'b25seS1mb3ItdGhpcy1tYWNoaW5lLTMyLWJ5dGVzISE=',
  DATABASE_POOL_SIZE: 8,
  LOG_LEVEL: 'info',
};

it('published defaults are refused behind https, by the names of their variables and without their values', () => {
  const refuse = () => refusePublishedSecrets('https://books.example', published);
  expect(refuse).toThrow(ConfigError);
  expect(refuse).toThrow(/^DATABASE_URL, DATA_ENCRYPTION_KEY hold defaults that are published/);
  expect(refuse).not.toThrow(/b25seS1|only-for/);
});

it("secrets of one's own are taken, and on one machine the defaults, too", () => {
  refusePublishedSecrets('https://books.example', { DATA_ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') });
  refusePublishedSecrets('http://127.0.0.1:8080', published);
});

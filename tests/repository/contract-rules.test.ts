import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  contractFolder,
  malformedRules,
  oldCitations,
  type PageLink,
  pageNames,
  readMentions,
  readNotBuilt,
  readPageLinks,
  readRules,
  topicsOf,
} from './contract-rules.ts';

const rules = readRules();
const mentions = readMentions();
const notBuilt = readNotBuilt();
const ruleIds = new Set(rules.map((rule) => rule.id));
const provenIds = new Set(mentions.filter((mention) => mention.isProof).map((mention) => mention.id));

const repeated = (ids: readonly string[]): readonly string[] => ids.filter((id, i) => ids.indexOf(id) !== i);

describe('the pages of docs/contract', () => {
  it('state each rule once, as one line of one sentence', () => {
    expect(malformedRules(), 'lines that begin as a rule and are none').toEqual([]);
    expect(repeated(rules.map((rule) => rule.id)), 'ids with more than one rule').toEqual([]);
    expect(
      rules.filter((rule) => !/[.]$/.test(rule.sentence)).map((rule) => rule.id),
      'rules that are no sentence',
    ).toEqual([]);
    expect(rules.length).toBeGreaterThan(1000);
  });

  it('are listed by the index, each with its title', () => {
    const index = readFileSync(join(contractFolder, 'README.md'), 'utf8');
    const listed = [...index.matchAll(/^\| \[(.+)\]\(([\w-]+\.md)\) \| \S.* \|$/gm)].map(
      (match) => `${match[2]} ${match[1]}`,
    );
    const titled = pageNames().map(
      (page) => `${page} ${/^# (.+)$/m.exec(readFileSync(join(contractFolder, page), 'utf8'))?.[1]}`,
    );
    expect([...listed].sort()).toEqual([...titled].sort());
  });

  it('are there, with the topic that is meant, wherever one is named', () => {
    const there = new Set(readdirSync(contractFolder));
    const isThere = ({ page, topic }: PageLink): boolean =>
      there.has(page) && (topic === undefined || topicsOf(page).includes(topic));
    expect(
      readPageLinks()
        .filter((link) => !isThere(link))
        .map((link) => `${link.at} names ${link.page}${link.topic === undefined ? '' : `, "${link.topic}"`}`),
    ).toEqual([]);
  });

  it('are what comments cite: nobody needs a text that is not here', () => {
    expect(oldCitations()).toEqual([]);
  });
});

describe('the ids of rules', () => {
  it('that code, tests and documents name are on a page', () => {
    expect(
      mentions.filter((mention) => !ruleIds.has(mention.id)).map((mention) => `${mention.at} names ${mention.id}`),
    ).toEqual([]);
  });

  it('are in the title of a test, or in the list of what is not built', () => {
    const listed = new Set(notBuilt);
    expect(
      rules
        .filter((rule) => !provenIds.has(rule.id) && !listed.has(rule.id))
        .map((rule) => `${rule.id} of ${rule.page}`),
    ).toEqual([]);
  });

  it('leave the list of what is not built when a test proves them', () => {
    expect(
      notBuilt.filter((id) => provenIds.has(id)),
      'proven by a test: take them from not-built.txt',
    ).toEqual([]);
    expect(
      notBuilt.filter((id) => !ruleIds.has(id)),
      'on no page',
    ).toEqual([]);
    expect(repeated(notBuilt), 'listed twice').toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A rule as its page states it: `- **<id>** One sentence.` */
export interface Rule {
  readonly id: string;
  readonly page: string;
  readonly sentence: string;
}

/** A rule id somewhere in the repository. */
export interface Mention {
  readonly id: string;
  /** `path:line` from the root of the repository. */
  readonly at: string;
  /** In the title of a test, as `[<id>]`: that test proves the rule. */
  readonly isProof: boolean;
}

const root = join(import.meta.dirname, '../..');
export const contractFolder = join(root, 'docs/contract');

const ID = /\b[A-Z]{2,5}-R\d{2,3}\b/g;
const RULE_LINE = /^- \*\*([A-Z]{2,5}-R\d{2,3})\*\* (\S.*)$/;
const PROOF = /\[[A-Z]{2,5}-R\d{2,3}(?:,? [A-Z]{2,5}-R\d{2,3})*\]/g;
const COMMENT = /^\s*(?:\/\/|\/?\*)/;

const linesOf = (path: string): readonly string[] => readFileSync(path, 'utf8').split('\n');

/** Names of the pages, without the index. */
export const pageNames = (): readonly string[] =>
  readdirSync(contractFolder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort();

/** Every rule of every page, in order. */
export function readRules(): readonly Rule[] {
  return pageNames().flatMap((page) =>
    linesOf(join(contractFolder, page)).flatMap((line) => {
      const match = RULE_LINE.exec(line);
      return match ? [{ id: match[1]!, page, sentence: match[2]! }] : [];
    }),
  );
}

/** Lines of pages that begin as a rule does and are none, as `page:line`. */
export function malformedRules(): readonly string[] {
  return pageNames().flatMap((page) =>
    linesOf(join(contractFolder, page)).flatMap((line, i) =>
      /^\s*[-*] \*\*/.test(line) && !RULE_LINE.test(line) ? [`${page}:${i + 1}`] : [],
    ),
  );
}

/** Ids of the rules that no test proves yet: what is not built. Lines that begin with `#` are headings. */
export function readNotBuilt(): readonly string[] {
  return linesOf(join(contractFolder, 'not-built.txt')).filter((line) => line !== '' && !line.startsWith('#'));
}

const FOLDERS = ['bench', 'deploy', 'docs', 'packages', 'protos', 'services', 'tests', 'tools'];
const TEXT = /\.(?:ts|tsx|mjs|js|sql|proto|md|yaml|yml|json|css|html)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'generated', 'not-built.txt']);

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name) || entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (TEXT.test(entry.name)) yield path;
  }
}

/** The texts of the repository, as paths from its root: sources, tests, documents, declarations. */
function repositoryTexts(): readonly string[] {
  const documents = readdirSync(root).filter((name) => name.endsWith('.md'));
  return [
    ...documents,
    ...FOLDERS.flatMap((folder) => [...walk(join(root, folder))].map((path) => relative(root, path))),
  ];
}

/** The lines of a text of the repository. */
const textLines = (path: string): readonly string[] => linesOf(join(root, path));

/** Wherever an id is named, apart from the pages' own rule lines. */
export function readMentions(): readonly Mention[] {
  return repositoryTexts().flatMap((path) => {
    const isTest = /\.(test|e2e)\.ts$/.test(path);
    const isPage = path.startsWith('docs/contract/');
    return textLines(path).flatMap((line, i) => {
      const text = isPage ? line.replace(RULE_LINE, '$2') : line;
      const proofs = isTest && !COMMENT.test(line) ? (line.match(PROOF) ?? []).join(' ') : '';
      return (text.match(ID) ?? []).map((id) => ({ id, at: `${path}:${i + 1}`, isProof: proofs.includes(id) }));
    });
  });
}

/** A page that a text names, and the topic of it where one stands beside: `docs/contract/<page>.md, "<topic>"`. */
export interface PageLink {
  readonly page: string;
  readonly topic: string | undefined;
  readonly at: string;
}

const NAMED_PAGE = /docs\/contract\/([\w-]+\.\w+)(?:,\s"([^"]+)")?/g;
const LINKED_PAGE = /\]\((?:\.\.\/contract\/)?([\w-]+\.md)\)(?:,\s"([^"]+)")?/g;

/** The pages that texts name, and the links among the pages and from the decisions. */
export function readPageLinks(): readonly PageLink[] {
  return repositoryTexts().flatMap((path) =>
    textLines(path).flatMap((line, i) => {
      const linked = path.startsWith('docs/contract/')
        ? line.matchAll(LINKED_PAGE)
        : line.matchAll(/\]\(\.\.\/contract\/([\w-]+\.md)\)/g);
      return [...line.matchAll(NAMED_PAGE), ...linked].map(([, page, topic]) => ({
        page: page!,
        topic,
        at: `${path}:${i + 1}`,
      }));
    }),
  );
}

/** The topics of a page. */
export const topicsOf = (page: string): readonly string[] =>
  linesOf(join(contractFolder, page)).flatMap((line) => (line.startsWith('## ') ? [line.slice(3)] : []));

const OLD_CITATION = /\bdocuments? [1-4]\b/i;

/** Comments that cite a text by number which is not in the repository; migrations have the table of the index. */
export function oldCitations(): readonly string[] {
  return repositoryTexts()
    .filter((path) => !path.includes('/migrations/') && path !== 'docs/contract/README.md')
    .flatMap((path) => textLines(path).flatMap((line, i) => (OLD_CITATION.test(line) ? [`${path}:${i + 1}`] : [])));
}

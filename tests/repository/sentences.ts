import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from '../../tools/platform/src/root.ts';

/** A text in the source that may be read by a caller: literal, with `{}` for each value put into it. */
export interface FoundText {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Whose texts no caller reads, or that have both languages already. */
const silentAreas: readonly { readonly path: RegExp; readonly why: string }[] = [
  { path: /\.test\.ts$/, why: 'tests' },
  {
    path: /^packages\/(config|demo|embedded|testing|upstream)\//,
    why: 'runs on the machine of an operator or in tests',
  },
  { path: /^packages\/(audit|invariants)\/|\/(message-)?invariants\.ts$/, why: 'speaks to operators' },
  {
    path: /^packages\/(mail|pages|translation)\/|\/pages\/|(mails?|letters?|mail-text)\.ts$/,
    why: 'has its texts in both languages',
  },
  { path: /^packages\/(runtime|sdk)\//, why: 'speaks to operators, or to the program it is part of' },
  { path: /^packages\/db\/src\/(apply-step|migrate|platform-|provision|schema)/, why: 'speaks to operators' },
  {
    path: /^packages\/service\/src\/(main|provision|schema|start|config|process-config|stoppable-server)\.ts$/,
    why: 'speaks to operators',
  },
  { path: /^packages\/contract\/src\/(openapi|documentation)/, why: 'is the reference' },
  {
    path: /^packages\/api\/src\/(errors\/|conventions|openapi|demo-company)|[/-]examples\.ts$/,
    why: 'is the reference',
  },
  {
    path: /^packages\/(reports\/src\/(cell|html|pdf|words|xlsx|too-many-pages)|paper\/src\/(document|format|metadata|page-total))/,
    why: 'makes reports, which have both languages',
  },
  {
    path: /^packages\/invoice-paper\/src\/(words|facts|totals|draw)\.ts$/,
    why: 'prints invoices, which have both languages',
  },
  { path: /^packages\/ehf\/src\/(write\/|tax-codes)/, why: 'writes invoices, whose texts their receivers read' },
  { path: /^packages\/pain\/src\/write\.ts/, why: 'writes files for banks' },
  {
    path: /^services\/documents\/src\/documents\/electronic\.ts$/,
    why: 'writes invoices, whose texts their receivers read',
  },
  {
    path: /^packages\/camt\/src\/(write\/|structure\/(statements|entries|parties|remittances|instruments|codes)\.ts)/,
    why: 'writes files of banks, or knows their format',
  },
  { path: /^packages\/reading\//, why: 'knows the words that stand on papers' },
  {
    path: /^packages\/rendering\//,
    why: 'gives callers a reason alone, which the documents service puts into words; its texts are for the log',
  },
  { path: /^services\/sandbox\//, why: 'plays systems that are not ours' },
  { path: /^services\/gateway\/src\/(main|reference|ops|config)/, why: 'is the reference, or speaks to operators' },
  { path: /^services\/gateway\/src\/mcp\/(fit-answer|instructions)\.ts$/, why: 'advice to assistants, no failure' },
  { path: /cookies\.ts$|^services\/gateway\/src\/cors\.ts$/, why: 'headers' },
  { path: /^services\/ledger\/src\/reports\//, why: 'makes reports, which have both languages' },
  { path: /^services\/ledger\/src\/(equity|data-export)\/words\.ts$/, why: 'has its texts in both languages' },
  { path: /^services\/ledger\/src\/saft\//, why: 'writes files for the authority, which are in Norwegian' },
  { path: /^services\/auth\/src\/passwords\/(common|leaked)-passwords\.ts$/, why: 'passwords' },
  { path: /\/schema\/|\/config\.ts$/, why: 'tables and settings' },
];

/** Calls whose texts go to logs, to whoever mends a mistake of ours, or to the reference. */
const silentCalls =
  /^(describe|meta|error|info|warn|debug|fatal|trace|never|log|parameter|field|list|listOrText|pathId|url|strings|certain|update|digests?|sign|inSpan|onStop|stop|NotTaken|MalformedMessage|EffectWithoutAnswer|BegunBefore|Error|RangeError|RpcError|ConfigError|unsafe|raw|join|startsWith|setHeader|then|certainly|tellOnce|for|write|provide)$/;

/** Properties for the reference alone, whatever is in them. */
const silentKeys = /^(description|summary|examples?|answer)$/;

/** Properties with texts for the reference, headers or the database, when the text stands there itself. */
const silentTexts =
  /^(title|help|sql|columns|condition|rows|subject|ids|accounts|name|scope|authorization|contentType|details|status|key|.*-.*|Allow|Vary|display_name|locking_comment)$/;

/**
 * Every text of more than one word in the sources of packages and services, but for those that no caller reads. Rather
 * one too many: a new message is found wherever it is written.
 */
export const readSentences = (): readonly FoundText[] =>
  sourceFiles()
    .filter((file) => !silentAreas.some(({ path }) => path.test(file)))
    .flatMap((file) => sentencesOf(file, readFileSync(join(ROOT, file), 'utf8')));

/** The same of one file. */
export const sentencesOf = (file: string, source: string): readonly FoundText[] =>
  textsOf(file, source, true).filter((found) => isSentence(found.text) && !isDescription(found));

/** Every text in the sources, of one word too. */
export const readTexts = (): readonly FoundText[] =>
  sourceFiles().flatMap((file) => textsOf(file, readFileSync(join(ROOT, file), 'utf8'), false));

/** What no answer of the API says: words of the command line and of the operator, samples of code, example files. */
const NO_ANSWERS = [
  'packages/api/src/example-files.ts',
  'packages/backup/',
  'packages/cli/',
  // For the operator, at the start of a process.
  'packages/db/src/sessions.ts',
  'packages/samples/',
  'packages/translation/',
];

const sourceFiles = (): readonly string[] =>
  globSync(['packages/*/src/**/*.ts', 'services/*/src/**/*.ts'], { cwd: ROOT, exclude: ['**/generated/**'] })
    .filter((file) => !NO_ANSWERS.some((place) => file.startsWith(place)))
    .sort();

/** Two words side by side, or a word beside an end that something is joined to; no line of HTTP, no media type. */
const isSentence = (text: string): boolean =>
  /\p{L}\S* \S|^ \S.*\p{L}{2}|\p{L}{2}.* $/u.test(text.replaceAll('{}', 'X')) &&
  !/^[A-Z][A-Za-z-]+: [^ ]|^HTTP\/|; charset=|^Bearer |filename=|, error="/.test(text);

/** The descriptions of fields are whole sentences; no message ends with a full stop. */
const isDescription = ({ file, text }: FoundText): boolean =>
  file.startsWith('packages/api/') && /^\p{Lu}.*\.$/su.test(text);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** The texts of one file, in their order; with `onlyRead` without those that no caller reads. */
function textsOf(file: string, source: string, onlyRead: boolean): readonly FoundText[] {
  const found: FoundText[] = [];
  const note = (text: string, start: number) =>
    found.push({ file, line: source.slice(0, start).split('\n').length, text });

  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const part of node) visit(part);
    if (!isNode(node)) return;
    if (isSilent(node, onlyRead)) {
      visit(node.callee);
      visit(codeOf(node.arguments));
      return;
    }
    if (node.type === 'Literal' && typeof node.value === 'string') note(node.value, node.start);
    if (node.type === 'TemplateLiteral') note(templateOf(node), node.start);
    // What a tagged template says is markup or SQL; what is put into it may be a text.
    if (node.type === 'TaggedTemplateExpression' && onlyRead) visit((node.quasi as Node).expressions);
    else for (const [key, value] of Object.entries(node)) if (key !== 'typeAnnotation') visit(value);
  };
  visit(parseSync(file, source).program.body);
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

function isSilent(node: Node, onlyRead: boolean): boolean {
  if (/^(Import|ExportAll|TSType|TSInterface|TSTypeAlias)/.test(node.type)) return true;
  if (!onlyRead) return false;
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return silentCalls.test(nameOf(node.callee));
  if (node.type !== 'Property') return false;
  const name = nameOf(node.key);
  return silentKeys.test(name) || (silentTexts.test(name) && isText(node.value));
}

/** Of what a call is given, that which may say something else to somebody else. */
const codeOf = (given: unknown): readonly unknown[] =>
  (Array.isArray(given) ? given : []).filter(
    (part) => isNode(part) && /^(ArrowFunction|Function|Object|Array|Call|New)Expression$/.test(part.type),
  );

const isText = (node: unknown): boolean => isNode(node) && (node.type === 'Literal' || node.type === 'TemplateLiteral');

/** The name that is called or set: `b` of `a.b`. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Super') return 'Error';
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return String(node.name ?? node.value ?? '');
}

const templateOf = (node: Node): string =>
  (node.quasis as { readonly value: { readonly cooked: string } }[]).map(({ value }) => value.cooked).join('{}');

import { type Html, html } from '@app/pages';
import type { Reference, Schema } from './model.ts';
import { showInline } from './prose.ts';

const MAX_DEPTH = 6;

/** The fields of a schema as a list; objects inside open on demand. */
export function showFields(reference: Reference, given: Schema, depth = 0): Html | null {
  const shape = shapeOf(reference, given);
  if (!shape || depth >= MAX_DEPTH) return null;
  const required = new Set(shape.required);
  return html`<ul class="fields">${Object.entries(shape.properties ?? {}).map(([name, field]) => showField(reference, name, field, required.has(name), depth))}</ul>`;
}

function showField(reference: Reference, name: string, field: Schema, isRequired: boolean, depth: number): Html {
  const inner = showFields(reference, field, depth + 1);
  return html`<li>
<div class="field-head"><code class="name">${name}</code> <span class="type">${typeOf(reference, field)}</span>${isRequired ? html` <span class="must">required</span>` : null}</div>
${describe(reference, field)}
${inner ? html`<details><summary>Fields of <code>${name}</code></summary>${inner}</details>` : null}
</li>`;
}

/** Words about a value: what it means, and what is allowed. */
export function describe(reference: Reference, field: Schema): Html | null {
  const { schema } = reference.resolve(withoutNull(field));
  // What a field presets stands beside the name of the words that it takes.
  const bounds = limitsOf(reference, { ...schema, default: field.default ?? schema.default });
  const text = field.description ?? schema.description;
  if (text === undefined && bounds.length === 0) return null;
  return html`<div class="about">${text === undefined ? null : html`<p>${showInline(text)}</p>`}${bounds.length > 0 ? html`<p class="bounds">${bounds.map((bound) => html`<span>${bound}</span>`)}</p>` : null}</div>`;
}

function limitsOf(reference: Reference, schema: Schema): readonly (Html | string)[] {
  const inner = schema.type === 'array' && schema.items ? reference.resolve(schema.items).schema : schema;
  const bounds: (Html | string)[] = [];
  if (inner.enum) bounds.push(html`one of ${inner.enum.map((value) => html`<code>${String(value)}</code> `)}`);
  if (schema.minimum !== undefined) bounds.push(`at least ${schema.minimum}`);
  if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER)
    bounds.push(`at most ${schema.maximum}`);
  if (schema.minLength !== undefined && schema.minLength > 0) bounds.push(`at least ${schema.minLength} characters`);
  if (schema.maxLength !== undefined) bounds.push(`at most ${schema.maxLength} characters`);
  if (schema.minItems !== undefined) bounds.push(`at least ${schema.minItems} items`);
  if (schema.maxItems !== undefined) bounds.push(`at most ${schema.maxItems} items`);
  if (schema.default !== undefined) bounds.push(html`default <code>${JSON.stringify(schema.default)}</code>`);
  if (schema.examples?.[0] !== undefined) bounds.push(html`such as <code>${String(schema.examples[0])}</code>`);
  return bounds;
}

/** `string`, `array of integer`, `JournalEntry or null`. */
export function typeOf(reference: Reference, given: Schema): string {
  const { schema, name } = reference.resolve(given);
  if (name) return name.replace(/Out$/, '');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(reference, choice)))].join(' or ');
  const types = (
    Array.isArray(schema.type) ? schema.type : [schema.type ?? (schema.properties ? 'object' : 'any')]
  ) as string[];
  return types
    .map((type) => {
      if (type === 'array') return `array of ${schema.items ? typeOf(reference, schema.items) : 'any'}`;
      return type === 'string' && schema.format ? (schema.format === 'date-time' ? 'timestamp' : schema.format) : type;
    })
    .join(' or ');
}

const withoutNull = (schema: Schema): Schema => {
  const choices = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
  return choices?.length === 1 ? choices[0]! : schema;
};

/** The object behind a reference, a nullable, a list. */
function shapeOf(reference: Reference, given: Schema): Schema | undefined {
  const { schema } = reference.resolve(withoutNull(given));
  if (schema.properties && Object.keys(schema.properties).length > 0) return schema;
  if (schema.items) return shapeOf(reference, schema.items);
  const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf)
    ?.map((choice) => shapeOf(reference, choice))
    .find((choice) => choice !== undefined);
  return choices;
}

import type { AnyEndpoint } from '@app/contract';
import { type Tool, type ToolDescription, toolsOf } from '@app/contract/tools';

/**
 * The tools of the platform, made once from the declarations. What is listed and what may be called come from the same
 * table.
 */
export interface ToolCatalog {
  find(name: string): Tool | undefined;
  /** A function of the scopes alone, always in the order of the declarations (SCP-R09). */
  listFor(scopes: ReadonlySet<string>): readonly ToolDescription[];
}

export const mayCall = (tool: Tool, scopes: ReadonlySet<string>): boolean => tool.isReadOnly || scopes.has('write');

export function createToolCatalog(endpoints: readonly AnyEndpoint[]): ToolCatalog {
  const tools = toolsOf(endpoints);
  const byName = new Map(tools.map((tool) => [tool.description.name, tool]));
  const all = tools.map(({ description }) => description);
  const reading = tools.filter(({ isReadOnly }) => isReadOnly).map(({ description }) => description);
  return {
    find: (name) => byName.get(name),
    listFor: (scopes) => (scopes.has('write') ? all : reading),
  };
}

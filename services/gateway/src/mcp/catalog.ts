import type { AnyEndpoint } from '@app/contract';
import { type Tool, type ToolDescription, toolsOf } from '@app/contract/tools';

/**
 * The tools of the platform, made once from the declarations, when they are first asked for. What is listed and what may
 * be called come from the same table.
 */
export interface ToolCatalog {
  /** Makes them now. */
  make(): void;
  find(name: string): Tool | undefined;
  /** A function of the scopes alone, always in the order of the declarations (SCP-R09). */
  listFor(scopes: ReadonlySet<string>): readonly ToolDescription[];
}

export const mayCall = (tool: Tool, scopes: ReadonlySet<string>): boolean => tool.isReadOnly || scopes.has('write');

export function createToolCatalog(endpoints: readonly AnyEndpoint[]): ToolCatalog {
  let made: Made | undefined;
  const get = (): Made => {
    made ??= makeTools(endpoints);
    return made;
  };
  return {
    make: () => void get(),
    find: (name) => get().byName.get(name),
    listFor: (scopes) => (scopes.has('write') ? get().all : get().reading),
  };
}

type Made = ReturnType<typeof makeTools>;

function makeTools(endpoints: readonly AnyEndpoint[]) {
  const tools = toolsOf(endpoints);
  return {
    byName: new Map(tools.map((tool) => [tool.description.name, tool])),
    all: tools.map(({ description }) => description),
    reading: tools.filter(({ isReadOnly }) => isReadOnly).map(({ description }) => description),
  };
}

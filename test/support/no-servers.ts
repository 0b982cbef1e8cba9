import { refuse } from '../../src/shared/result.ts'
import type { ToolServers } from '../../src/main/core/ports/tool-server-ports.ts'

/** The MCP servers of an engine whose config.json lists none. */
export const noServers: ToolServers = {
  start: () => undefined,
  ready: () => Promise.resolve(),
  tools: () => [],
  contents: {
    prompts: () => Promise.resolve([]),
    prompt: () => Promise.resolve(refuse('There is no such server.')),
    resourceServers: () => [],
    resources: () => Promise.resolve([]),
    resource: () => Promise.resolve(refuse('There is no such server.')),
  },
  states: () => [],
  onStateChange: () => () => undefined,
  configure: () => undefined,
  restart: () => false,
  signIn: () => Promise.resolve(refuse('There is no such server.')),
  signOut: () => Promise.resolve(refuse('There is no such server.')),
  close: () => Promise.resolve(),
}

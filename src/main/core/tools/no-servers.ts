import type { ToolServers } from '../ports.ts'

/** For an engine whose config.json names no servers of tools. */
export const noServers: ToolServers = {
  start: () => undefined,
  ready: () => Promise.resolve(),
  tools: () => [],
  states: () => [],
  onStateChange: () => () => undefined,
  configure: () => undefined,
  restart: () => false,
  close: () => Promise.resolve(),
}

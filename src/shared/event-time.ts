import type { AgentEvent } from './agent-event.ts'

/** Returns when an event was recorded, ms since the epoch. */
export function eventTime({ createdAt }: AgentEvent): number {
  // oxlint-disable-next-line no-restricted-globals -- parses a recorded time, and reads no clock
  return Date.parse(createdAt)
}

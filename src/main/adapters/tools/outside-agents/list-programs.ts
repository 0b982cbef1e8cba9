import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

import {
  KNOWN_AGENTS,
  type OutsideAgentEntries,
  outsideAgentLabel,
  type OutsideProgram,
} from '../../../../shared/outside-agent.ts'

/**
 * Returns the configured programs, then the known ones that are not configured, each with whether its command is in a
 * folder of `path`. Starts none of them.
 */
export async function listPrograms(entries: OutsideAgentEntries, path: string): Promise<readonly OutsideProgram[]> {
  const known = Object.entries(KNOWN_AGENTS).filter(([name]) => !Object.hasOwn(entries, name))
  const configured = Object.entries(entries).map(([name, { command, args = [] }]) => ({
    name,
    isConfigured: true,
    start: [command, ...args],
  }))
  const offered = known.map(([name, { command, args }]) => ({ name, isConfigured: false, start: [command, ...args] }))
  return Promise.all(
    [...configured, ...offered].map(async (program) => ({
      ...program,
      label: outsideAgentLabel(program.name),
      isFound: await isFound(program.start[0] ?? '', path),
      version: pinnedVersion(program.start),
    })),
  )
}

async function isFound(command: string, path: string): Promise<boolean> {
  if (isAbsolute(command)) return isExecutable(command)
  // A relative path is one of the agent's folder, which is not known here.
  if (command.includes('/')) return true
  const places = path.split(delimiter).filter((folder) => folder !== '')
  for (const folder of places) if (await isExecutable(join(folder, command))) return true
  return false
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** `0.100.0` of `npx -y @agentclientprotocol/claude-agent-acp@0.100.0`. */
function pinnedVersion(start: readonly string[]): string | null {
  const versions = start.flatMap((part) => /.@(\d+\.\d+\.\d+[\w.+-]*)$/.exec(part)?.[1] ?? [])
  return versions[0] ?? null
}

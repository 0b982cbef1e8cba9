import { realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'

import type { ToolServerConfig } from '../../../core/ports/config-ports.ts'
import type { Confinement, Guard, Program, Sandbox } from '../../../core/ports/sandbox-ports.ts'

type LocalServer = Extract<ToolServerConfig, { transport: 'stdio' }>

export interface PlacedServer {
  readonly program: Program
  /** Variables for the program that is started, added to those of every tool. */
  readonly env: Readonly<Record<string, string>>
  /** Where it is started; missing: where ikigai was. */
  readonly cwd?: string
  /** Where it runs, for the user; empty: nothing is confined here. */
  readonly place: string
  /** Of a confined program. */
  readonly guard?: Guard | undefined
}

/**
 * Confines the program of a tool server. Where there is no sandbox it runs as the user configured it, and its place
 * says so. Throws if there is one, and it cannot be made.
 */
export async function placedServer(config: LocalServer, sandbox: Sandbox | null): Promise<PlacedServer> {
  const { command, args, env, cwd } = config
  const started = { program: { command, args }, env, ...(cwd !== undefined && { cwd }) }
  if (sandbox === null) return { ...started, place: '' }
  if (config.sandbox === false) return { ...started, place: 'outside the sandbox, as configured' }
  const confinement = await serverConfinement(config)
  const problem = await sandbox.problem(confinement.writable)
  if (problem !== null) return { ...started, place: `outside the sandbox: ${problem}` }
  const confined = await sandbox.confine(started.program, confinement)
  if (!confined.ok) throw new Error(confined.error.message)
  return { ...started, program: confined.value, place: 'inside the sandbox', guard: confined.value.guard }
}

/**
 * A server keeps the network, because most exist to reach a service. It can write in its `cwd` and in the folders that
 * its arguments name, and read beside its program and the files that they name: the user wrote them into config.json.
 */
async function serverConfinement({ command, args, cwd }: LocalServer): Promise<Confinement> {
  const named = await Promise.all(args.filter(isAbsolute).map(placeAt))
  const folders = named.flatMap((place) => (place?.isFolder === true ? [place.path] : []))
  const files = named.flatMap((place) => (place?.isFolder === false ? [dirname(place.path)] : []))
  const program = isAbsolute(command) ? await placeAt(command) : null
  const start = cwd === undefined ? null : await realpath(cwd)
  return {
    start: start ?? '/tmp',
    writable: [...(start === null ? [] : [start]), ...folders],
    readable: [...files, ...(program === null ? [] : [dirname(program.path)])],
    network: 'open',
    hasTerminal: true,
  }
}

/** Null: there is nothing. */
async function placeAt(path: string): Promise<{ readonly path: string; readonly isFolder: boolean } | null> {
  const real = await realpath(path).catch(() => null)
  return real === null ? null : { path: real, isFolder: (await stat(real)).isDirectory() }
}

import { createHash } from 'node:crypto'
import { chown, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'

import type { ToolServerConfig } from '../../../core/ports/config-ports.ts'
import type { PluginPlace, PluginServer } from '../../../core/ports/plugin-ports.ts'
import type { Confinement, Guard, Program, Sandbox } from '../../../core/ports/sandbox-ports.ts'
import { makeFolder } from '../../../make-folder.ts'
import { isInside } from '../../is-inside.ts'
import { connectionsAreLimited, programRefusal } from '../../only-hosts.ts'

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
  const refusal = programRefusal('Its program')
  const outside = (place: string): PlacedServer => {
    if (refusal !== null) throw new Error(refusal.message)
    return { ...started, place }
  }
  if (sandbox === null) return outside('')
  if (config.sandbox === false) return outside('outside the sandbox, as configured')
  const confinement = await serverConfinement(config)
  const problem = await sandbox.problem(confinement.writable)
  if (problem !== null) return outside(`outside the sandbox: ${problem}`)
  const confined = await sandbox.confine(started.program, confinement)
  if (!confined.ok) throw new Error(confined.error.message)
  return { ...started, program: confined.value, place: 'inside the sandbox', guard: confined.value.guard }
}

/**
 * A server keeps the network, because most exist to reach a service, unless `only_hosts` limits connections. It can write in its `cwd` and in the folders that
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
    network: connectionsAreLimited() ? 'none' : 'open',
    hasTerminal: true,
  }
}

/** Null: there is nothing. */
async function placeAt(path: string): Promise<{ readonly path: string; readonly isFolder: boolean } | null> {
  const real = await realpath(path).catch(() => null)
  return real === null ? null : { path: real, isFolder: (await stat(real)).isDirectory() }
}

interface PluginHost {
  readonly sandbox: Sandbox
  /** Folder of what servers of plugins keep. */
  readonly dataFolder: string
}

/**
 * Confines the program of a plugin's server to the agents' folder. What `mcp.json` says grants nothing: arguments are
 * not read as paths, and variables are set inside, where no `LD_PRELOAD` reaches the program that makes the sandbox.
 * Rejects with the reason if there is no sandbox, or if the program or its folder is not in the plugin.
 */
export async function placedPlugin(
  server: PluginServer,
  { folder, level }: PluginPlace,
  { sandbox, dataFolder }: PluginHost,
): Promise<PlacedServer> {
  const problem = await sandbox.problem([folder])
  if (problem !== null) throw new Error(`servers of plugins run inside the sandbox only. ${problem}`)
  const root = await realpath(dirname(server.plugin.path))
  const data = await ownData(join(dataFolder, hashOf(`${server.plugin.path}\0${folder}`)), folder)
  const filled = (text: string): string =>
    text.replaceAll(/\$\{PLUGIN_(ROOT|DATA)\}/g, (_, name) => (name === 'ROOT' ? root : data))
  const named = filled(server.cwd)
  const start = await insideOf([root, data], named.startsWith('./') ? join(root, named) : named, 'cwd')
  const command = server.command.startsWith('./')
    ? await insideOf([root], join(root, server.command), 'command')
    : server.command
  const settings = Object.entries(server.env).map(([name, value]) => `${name}=${filled(value)}`)
  const run = ['/bin/sh', '-c', 'exec "$0" "$@"', command, ...server.args.map(filled)]
  const writable = level === 'workspace' ? [folder, data] : [data]
  const confined = await sandbox.confine(
    { command: '/usr/bin/env', args: [...settings, ...run] },
    { start, writable, readable: [folder, root], network: 'none', hasTerminal: true },
  )
  if (!confined.ok) throw new Error(confined.error.message)
  return { program: confined.value, env: {}, place: 'inside the sandbox', guard: confined.value.guard }
}

/** Makes the folder of a server's data. As root it belongs to the owner of the agents' folder, as whom it runs. */
async function ownData(path: string, folder: string): Promise<string> {
  makeFolder(path, { mode: 0o700 })
  const { uid, gid } = await stat(folder)
  if (process.getuid?.() === 0) await chown(path, uid, gid)
  return realpath(path)
}

async function insideOf(roots: readonly string[], path: string, what: string): Promise<string> {
  const real = await realpath(path).catch(() => null)
  if (real === null) throw new Error(`its ${what} does not exist`)
  if (!roots.some((root) => isInside(root, real))) throw new Error(`its ${what} leads out of the plugin`)
  return real
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

import { createHash } from 'node:crypto'
import { chown, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { PluginPlace, PluginServer } from '../../../core/ports/plugin-ports.ts'
import type { Sandbox } from '../../../core/ports/sandbox-ports.ts'
import { isInside } from '../../is-inside.ts'
import type { PlacedServer } from './server-confinement.ts'
import { makeFolder } from '../../../make-folder.ts'

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

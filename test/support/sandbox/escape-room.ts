import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import type { Dirent } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'

import { spawn as spawnTerminal } from '@lydell/node-pty'

import { BackgroundCommands } from '../../../src/main/adapters/tools/background/background-commands.ts'
import type { Program } from '../../../src/main/core/ports/sandbox-ports.ts'
import { commandConfinement } from '../../../src/main/adapters/tools/sandbox/command-confinement.ts'
import { linuxSandbox } from '../../../src/main/adapters/tools/sandbox/linux-sandbox.ts'
import type { Sandboxing, ToolContext } from '../../../src/main/adapters/tools/tool-context.ts'
import type { SandboxLevel } from '../../../src/shared/sandbox.ts'
import { valueOf } from '../drive-agent.ts'
import { fileFacts } from '../tool-options.ts'

/** A text in every file that a confined program must not read. */
export const SECRET = 'the-secret-of-the-escape-room'
/** Small, so that filling it costs little memory. */
const TMP_BYTES = 4 * 1024 ** 2

/** An agent's folder, with what lies around it: targets that a confined program must not reach. */
export interface EscapeRoom {
  readonly context: ToolContext
  readonly folder: string
  /** Variables that name the targets, for the commands. */
  readonly targets: Readonly<Record<string, string>>
  /** Returns the program that runs a line in the sandbox. */
  confine(line: string): Promise<Program>
  /** What a successful escape would have changed. */
  damage(): Promise<unknown>
  /** Connections and datagrams that arrived. */
  readonly received: readonly string[]
  remove(): Promise<void>
}

/**
 * Makes a room. It is not in `/tmp`, which every confined program gets empty. `uid`: the owner of the folder. Every
 * target belongs to the test: files in this directory, sockets and a process that it made. `proxy`: commands may ask
 * for hosts. `portProgram`: opens their port instead of ikigai's own program.
 */
export async function makeEscapeRoom(
  uid: number,
  level: SandboxLevel = 'workspace',
  proxy?: Sandboxing['proxy'],
  portProgram?: Buffer,
): Promise<EscapeRoom> {
  const directory = await mkdtemp('/var/tmp/ikigai-escape-')
  const at = (name: string): string => join(directory, name)
  await chmod(directory, 0o755)
  const [folder, outside] = [at('agent'), at('outside')]
  const files: readonly (readonly [string, string])[] = [
    ['outside/target', 'before'],
    ['outside/executable', 'before'],
    ['home/.ssh/id_ed25519', SECRET],
    ['home/.aws/credentials', SECRET],
    ['home/.gnupg/private', SECRET],
    ['home/notes.txt', SECRET],
    ['settings/credentials.json', SECRET],
    ['agent/.env', SECRET],
    ['agent/packages/one/.env.local', SECRET],
    ['agent/code.txt', 'before'],
  ]
  for (const [name, text] of files) {
    await mkdir(dirname(at(name)), { recursive: true })
    await writeFile(at(name), text)
  }
  execFileSync('git', ['init', '-q', folder])
  execFileSync('git', ['init', '-q', join(folder, 'nested')])
  const asUser = process.getuid?.() === 0 ? { uid, gid: uid } : {}
  const victim = spawn('sleep', ['600'], { env: { PLANTED: SECRET }, stdio: 'ignore', ...asUser })
  const terminal = await openUserTerminal(asUser)
  const received: string[] = []
  const network = await openServers(outside, received)
  if (process.getuid?.() === 0) {
    // As long as it is the tester's, other users could not write there either, and the sandbox would prove nothing.
    execFileSync('chown', ['-R', `${uid}:${uid}`, directory])
  }
  const context: ToolContext = {
    folderOf: () => Promise.resolve({ ok: true, value: folder }),
    rootOf: (agentId) => agentId,
    environment: { PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`, LC_ALL: 'C' },
    maxOutputSize: 100_000,
    outputDirectory: at('output'),
    places: { homeDirectory: at('home'), ownFolders: [at('settings')], openFolder: at('output') },
    outsideLine: (line) => line,
    background: new BackgroundCommands(),
    ...fileFacts(),
    sandboxing: null,
  }
  const path = context.environment['PATH'] ?? ''
  const sandbox = linuxSandbox({
    places: context.places,
    path,
    tmpBytes: TMP_BYTES,
    ...(portProgram && { portProgram }),
  })
  const unchanged = await fingerprint(directory)
  return {
    context: {
      ...context,
      sandboxing: {
        sandbox,
        levelOf: () => Promise.resolve({ ok: true, value: level }),
        asksForHosts: () => proxy !== undefined,
        ...(proxy !== undefined && { proxy }),
      },
    },
    folder,
    targets: {
      ROOM: directory,
      OUT: outside,
      VICTIM: String(victim.pid ?? 0),
      SECRET,
      TERMINAL: terminal.path,
      ...network.targets,
    },
    received,
    confine: async (line) =>
      valueOf(await sandbox.confine({ command: 'bash', args: ['-c', line] }, commandConfinement(folder, 'workspace'))),
    damage: async () => ({
      files: changes(unchanged, await fingerprint(directory)),
      isVictimDead: victim.exitCode !== null || victim.signalCode !== null,
      received: [...received],
    }),
    async remove() {
      await stopped(victim)
      terminal.close()
      network.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** An untouched room. */
export const NO_DAMAGE = { files: [], isVictimDead: false, received: [] }

/** A terminal of the user in which a program waits. */
async function openUserTerminal(asUser: { readonly uid?: number; readonly gid?: number }) {
  const terminal = spawnTerminal('sh', ['-c', 'tty; exec sleep 600'], { ...asUser, env: { PATH: '/usr/bin:/bin' } })
  const path = await new Promise<string>((resolve) => terminal.onData((text) => resolve(text.trim())))
  return { path, close: () => terminal.kill('SIGKILL') }
}

/** Listens on every kind of socket that a program of this machine could reach. */
async function openServers(folder: string, received: string[]) {
  const servers: Server[] = []
  const listen = async (name: string, address: Parameters<Server['listen']>[0]): Promise<number> => {
    const server = createServer((socket) => {
      received.push(name)
      socket.on('error', () => undefined).end('hello\n')
    })
    servers.push(server)
    await new Promise<void>((resolve, reject) => server.on('error', reject).listen(address, resolve))
    const bound = server.address()
    return typeof bound === 'object' && bound !== null ? bound.port : 0
  }
  const sockets = ['docker.sock', 'bus', 'ssh-agent'].map((name) => join(folder, name))
  for (const path of sockets) {
    await listen(path, { path })
    await chmod(path, 0o777)
  }
  const abstract = `ikigai-escape-${process.pid}-${servers.length}-${Date.now()}`
  await listen('abstract', { path: `\0${abstract}` })
  const tcp4 = await listen('tcp4', { host: '127.0.0.1', port: 0 })
  const tcp6 = await listen('tcp6', { host: '::1', port: 0 }).catch(() => tcp4)
  const udp: UdpSocket = createSocket('udp4', () => received.push('udp'))
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
  const [DOCKER = '', BUS = '', AGENT = ''] = sockets
  const ports = { TCP4: String(tcp4), TCP6: String(tcp6), UDP: String(udp.address().port) }
  return {
    targets: { DOCKER, BUS, AGENT, ABSTRACT: abstract, ...ports },
    close() {
      for (const server of servers) server.close()
      udp.close()
    },
  }
}

/** The content of every file, and the rights of every entry, without those that a program may change. */
async function fingerprint(directory: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const found = new Map<string, string>()
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const { mode, uid, nlink } = await lstat(path)
    const listed = `${kindOf(entry)} ${(mode & 0o7777).toString(8)} ${uid}`
    const text = entry.isFile() ? await readFile(path, 'utf8') : ''
    found.set(path.slice(directory.length + 1), entry.isDirectory() ? listed : `${listed} ${nlink} ${text}`)
  }
  return found
}

function kindOf(entry: Dirent): string {
  if (entry.isBlockDevice() || entry.isCharacterDevice()) return 'device'
  if (entry.isFIFO()) return 'pipe'
  if (entry.isSocket()) return 'socket'
  if (entry.isSymbolicLink()) return 'link'
  return entry.isDirectory() ? 'directory' : 'file'
}

/** Returns the changed files outside the folder, and those inside it that are protected or dangerous. */
function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const isOpen = (path: string): boolean => path.startsWith('agent/') && !/(^|\/)\.(git|env)/.test(path)
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const changed = names.filter((name) => before.get(name) !== after.get(name) && !isOpen(name))
  const special = [...after].filter(([name, text]) => isOpen(name) && / (2|4|6)\d{3} |^device/.test(text))
  return [...changed, ...special.map(([name]) => name)]
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

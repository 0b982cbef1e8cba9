import { accessSync, constants } from 'node:fs'
import { chown, mkdtemp, mkdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defined } from '../../../../shared/defined.ts'
import { ENGINE_SENTENCES } from '../../../../shared/engine-sentences.ts'
import { errorMessage, ok, refuse, type Result } from '../../../../shared/result.ts'
import type { ConfinedProgram, Confinement, Program, Sandbox } from '../../../core/ports/sandbox-ports.ts'
import { commandConfinement } from './command-confinement.ts'
import { runProcess } from '../run-process.ts'
import { wideFolder } from '../tool-context.ts'
import { type BubblewrapOptions, bubblewrapProgram, PRIVATE_TMP_BYTES } from './bubblewrap-arguments.ts'
import { appProblem, fileView, gitProblem, type ViewContext } from './file-view.ts'
import { HiddenFiles } from './hidden-files.ts'
import { expectedMounts, parseMountTable } from './mount-table.ts'
import { ProtectionGuard } from './protection-guard.ts'
import { mountProblem, mountsOf } from './mounts.ts'
import { portProgram } from './port-program.ts'
import { enterArguments, type NetworkPlace, SharedNetworks } from './shared-networks.ts'
import { isFilteredArch, seccompFilter } from './seccomp-filter.ts'

export interface LinuxSandboxOptions extends Omit<ViewContext, 'hiddenFiles'> {
  /** Missing: they are remembered by this sandbox only. */
  readonly hiddenFiles?: HiddenFiles
  /** Size of the private `/tmp`, bytes. */
  readonly tmpBytes?: number
  /** For tests: the program that opens the port of the proxy. */
  readonly portProgram?: Buffer
}

type PreparedOptions = LinuxSandboxOptions & ViewContext & { readonly networks: SharedNetworks }
type Owner = BubblewrapOptions['owner']

const WIDE = 'The folder is a home directory or the root, which is more than a project.'

/** Confines programs with bubblewrap and a seccomp filter. */
export function linuxSandbox(given: LinuxSandboxOptions): Sandbox {
  const options = { ...given, hiddenFiles: given.hiddenFiles ?? new HiddenFiles(null), networks: new SharedNetworks() }
  const probes = new Map<number, Promise<string | null>>()
  const probe = (owner: Owner): Promise<string | null> => {
    const key = owner?.uid ?? -1
    const known = probes.get(key) ?? probeSandbox(owner, options)
    probes.set(key, known)
    return known
  }
  return {
    async problem(folders) {
      for (const folder of folders) {
        if ((await wideFolder(folder, options.places.homeDirectory)) !== null) return WIDE
        const problem = appProblem(folder, options.places) ?? (await gitProblem(folder))
        if (problem !== null) return problem
      }
      return probe(await ownerOf(folders))
    },
    confine: (program, confinement) => confine(program, confinement, options),
  }
}

async function confine(
  program: Program,
  confinement: Confinement,
  options: PreparedOptions,
): Promise<Result<ConfinedProgram>> {
  const [bubblewrap, bash, setpriv, nsenter] = ['bwrap', 'bash', 'setpriv', 'nsenter'].map(systemProgram)
  const { arch } = process
  if (bubblewrap == null || bash == null || !isFilteredArch(arch)) return refuse(ENGINE_SENTENCES.noBubblewrap)
  let leave: (() => void) | undefined
  try {
    const owner = await ownerOf(confinement.writable)
    if (owner !== null && setpriv == null)
      return refuse('There is no sandbox: setpriv is not installed (on Debian and Ubuntu: apt install util-linux).')
    const view = await fileView(confinement, options, owner === null)
    if (typeof view === 'string') return refuse(view)
    const { copy: given } = confinement
    const copy = given && { folder: Buffer.from(given.folder), path: Buffer.from(given.path) }
    const mounts = mountsOf(view, options.tmpBytes ?? PRIVATE_TMP_BYTES, copy)
    const problem = mountProblem(mounts, view, copy)
    if (problem !== null) return refuse(`The sandbox was not started: ${problem}`)
    const programs = { bubblewrap, bash: await realpath(bash), nsenter: nsenter ?? '' }
    const { sharedBy } = confinement
    const entered = sharedBy === undefined || nsenter == null ? null : await options.networks.enter(sharedBy, programs)
    leave = entered?.leave
    const place: NetworkPlace | null = entered?.place ?? null
    const made = bubblewrapProgram(program, mounts, {
      bubblewrap,
      bash: programs.bash,
      setpriv: setpriv ?? '',
      filter: seccompFilter(arch),
      place,
      portProgram: options.portProgram ?? portProgram(arch, place?.proxyPort),
      owner,
      start: confinement.start,
      network: confinement.network,
      hasTerminal: confinement.hasTerminal,
      expected: expectedMounts(mounts, parseMountTable(await readFile('/proc/self/mountinfo'))),
    })
    if (made === null) {
      leave?.()
      return refuse('The paths of the protected files are too long together to hide them all.')
    }
    const guard = new ProtectionGuard(view, confinement.writable, options.hiddenFiles)
    const enter = place === null ? undefined : [place.nsenter, ...enterArguments(place.network, place.user)]
    return ok({ ...made, opensPort: confinement.network === 'by-proxy', guard, ...defined({ leave, enter }) })
  } catch (error) {
    leave?.()
    return refuse(`The sandbox could not be prepared: ${errorMessage(error)}`)
  }
}

/**
 * Returns the owner of the first folder if this process is root and the owner is not: the program then runs as the
 * owner, because root without capabilities could not write there.
 */
async function ownerOf([folder]: readonly string[]): Promise<Owner> {
  if (process.getuid?.() !== 0 || folder === undefined) return null
  const { uid, gid } = await stat(folder)
  return uid === 0 ? null : { uid, gid }
}

/** Time limit of the test, ms. */
const PROBE_TIMEOUT_MS = 20_000

/** Returns why a test program could not be confined; null: it wrote in its folder, and not beside it. */
async function probeSandbox(owner: Owner, options: PreparedOptions): Promise<string | null> {
  if (!isFilteredArch(process.arch)) return `There is no sandbox for processors of type ${process.arch}.`
  if (systemProgram('bwrap') === null) return ENGINE_SENTENCES.noBubblewrap
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-sandbox-')))
  try {
    const folder = join(directory, 'inside')
    await mkdir(folder)
    if (owner !== null) for (const path of [directory, folder]) await chown(path, owner.uid, owner.gid)
    const said = await runProbe(folder, options)
    const wrote = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null
    if (!(await wrote(join(folder, 'written')))) return `The sandbox does not work here: ${said}`
    return (await wrote(join(directory, 'written'))) ? 'The sandbox of this system does not confine programs.' : null
  } catch (error) {
    return `The sandbox does not work here: ${errorMessage(error)}`
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Returns what the test program printed. */
async function runProbe(folder: string, options: PreparedOptions): Promise<string> {
  const program = { command: 'bash', args: ['-c', 'echo > written; echo > ../written'] }
  const confined = await confine(program, commandConfinement(folder, 'workspace'), options)
  if (!confined.ok) return confined.error.message
  let said = ''
  await runProcess({
    reaches: 'nothing',
    ...confined.value,
    isConfined: true,
    cwd: folder,
    env: { PATH: options.path },
    timeoutMs: PROBE_TIMEOUT_MS,
    signal: new AbortController().signal,
    maxProcesses: 16,
    onStdout: (chunk) => {
      said += chunk.toString('utf8')
      return Promise.resolve(true)
    },
  })
  return said.trim().split('\n').at(0) ?? ''
}

/** Where a system keeps its programs. PATH is not searched: a folder in it may belong to an agent. */
const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin']

/** Returns the path of a program of the system; null: there is none. */
function systemProgram(name: string): string | null {
  return SYSTEM_FOLDERS.map((folder) => join(folder, name)).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

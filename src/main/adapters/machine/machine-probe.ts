import { constants, existsSync } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { MachineProbe, SystemPackage } from '../../core/ports/machine-ports.ts'
import type { Sandbox } from '../../core/ports/sandbox-ports.ts'

interface ProbedPlaces {
  readonly dataDirectory: string
  readonly sandbox: Sandbox
  /** Folders of the system's programs. Missing: the usual ones. */
  readonly programFolders?: readonly string[]
}

/** How systems add a package; the first that is installed counts. Names of packages are the same in all of them. */
const INSTALLERS: Readonly<Record<string, string>> = {
  apt: 'apt install',
  dnf: 'dnf install',
  pacman: 'pacman -S',
  zypper: 'zypper install',
  apk: 'apk add',
}

const PROGRAM_FOLDERS = ['/usr/bin', '/bin', '/sbin', '/usr/sbin']

/** Asks this machine what it has of what ikigai needs. Makes and changes nothing. */
export function createMachineProbe({
  dataDirectory,
  sandbox,
  programFolders = PROGRAM_FOLDERS,
}: ProbedPlaces): MachineProbe {
  return {
    node: process.versions.node,
    // A folder that is made later is one that agents may have.
    sandboxProblem: (folder) => sandbox.problem(existsSync(folder) ? [folder] : []),
    async folderProblem(folder) {
      const there = nearest(folder)
      try {
        if (!(await stat(there)).isDirectory()) return `${there} is a file`
        await access(there, constants.W_OK | constants.X_OK)
        return null
      } catch {
        return `you may not write in ${there}`
      }
    },
    async freeBytes() {
      try {
        const { bavail, bsize } = await statfs(nearest(dataDirectory))
        return bavail * bsize
      } catch {
        return null
      }
    },
    installCommand(name: SystemPackage) {
      if (process.platform !== 'linux') return null
      const installer = Object.keys(INSTALLERS).find((program) =>
        programFolders.some((folder) => existsSync(join(folder, program))),
      )
      if (installer === undefined) return null
      const asRoot = process.getuid?.() === 0 ? '' : 'sudo '
      return `${asRoot}${INSTALLERS[installer] ?? installer} ${name}`
    },
  }
}

/** The folder itself, or the nearest one above it that exists. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder))
}

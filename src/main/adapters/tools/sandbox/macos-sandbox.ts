import { access, constants, mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { errorMessage, ok, refuse } from '../../../../shared/result.ts'
import type { Sandbox } from '../../../core/ports/sandbox-ports.ts'
import { CONFINED_NAMES } from '../protected-paths.ts'
import { wideFolder } from '../tool-context.ts'
import { isInside } from '../../is-inside.ts'
import { appProblem, type ViewContext } from './file-view.ts'
import { seatbeltProgram } from './seatbelt-profile.ts'
import { toolchainFolders } from './toolchains.ts'

const CONTAINS_APP =
  'The folder contains the ikigai that is running, whose files no command inside a sandbox may change.'

/** Confines programs with the sandbox of macOS. `path`: PATH of the confined programs. */
export function macosSandbox(places: ViewContext['places'], path: string): Sandbox {
  let temporaryFolder: Promise<string> | null = null
  return {
    async problem(folders) {
      const wide = await Promise.all(folders.map((folder) => wideFolder(folder, places.homeDirectory)))
      if (wide.some((each) => each !== null)) return 'The folder is a home directory or the root.'
      const { appFiles = [] } = places
      const inApp = folders.map((folder) => appProblem(folder, places)).find((problem) => problem !== null)
      if (inApp !== undefined) return inApp
      if (folders.some((folder) => appFiles.some((file) => isInside(folder, file)))) return CONTAINS_APP
      const isThere = await access('/usr/bin/sandbox-exec', constants.X_OK).then(
        () => true,
        () => false,
      )
      return isThere ? null : 'There is no sandbox: /usr/bin/sandbox-exec is missing.'
    },
    async confine(program, { writable, readable, network, files = [], copy }) {
      if (copy !== undefined) return refuse('The sandbox of macOS cannot show a program a copy of a folder.')
      try {
        temporaryFolder ??= makeTemporaryFolder()
        const temporary = await temporaryFolder
        const view = {
          writable,
          network: network === 'open',
          temporary,
          hidden: ['/Users', '/var/root', '/private/var/root', places.homeDirectory, ...places.ownFolders],
          shown: [...readable, ...toolchainFolders(places.homeDirectory, path), ...files],
          hiddenNames: CONFINED_NAMES.hidden,
          readOnlyNames: CONFINED_NAMES.readOnly,
        }
        const { command, args } = seatbeltProgram(program, view)
        return ok({ command: '/usr/bin/env', args: [`TMPDIR=${temporary}`, command, ...args], opensPort: false })
      } catch (error) {
        return refuse(`The sandbox could not be prepared: ${errorMessage(error)}`)
      }
    },
  }
}

/** One for all programs of this process; macOS removes it after some days. */
async function makeTemporaryFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'ikigai-command-')))
}

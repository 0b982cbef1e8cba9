import { defined } from '../../../../shared/defined.ts'
import type { ConfinedLevel } from '../../../../shared/sandbox.ts'
import type { Confinement, FolderCopyPlace, SandboxNetwork } from '../../../core/ports/sandbox-ports.ts'

/**
 * Returns the confinement of an agent's command: here alone is decided which folders it reads and writes. Without a copy
 * of the folder, it writes only at the level `workspace`.
 */
export function commandConfinement(
  folder: string,
  level: ConfinedLevel,
  { network = 'none', copy }: { readonly network?: SandboxNetwork; readonly copy?: FolderCopyPlace | undefined } = {},
): Confinement {
  const writable = level === 'workspace' || copy !== undefined ? [folder] : []
  return { start: folder, writable, readable: [folder], network, hasTerminal: false, ...defined({ copy }) }
}

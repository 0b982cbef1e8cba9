import type { ForeignFiles } from '../../core/ports/foreign-ports.ts'
import { findFiles, type ToolMachine, placesOf } from './find-sessions.ts'
import { openSource } from './open-source.ts'

/** Sessions and exports of other tools on this machine. */
export function createForeignFiles(machine: ToolMachine): ForeignFiles {
  return {
    open: openSource,
    find: () => findFiles(placesOf(machine)),
  }
}

import { realpath, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

import type { FoundFile } from '../../../shared/folder-trust.ts'
import type { ProjectFiles } from '../../core/ports/project-ports.ts'
import { findProject } from './find-project.ts'
import { filesIn, foldersBetween, readInstructions } from './instruction-files.ts'

export interface ProjectPlaces {
  readonly homeDirectory: string
  readonly configDirectory: string
}

/** Reads instruction files from the disk, anew at each call. */
export function createProjectFiles({ homeDirectory, configDirectory }: ProjectPlaces): ProjectFiles {
  const ownFiles = [join(configDirectory, 'AGENTS.md'), join(homeDirectory, '.agents', 'AGENTS.md')]
  return {
    projectOf: (folder) => findProject(folder, homeDirectory),
    found: ({ path }, folder) => {
      const files = foldersBetween(path, folder).map(filesIn)
      return foundIn(
        path,
        files.flatMap(({ anyOf, also }) => [...anyOf, ...also]),
      )
    },
    instructions: ({ path }, folder) => readInstructions(path, foldersBetween(path, folder).map(filesIn), 'project'),
    personInstructions: async () => {
      for (const path of ownFiles) {
        // The file may be a link, as those who keep such files in a repository of their own make it.
        const real = await realpath(path).catch(() => path)
        const files = await readInstructions(dirname(real), [{ anyOf: [real], also: [] }], 'person')
        if (files.length > 0) return files
      }
      return []
    },
  }
}

/** The files that exist, without reading them. */
async function foundIn(project: string, paths: readonly string[]): Promise<readonly FoundFile[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const file = await stat(path).catch(() => null)
      return file === null ? [] : [{ path: relative(project, path), bytes: file.size }]
    }),
  )
  return found.flat()
}

import { createHash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

import type { FoundFile } from '../../../shared/folder-trust.ts'
import type { ProjectFiles } from '../../core/ports/project-ports.ts'
import { findProject } from './find-project.ts'
import { filesIn, foldersBetween, readInstructions } from './instruction-files.ts'
import { filesBeside, readSkills, skillFoldersIn, skillPaths, type SkillPlace } from './skill-files.ts'

export interface ProjectPlaces {
  readonly homeDirectory: string
  readonly configDirectory: string
}

/** Reads instruction files and skills from the disk, anew at each call. */
export function createProjectFiles({ homeDirectory, configDirectory }: ProjectPlaces): ProjectFiles {
  const ownSkills = [join(configDirectory, 'skills'), ...skillFoldersIn(homeDirectory)]
  const ownPlaces = ownSkills.map((folder): SkillPlace => ({ folder, origin: 'person', root: null }))
  const ownFiles = [join(configDirectory, 'AGENTS.md'), join(homeDirectory, '.agents', 'AGENTS.md')]
  return {
    projectOf: (folder) => findProject(folder, homeDirectory),
    found: async ({ path }, folder) => {
      const files = foldersBetween(path, folder).map(filesIn)
      const skills = await Promise.all(placesIn(path, folder).map(skillPaths))
      return foundIn(path, [...files.flatMap(({ anyOf, also }) => [...anyOf, ...also]), ...new Set(skills.flat())])
    },
    skills: (project, folder) =>
      readSkills([...(project === null ? [] : placesIn(project.path, folder)), ...ownPlaces]),
    filesBeside,
    hash: (text) => createHash('sha256').update(text).digest('hex'),
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

/** Where the skills of a project are, the nearest folder first. */
function placesIn(project: string, folder: string): readonly SkillPlace[] {
  const folders = foldersBetween(project, folder).toReversed().flatMap(skillFoldersIn)
  return folders.map((each) => ({ folder: each, origin: 'project', root: project }))
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

import { createHash } from 'node:crypto'
import { realpath, stat, lstat } from 'node:fs/promises'
import { dirname, join, relative, basename } from 'node:path'
import type { FoundFile } from '../../../shared/folder-trust.ts'
import type { ProjectFiles, Project } from '../../core/ports/project-ports.ts'
import { filesIn, foldersBetween, readInstructions } from './instruction-files.ts'
import type { FilePlace } from './file-place.ts'
import { foundPlugins, pluginFoldersIn, readPlugins } from './plugin-files.ts'
import { filesBeside, listSkillFiles, readSkills, skillFoldersIn } from './skill-files.ts'
import { listTemplateFiles, readTemplates, templateFoldersIn } from './template-files.ts'
import { linkedWorktree } from '../linked-worktree.ts'

export interface ProjectPlaces {
  readonly homeDirectory: string
  readonly configDirectory: string
}

/** Reads instruction files, skills, plugins and prompt templates from the disk, anew at each call. */
export function createProjectFiles({ homeDirectory, configDirectory }: ProjectPlaces): ProjectFiles {
  const ownSkills = personPlaces([join(configDirectory, 'skills'), ...skillFoldersIn(homeDirectory)])
  const ownPlugins = personPlaces([join(configDirectory, 'plugins'), ...pluginFoldersIn(homeDirectory)])
  const ownTemplates = personPlaces([join(configDirectory, 'commands'), ...templateFoldersIn(homeDirectory)])
  const ownFiles = [join(configDirectory, 'AGENTS.md'), join(homeDirectory, '.agents', 'AGENTS.md')]
  return {
    projectOf: (folder) => findProject(folder, homeDirectory),
    found: async ({ path }, folder) => {
      const files = foldersBetween(path, folder).map(filesIn)
      const skills = await Promise.all(placesIn(path, folder, skillFoldersIn).map(listSkillFiles))
      const templates = await Promise.all(placesIn(path, folder, templateFoldersIn).map(listTemplateFiles))
      const plugins = await Promise.all(placesIn(path, folder, pluginFoldersIn).map(foundPlugins))
      const listed = new Set([...[...skills, ...templates].flatMap(({ paths }) => paths), ...plugins.flat()])
      return foundIn(path, [...files.flatMap(({ anyOf, also }) => [...anyOf, ...also]), ...listed])
    },
    skills: async (project, folder) => [
      ...(await readSkills([...placesIn(project?.path, folder, skillFoldersIn), ...ownSkills])),
      ...(await readPlugins([...placesIn(project?.path, folder, pluginFoldersIn), ...ownPlugins])),
    ],
    templates: (project, folder) =>
      readTemplates([...placesIn(project?.path, folder, templateFoldersIn), ...ownTemplates]),
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

/** The places of a project for an agent in `folder`, the nearest first. None if there is no project. */
function placesIn(
  project: string | undefined,
  folder: string,
  placesOf: (folder: string) => readonly string[],
): readonly FilePlace[] {
  if (project === undefined) return []
  const folders = foldersBetween(project, folder).toReversed().flatMap(placesOf)
  return folders.map((each) => ({ folder: each, origin: 'project', root: project }))
}

function personPlaces(folders: readonly string[]): readonly FilePlace[] {
  return folders.map((folder) => ({ folder, origin: 'person', root: null }))
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

/**
 * Returns the project of a folder: the nearest folder with `.git`, below the home directory; else the folder itself. A
 * folder that does not exist is its own project.
 */
async function findProject(folder: string, homeDirectory: string): Promise<Project> {
  const start = await realpath(folder).catch(() => folder)
  const home = await realpath(homeDirectory).catch(() => homeDirectory)
  for (let path = start; path !== home && path !== dirname(path) && !isAbove(path, home); path = dirname(path)) {
    const git = await lstat(join(path, '.git')).catch(() => null)
    if (git !== null) return { path, trustedAs: git.isFile() ? ((await mainWorkingTree(path)) ?? path) : path }
  }
  return { path: start, trustedAs: start }
}

function isAbove(path: string, home: string): boolean {
  return home.startsWith(path.endsWith('/') ? path : `${path}/`)
}

/** Returns the main working tree of a linked worktree; null: this is none, or its repository has no working tree. */
async function mainWorkingTree(path: string): Promise<string | null> {
  const common = (await linkedWorktree(path))?.commonDirectory
  return common !== undefined && basename(common) === '.git' ? dirname(common) : null
}

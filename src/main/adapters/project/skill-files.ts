import { opendir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { type FoundSkill, SKILL_FILE } from '../../../shared/skill.ts'
import type { SkillFile } from '../../core/ports/project-ports.ts'
import { readFrontMatter } from './front-matter.ts'
import { cutCharacters, listPlace, type FilePlace, type FileRoot, type FilesOfPlace, readPlaces } from './file-place.ts'
import { readProjectFile } from './read-project-file.ts'

/** Largest SKILL.md, bytes. */
const MAX_SKILL_BYTES = 131_072
/** Longest name by the specification of Agent Skills, characters. */
const MAX_NAME = 64
/** Longest description by that specification, characters. */
export const MAX_DESCRIPTION = 1_024

/** The places of a folder, the preferred one first. */
export function skillFoldersIn(folder: string): readonly string[] {
  return [join(folder, '.agents', 'skills'), join(folder, '.claude', 'skills')]
}

/**
 * Reads the skills of each place; a file that several places lead to counts once. A place with too many of them is a
 * refused skill that says so.
 */
export function readSkills(places: readonly FilePlace[]): Promise<readonly SkillFile[]> {
  return readPlaces(places, {
    list: listSkillFiles,
    read: async (path, place) => [await readSkill(path, place)].filter((skill) => skill !== null),
    refuse: (folder, problem, { origin }) => refusedSkill(folder, problem, origin),
  })
}

/** The SKILL.md files of a place. */
export function listSkillFiles(place: FileRoot): Promise<FilesOfPlace> {
  return listPlace(place, (entry) =>
    entry.isDirectory() || entry.isSymbolicLink() ? join(entry.name, SKILL_FILE) : null,
  )
}

function refusedSkill(path: string, problem: string, origin: FilePlace['origin']): SkillFile {
  return { name: basename(path), description: '', origin, path, sha256: '', bytes: 0, notes: [], body: '', problem }
}

/** Reads one SKILL.md; null: it no longer exists. */
async function readSkill(asked: string, { origin, root }: FilePlace): Promise<SkillFile | null> {
  const folder = await realpath(dirname(asked)).catch(() => dirname(asked))
  const file = await readProjectFile(root ?? folder, asked, MAX_SKILL_BYTES)
  const folderName = basename(dirname(asked))
  if (!file.ok) {
    const refused = refusedSkill(join(folder, SKILL_FILE), `${SKILL_FILE} ${file.problem}`, origin)
    return file.isMissing ? null : { ...refused, name: folderName }
  }
  const { path, sha256, bytes } = file
  return { origin, path, sha256, bytes, ...parseSkill(file.text, folderName) }
}

type ParsedSkill = Pick<FoundSkill, 'name' | 'description' | 'notes' | 'problem'> & { readonly body: string }

/** Returns what the text of a SKILL.md says, by the specification of Agent Skills and its advice on leniency. */
export function parseSkill(text: string, folderName: string): ParsedSkill {
  const nothing = { name: folderName, description: '', notes: [], body: '' }
  const front = readFrontMatter(text)
  if (!front.ok) return { ...nothing, problem: `${SKILL_FILE} ${front.problem}` }
  const given = front.fields.get('name')
  const description = front.fields.get('description')
  const name = isName(given) ? given : folderName
  if (!isName(name)) return { ...nothing, problem: NAME_PROBLEM }
  if (typeof description !== 'string' || description.trim() === '')
    return { ...nothing, name, problem: `${SKILL_FILE} has no description` }
  const notes = [
    ...(isName(given) ? [] : ['its name is missing or not valid: the name of its folder is used']),
    ...(name === folderName ? [] : [`its name differs from that of its folder, ${folderName}`]),
    ...(description.length > MAX_DESCRIPTION ? [`its description is cut at ${MAX_DESCRIPTION} characters`] : []),
  ]
  return {
    name,
    description: cutCharacters(description.trim(), MAX_DESCRIPTION),
    notes,
    body: front.body,
    problem: null,
  }
}

const NAME_PROBLEM = `neither its name nor that of its folder is valid: at most ${MAX_NAME} of a-z, 0-9 and -`

function isName(name: unknown): name is string {
  return typeof name === 'string' && name.length <= MAX_NAME && /^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(name)
}

/** Most files of a skill that are named, and most folders that are looked into. */
const MAX_FILES = 50
const MAX_FOLDERS = 50
/** Most entries of a folder that are looked at. */
const MAX_ENTRIES = 2_000

/** The files beside a SKILL.md, relative to its folder, by name. Links are not followed. */
export async function filesBeside(path: string): Promise<readonly string[]> {
  const files: string[] = []
  const folders = ['']
  for (let at = 0; at < folders.length && at < MAX_FOLDERS && files.length < MAX_FILES; at++) {
    const folder = folders[at] ?? ''
    const entries = await opendir(join(dirname(path), folder)).catch(() => null)
    if (entries === null) continue
    let seen = 0
    for await (const entry of entries) {
      if (++seen > MAX_ENTRIES) break
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(name)
      else if (entry.isFile() && name !== SKILL_FILE) files.push(name)
    }
  }
  return files.toSorted().slice(0, MAX_FILES)
}

import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { isTemplateName, type PromptTemplate } from '../../../shared/prompt-template.ts'
import type { TemplateFile } from '../../core/ports/project-ports.ts'
import { readFrontMatter } from './front-matter.ts'
import { cutCharacters, listPlace, type FilePlace, type FileRoot, type FilesOfPlace, readPlaces } from './file-place.ts'
import { readProjectFile } from './read-project-file.ts'

const ENDING = '.md'
/** Largest file of a template, bytes. */
const MAX_TEMPLATE_BYTES = 65_536
/** Longest description and hint, characters. */
const MAX_DESCRIPTION = 200
const MAX_HINT = 80

/** The places of a folder, the preferred one first. */
export function templateFoldersIn(folder: string): readonly string[] {
  return [join(folder, '.agents', 'commands'), join(folder, '.claude', 'commands')]
}

/** Reads the templates of each place; a file that several places lead to counts once. */
export function readTemplates(places: readonly FilePlace[]): Promise<readonly TemplateFile[]> {
  return readPlaces(places, {
    list: listTemplateFiles,
    read: async (path, place) => [await readTemplate(path, place)].filter((template) => template !== null),
    refuse: (folder, problem, { origin }) => refusedTemplate(basename(folder), folder, problem, origin),
  })
}

/** The files of templates in a place. */
export function listTemplateFiles(place: FileRoot): Promise<FilesOfPlace> {
  return listPlace(place, (entry) => {
    const isFile = entry.isFile() || entry.isSymbolicLink()
    return isFile && entry.name.endsWith(ENDING) ? entry.name : null
  })
}

function refusedTemplate(name: string, path: string, problem: string, origin: FilePlace['origin']): TemplateFile {
  return { name, description: '', hint: '', origin, path, problem, body: '' }
}

/** Reads one template; null: it no longer exists. A file of the user may be a link. */
async function readTemplate(asked: string, { origin, root }: FilePlace): Promise<TemplateFile | null> {
  const name = basename(asked, ENDING).toLowerCase()
  const real = root === null ? await realpath(asked).catch(() => asked) : asked
  const file = await readProjectFile(root ?? dirname(real), real, MAX_TEMPLATE_BYTES)
  if (!file.ok) return file.isMissing ? null : refusedTemplate(name, asked, `the file ${file.problem}`, origin)
  return { origin, path: file.path, ...parseTemplate(file.text, name) }
}

type ParsedTemplate = Pick<PromptTemplate, 'name' | 'description' | 'hint' | 'problem'> & { readonly body: string }

/** Returns what the text of a template says. Fields other than `description` and `argument-hint` mean nothing. */
export function parseTemplate(text: string, name: string): ParsedTemplate {
  const nothing = { name, description: '', hint: '', body: '' }
  if (!isTemplateName(name)) return { ...nothing, problem: NAME_PROBLEM }
  const front = readFrontMatter(text)
  if (!front.ok) return { ...nothing, problem: `the file ${front.problem}` }
  const body = front.body.trim()
  if (body === '') return { ...nothing, problem: 'the file has no text' }
  const given = front.fields.get('description')
  const description = typeof given === 'string' && given.trim() !== '' ? given : (/^.*\S.*$/mu.exec(body)?.[0] ?? '')
  const hint = hintText(front.fields.get('argument-hint'))
  return {
    name,
    description: cutCharacters(onOneLine(description), MAX_DESCRIPTION),
    hint: cutCharacters(onOneLine(hint), MAX_HINT),
    body,
    problem: null,
  }
}

const NAME_PROBLEM = 'its name is not valid: at most 64 of a-z, 0-9, - and _, a letter or digit first'

/** `[file]` without quotation marks is a list in YAML. */
function hintText(given: unknown): string {
  if (typeof given === 'string') return given
  const isList = Array.isArray(given) && given.every((each) => typeof each === 'string')
  return isList ? `[${given.join(', ')}]` : ''
}

function onOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/gu, ' ')
}

import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { z } from 'zod'

import { PLUGIN_FILE } from '../../../shared/skill.ts'
import type { SkillFile } from '../../core/ports/project-ports.ts'
import { cutCharacters, type FilePlace, type FileRoot, type FilesOfPlace, listPlace, readPlaces } from './file-place.ts'
import { readProjectFile } from './read-project-file.ts'
import { parseJson, parsePluginServers, SERVERS_FILE } from './plugin-servers.ts'
import { listSkillFiles, MAX_DESCRIPTION, readSkills } from './skill-files.ts'

/** Largest `plugin.json` and largest `mcp.json`, bytes. */
const MAX_MANIFEST_BYTES = 65_536

/** The places of a folder. */
export function pluginFoldersIn(folder: string): readonly string[] {
  return [join(folder, '.agents', 'plugins')]
}

/** The `plugin.json` files of a place. */
function listPluginFiles(place: FileRoot): Promise<FilesOfPlace> {
  return listPlace(place, (entry) =>
    entry.isDirectory() || entry.isSymbolicLink() ? join(entry.name, PLUGIN_FILE) : null,
  )
}

/** The files of the plugins of a place, without reading them: what describes them, and their skills. */
export async function foundPlugins(place: FileRoot): Promise<readonly string[]> {
  const { paths } = await listPluginFiles(place)
  const found = await Promise.all(
    paths.map(async (path) => {
      const skills = await listSkillFiles({ folder: skillFolderOf(path), root: place.root })
      return [path, join(dirname(path), SERVERS_FILE), ...skills.paths]
    }),
  )
  return found.flat()
}

/** The folder of a plugin whose direct children are its skills. */
function skillFolderOf(plugin: string): string {
  return join(dirname(plugin), 'skills')
}

/** Reads the plugins of each place, each followed by its skills. A file that several places lead to counts once. */
export function readPlugins(places: readonly FilePlace[]): Promise<readonly SkillFile[]> {
  return readPlaces(places, {
    list: listPluginFiles,
    read: pluginWithSkills,
    refuse: (folder, problem, place) => refusedPlugin(basename(folder), folder, problem, place.origin),
  })
}

async function pluginWithSkills(path: string, place: FilePlace): Promise<readonly SkillFile[]> {
  const plugin = await readPlugin(path, place)
  if (plugin === null) return []
  return plugin.problem === null ? [plugin, ...(await skillsOf(plugin))] : [plugin]
}

/** Every file of a plugin is inside the plugin's own folder. */
async function skillsOf({ name, path, origin }: SkillFile): Promise<readonly SkillFile[]> {
  const skills = await readSkills([{ folder: skillFolderOf(path), origin, root: dirname(path) }])
  return skills.map((skill) => ({ ...skill, plugin: { name, path } }))
}

function refusedPlugin(name: string, path: string, problem: string, origin: FilePlace['origin']): SkillFile {
  return { name, description: '', origin, path, sha256: '', bytes: 0, notes: [], body: '', problem, isPlugin: true }
}

/** Reads one plugin; null: it no longer exists. */
async function readPlugin(asked: string, { origin, root }: FilePlace): Promise<SkillFile | null> {
  const folder = await realpath(dirname(asked)).catch(() => dirname(asked))
  const file = await readProjectFile(root ?? folder, asked, MAX_MANIFEST_BYTES)
  const folderName = basename(dirname(asked))
  if (!file.ok) {
    const refused = refusedPlugin(folderName, join(folder, PLUGIN_FILE), `${PLUGIN_FILE} ${file.problem}`, origin)
    return file.isMissing ? null : refused
  }
  if (file.path !== join(folder, PLUGIN_FILE))
    return refusedPlugin(folderName, join(folder, PLUGIN_FILE), `${PLUGIN_FILE} leads out of the plugin`, origin)
  const manifest = parseManifest(file.text)
  if (!manifest.ok) return refusedPlugin(folderName, file.path, `${PLUGIN_FILE} ${manifest.problem}`, origin)
  const named = await readProjectFile(folder, join(folder, SERVERS_FILE), MAX_MANIFEST_BYTES)
  const body = named.ok ? `${file.text}\n\n${SERVERS_FILE}:\n${named.text}` : file.text
  const sha256 = createHash('sha256').update(body).digest('hex')
  const { servers, notes } = named.ok ? parsePluginServers(named.text) : { servers: [], notes: missingServers(named) }
  const plugin = { name: manifest.name, path: file.path }
  return {
    name: manifest.name,
    description: manifest.description,
    origin,
    path: file.path,
    sha256,
    bytes: file.bytes + (named.ok ? named.bytes : 0),
    notes: [...manifest.notes, ...notes],
    body,
    problem: null,
    isPlugin: true,
    ...(servers.length > 0 && {
      serverNames: servers.map(({ name }) => name),
      servers: servers.map((server) => ({ ...server, transport: 'plugin', plugin, sha256 })),
    }),
  }
}

function missingServers({ problem, isMissing }: { readonly problem: string; readonly isMissing: boolean }) {
  return isMissing ? [] : [`${SERVERS_FILE} ${problem}: its tool servers are not used`]
}

type Manifest =
  | { readonly ok: true; readonly name: string; readonly description: string; readonly notes: readonly string[] }
  /** `problem` completes a sentence that begins with the file. */
  | { readonly ok: false; readonly problem: string }

/** Returns what a `plugin.json` says, by the specification of Agent Plugins 1.0.0. */
export function parseManifest(text: string): Manifest {
  const json = parseJson(text)
  if (json === undefined) return { ok: false, problem: 'is not valid JSON' }
  const parsed = MANIFEST.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const at = issue === undefined || issue.path.length === 0 ? '' : `, ${issue.path.join('.')}`
    return { ok: false, problem: `is not valid${at}: ${issue?.message ?? ''}` }
  }
  const { name, version = '', description = '' } = parsed.data
  const others = Object.keys(parsed.data).filter((key) => !Object.hasOwn(MANIFEST.shape, key))
  const known = [version === '' ? '' : `version ${version}`, description].filter((part) => part !== '').join(': ')
  const notes = others.length === 0 ? [] : [`${PLUGIN_FILE} has unknown keys, which are ignored`]
  return { ok: true, name, description: cutCharacters(known, MAX_DESCRIPTION), notes }
}

const line = z.string().max(2_000)

/** Unknown keys are reported and ignored; any other fault rejects the plugin. */
const MANIFEST = z.looseObject({
  $schema: z.literal('https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'),
  name: z
    .string()
    .max(64)
    .regex(/^(?!.*(?:--|\.\.))[a-z0-9][a-z0-9.-]*$/u, 'at most 64 of a-z, 0-9, - and ., without -- and ..'),
  version: line.optional(),
  description: line.optional(),
  author: z.looseObject({ name: line.optional(), email: line.optional(), url: line.optional() }).optional(),
  homepage: line.optional(),
  repository: line.optional(),
  license: line.optional(),
  keywords: z.array(line).max(100).optional(),
  extensions: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
})

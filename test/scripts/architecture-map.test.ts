import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { ROOT } from '../../scripts/project.ts'

const PAGE = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
/** Indentation from which a line of the map continues the one before it. */
const CONTINUATION = 12
/** A folder in a description: `mcp/`, `mcp/oauth/`; not `mcp/file.ts`, and not a part of a longer path. */
const FOLDER = /(?<![\w/.-])([\w.-]+(?:\/[\w-]+)*)\/(?![\w*])/g

interface MapFolders {
  /** Folders that begin a line of the map. */
  readonly entries: readonly string[]
  /** These, and those that descriptions name. */
  readonly all: ReadonlySet<string>
}

/** Reads the map: entries are indented below their folder, and descriptions may name subfolders. */
function foldersOnMap(page: string): MapFolders {
  const map = /## The map\n+```\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const entries: string[] = []
  const all = new Set<string>()
  const above: { readonly indent: number; readonly path: string }[] = []
  let current = ''
  for (const line of map.split('\n')) {
    const indent = line.length - line.trimStart().length
    const begun =
      indent >= CONTINUATION ? '' : (/^((?:[\w-]+\/)+(?: (?:[\w-]+\/)+)*)(?= |$)/.exec(line.trim())?.[1] ?? '')
    if (indent < CONTINUATION) {
      while ((above.at(-1)?.indent ?? -1) >= indent) above.pop()
      const parent = above.at(-1)?.path ?? ''
      const paths = begun === '' ? [] : begun.split(' ').map((name) => join(parent, name).replace(/\/$/, ''))
      entries.push(...paths)
      for (const path of paths) all.add(path)
      current = paths[0] ?? parent
      if (paths[0] !== undefined) above.push({ indent, path: paths[0] })
    }
    for (const [, name = ''] of line.trim().slice(begun.length).matchAll(FOLDER)) all.add(join(current, name))
  }
  return { entries, all }
}

/** Folders of `src`, with `src` itself as the first part. */
function sourceFolders(): readonly string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
}

const missingOn = (page: string, folders: readonly string[]) => {
  const { all } = foldersOnMap(page)
  return folders.filter((folder) => !all.has(folder))
}

test('every folder of src is on the map, and every folder of the map exists', () => {
  const folders = sourceFolders()
  expect(missingOn(PAGE, folders)).toEqual([])
  const { entries } = foldersOnMap(PAGE)
  expect(entries.filter((entry) => entry.startsWith('src/') && !['src', ...folders].includes(entry))).toEqual([])
})

describe('a folder without a line is missed', () => {
  test.each([
    'src/shared/agent',
    'src/main/wiring',
    'src/main/core/plans',
    'src/main/core/tools/rules',
    'src/main/core/transfer/readers',
    'src/main/adapters/mcp',
    'src/main/adapters/providers/xai',
    'src/main/adapters/tools/oauth',
    'src/main/hosts/socket',
    'src/renderer/dialogs',
    'src/renderer/parts/plain',
    'src/renderer/text/fr',
  ])('%s', (folder) => {
    expect(missingOn(PAGE, [folder])).toEqual([folder])
  })

  test('and a folder whose line is taken out', () => {
    const page = PAGE.replace(/^ +checkpoints\/.*\n/m, '')
    expect(missingOn(page, sourceFolders())).toEqual(['src/main/adapters/checkpoints'])
  })
})

test('the table of imports has the layers of core as the rules have them', async () => {
  const rules: unknown = await import(join(ROOT, '.dependency-cruiser.mjs'))
  const { CORE_LAYERS } = z.object({ CORE_LAYERS: z.array(z.array(z.string())) }).parse(rules)
  const row = /^\| `core` \|.*inside it (.*), never back/m.exec(PAGE)?.[1] ?? ''
  expect(row.split(' → ').map((layer) => layer.split(', ').toSorted())).toEqual(
    CORE_LAYERS.map((layer) => layer.toSorted()),
  )
})

test('the section of imports names exactly the rules that are checked', async () => {
  const file: unknown = await import(join(ROOT, '.dependency-cruiser.mjs'))
  const rules = z.object({ default: z.object({ forbidden: z.array(z.object({ name: z.string() })) }) }).parse(file)
  const section = /\n## Who may import whom\n([\s\S]*?)\n## /.exec(PAGE)?.[1] ?? ''
  const named = [...section.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, name = '']) => name)
  const names = new Set(rules.default.forbidden.map(({ name }) => name))
  const others = ['command-line', 'create-engine', 'demo-engine']
  expect(new Set(named.filter((name) => !others.includes(name)))).toEqual(names)
})

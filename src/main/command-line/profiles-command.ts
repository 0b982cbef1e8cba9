import type { Command } from 'commander'

import { jsonText } from '../../shared/json-text.ts'
import { PROFILES } from '../../shared/config-entries.ts'
import { BUILT_IN_PROFILES, type ProfileEntry } from '../../shared/profile.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT } from './exit-code.ts'

/** Adds `ikigai profiles`. */
export function registerProfiles(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('profiles')
    .description('show the profiles for `run --profile`: the built-in ones and those of config.json')
    .option('--json', 'everything as one line of JSON')
    .action(async ({ json = false }: JsonFlag) => {
      await withEngine(async (engine) => {
        const { profiles } = await engine.config.get()
        const all = allEntries(profiles)
        if (json) output.out(`${jsonText(all)}\n`)
        else for (const { name, description = '' } of all) output.out(`${`${name}  ${description}`.trim()}\n`)
        return EXIT.done
      })
    })
}

type NamedEntry = ProfileEntry & { readonly name: string; readonly builtIn: boolean }

/** The built-in profiles first. One of config.json with the same name has no effect. */
function allEntries(configured: Readonly<Record<string, ProfileEntry>>): readonly NamedEntry[] {
  const builtIn = Object.entries(BUILT_IN_PROFILES).map(([name, profile]) => {
    return { name, builtIn: true, ...PROFILES.show(profile) }
  })
  const own = Object.entries(configured).filter(([name]) => !Object.hasOwn(BUILT_IN_PROFILES, name))
  return [...builtIn, ...own.map(([name, entry]) => ({ name, builtIn: false, ...entry }))]
}
